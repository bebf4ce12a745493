// A comment on the candidate or the document, in a dialog: Enter saves, Shift+Enter is a new line.
const by = (id) => document.getElementById(id);
let saving = null;

export const writing = () => by("comment").open;

export function writeComment(title, before, text, save) {
  saving = save;
  by("comment-title").textContent = title;
  by("comment-text").value = before;
  by("comment-text").setAttribute("aria-label", title);
  by("comment-save").textContent = text("save");
  by("comment-cancel").textContent = text("cancel");
  by("comment").showModal();
  by("comment-text").focus();
}

function close(kept) {
  by("comment").close();
  if (kept) saving(by("comment-text").value);
}

by("comment-save").addEventListener("click", () => close(true));
by("comment-cancel").addEventListener("click", () => close(false));
by("comment-text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  close(true);
});
