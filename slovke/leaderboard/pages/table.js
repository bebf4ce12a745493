"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const first = button.dataset.first;
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const value = (row) => {
        const cell = row.cells[column];
        return (cell.dataset.value ?? cell.textContent).trim();
      };
      const number = (text) => (text === "" ? NaN : Number(text.replace("−", "-").replace(/[ %,+]/g, "")));
      const compare = (a, b) => {
        const [x, y] = [value(a), value(b)];
        if (x === "" || y === "") return (x === "") - (y === "");
        const [m, n] = [number(x), number(y)];
        const up = Number.isNaN(m) || Number.isNaN(n) ? x.localeCompare(y, "sk") : m - n;
        return order === "ascending" ? up : -up;
      };
      body.append(...[...body.rows].sort(compare));
    });
  });
}
for (const choose of document.querySelectorAll(".choose")) {
  const section = choose.closest("section");
  const cuts = [...section.querySelectorAll(".cut")];
  const select = choose.querySelector("select");
  const show = () => cuts.forEach((cut) => { cut.hidden = cut.dataset.cut !== select.value; });
  choose.hidden = false;
  select.addEventListener("change", show);
  show();
}
