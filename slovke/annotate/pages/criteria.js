// The schema `keyphrases`: four criteria, yes or no, and the author's keyphrase that it equals.
export const CRITERIA = ["relevance", "adequacy", "non_redundancy", "validity"];
// The keys: lower case says no (`a` and `w` with the reason), with Shift yes.
export const KEYS = { r: "relevance", a: "adequacy", w: "adequacy", d: "non_redundancy", v: "validity" };
export const REASONS = { a: "adjective", w: "granularity" };

export const answered = (value) => [...CRITERIA, "gold"].every((one) => one in (value ?? {}));

// The value with one criterion answered; a reason or a representative of the old answer goes.
export function withAnswer(value, criterion, yes, more = {}) {
  const made = { ...value, [criterion]: yes, ...more };
  if (criterion === "adequacy" && !("why" in more)) delete made.why;
  if (criterion === "non_redundancy" && yes) delete made.same_as;
  return made;
}

// The value with the last question answered; what was left open is yes.
export function accepted(value, gold) {
  const open = CRITERIA.filter((one) => !(one in (value ?? {}))).map((one) => [one, true]);
  return { ...value, ...Object.fromEntries(open), gold };
}

function element(tag, content, className) {
  const made = document.createElement(tag);
  if (content !== undefined) made.textContent = content;
  if (className) made.className = className;
  return made;
}

// The answers in one line, for the candidates that are not judged just now.
export function marks(value, text, told) {
  const line = element("span", undefined, "verdict");
  for (const one of CRITERIA) {
    if (!(one in value)) continue;
    const says = value[one] ? "yes" : "no";
    const reason = one === "adequacy" && value.why ? ` (${text(`why.${value.why}`)})` : "";
    const mark = element("span", `${value[one] ? "✓" : "✗"} ${text(`short.${one}`)}${reason}`, says);
    if (one === "non_redundancy" && !value[one]) mark.append(`: ${told.other(value.same_as)}`);
    line.append(mark, " ");
  }
  if ("gold" in value) {
    line.append(element("span", value.gold === null ? text("is.extended") : `= ${told.gold(value.gold)}`,
      value.gold === null ? "more" : "same"));
  }
  return line;
}

// The questions as rows of buttons. `ask` is told what was pressed.
export function questions(value, text, told, ask) {
  const row = (name, title, buttons) => {
    const made = element("div", undefined, "question");
    made.dataset.question = name;
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", title);
    made.append(element("span", title));
    const answers = element("div", undefined, "answers");
    for (const [action, label, key, on] of buttons) {
      const button = element("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.ask = action;
      button.append(element("kbd", key), label);
      button.setAttribute("aria-pressed", String(on));
      button.setAttribute("aria-keyshortcuts", key.replace("⇧", "Shift+"));
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        ask(action);
      });
      answers.append(button);
    }
    made.append(answers);
    return made;
  };
  const said = (one, yes) => value?.[one] === yes;
  const no = (one, key) => [`${key}:no`, text("no"), key, said(one, false)];
  const yes = (one, key) => [`${key}:yes`, text("yes"), `⇧${key}`, said(one, true)];
  const variant = said("non_redundancy", false)
    ? `${text("variantOf")} ${told.other(value.same_as)}` : text("variantOf");
  const equal = typeof value?.gold === "number" ? `= ${told.gold(value.gold)}` : text("equals");
  return [
    row("relevance", text("criterion.relevance"), [yes("relevance", "r"), no("relevance", "r")]),
    row("adequacy", text("criterion.adequacy"), [
      yes("adequacy", "a"),
      ["a:no", text("why.adjective"), "a", said("adequacy", false) && value.why === "adjective"],
      ["w:no", text("why.granularity"), "w", said("adequacy", false) && value.why === "granularity"],
    ]),
    row("non_redundancy", text("criterion.non_redundancy"), [
      yes("non_redundancy", "d"), ["d:no", variant, "d", said("non_redundancy", false)],
    ]),
    row("validity", text("criterion.validity"), [yes("validity", "v"), no("validity", "v")]),
    row("gold", text("goldQuestion"), [
      ["gold", equal, "g", typeof value?.gold === "number"],
      ["extended", text("notGold"), "e", value?.gold === null],
    ]),
  ];
}
