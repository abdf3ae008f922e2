import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute } from "./html-attribute.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** Past this an item is numbered as if nothing were said. */
const MAX_NUMBER = 2 ** 31;

/** What stands before the items of a page's lists: `- `, and `3. ` in an ordered one (`start`, `reversed` and `value`; HTML, 4.4.5 and 4.4.8). */
export class ListMarks {
  /** Of the open lists, the innermost last: what the next item's number is; null where none is numbered. */
  readonly #open: ({ next: number; step: 1 | -1 } | null)[] = [];

  openList(list: Element): void {
    if (list.tagName !== "ol") {
      this.#open.push(null);
      return;
    }
    const isReversed = attribute(list, "reversed") !== undefined;
    const start = integerOf(attribute(list, "start"));
    this.#open.push({ next: start ?? (isReversed ? itemsOf(list) : 1), step: isReversed ? -1 : 1 });
  }

  closeList(): void {
    this.#open.pop();
  }

  markOf(item: Element): string {
    const list = this.#open.at(-1);
    if (!list) return "- ";
    const number = integerOf(attribute(item, "value")) ?? list.next;
    list.next = number + list.step;
    return `${number}. `;
  }
}

function itemsOf(list: Element): number {
  return list.childNodes.filter((child) => child.nodeName === "li").length;
}

function integerOf(text: string | undefined): number | null {
  const number = /^\s*([+-]?\d{1,10})/.exec(text ?? "")?.[1];
  return number === undefined || Math.abs(Number(number)) > MAX_NUMBER ? null : Number(number);
}
