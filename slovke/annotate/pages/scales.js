// The schema `translation`: three scales a candidate, a digit for each.
export const SCALES = ["rank", "fluency", "adequacy"];

export function firstOpen(value) {
  return SCALES.find((scale) => !(scale in (value ?? {}))) ?? SCALES[0];
}

export function rows(candidate, value, highest, current, text, choose) {
  return SCALES.map((scale) => {
    const row = document.createElement("div");
    row.className = scale === current ? "scale now" : "scale";
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", text(`scale.${scale}`));
    const name = document.createElement("span");
    name.textContent = text(`scale.${scale}`);
    row.append(name);
    for (let number = 1; number <= highest[scale]; number += 1) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.textContent = String(number);
      button.setAttribute("aria-pressed", String(value?.[scale] === number));
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        choose(candidate, scale, number);
      });
      row.append(button);
    }
    return row;
  });
}
