// A button that opens a short menu; arrows move, Enter chooses, Esc closes.
import { make } from "../dom";

export interface Choice { text: string; hint?: string; run: () => void; pressed?: boolean }

export function menuButton(label: string, content: string | Node, choices: () => Choice[], className = "text-button"): HTMLButtonElement {
  const button = make("button", { class: className, title: label, attributes: { type: "button", "aria-label": label, "aria-haspopup": "menu", "aria-expanded": "false" } });
  button.append(content);
  button.addEventListener("click", () => openMenu(button, choices()));
  return button;
}

function openMenu(button: HTMLButtonElement, choices: Choice[]): void {
  const menu = make("div", { class: "menu", attributes: { role: "menu" } });
  const close = (focus: boolean) => {
    menu.remove();
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (focus && button.isConnected) button.focus();
  };
  const outside = (event: Event) => { if (!menu.contains(event.target as Node)) close(false); };
  for (const choice of choices) {
    const item = make("button", { class: "menu-item", attributes: { type: "button", role: choice.pressed === undefined ? "menuitem" : "menuitemcheckbox" } },
      make("span", { text: choice.text }), choice.hint ? make("small", { text: choice.hint }) : null);
    if (choice.pressed !== undefined) item.setAttribute("aria-checked", String(choice.pressed));
    item.addEventListener("click", () => { close(true); choice.run(); });
    menu.append(item);
  }
  menu.addEventListener("keydown", (event) => {
    const items = [...menu.querySelectorAll<HTMLElement>(".menu-item")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    const to = moves[event.key];
    if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else if (event.key !== "Enter" && event.key !== " ") return;
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const box = button.getBoundingClientRect();
  const own = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(box.left, innerWidth - own.width - 4))}px`;
  menu.style.top = `${box.bottom + own.height + 4 > innerHeight && box.top > own.height ? box.top - own.height - 2 : box.bottom + 2}px`;
  button.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  menu.querySelector<HTMLElement>(".menu-item")?.focus();
}
