const GAPS = ["", " ", " | ", "\n", "\n\n"] as const;
type Gap = (typeof GAPS)[number];

/** Collects text as a person would read it: white space collapsed, breaks only between things that were written, a bounded length. */
export class TextWriter {
  readonly #parts: string[] = [];
  readonly #maxChars: number;
  #length = 0;
  /** What to put before the next text. */
  #gap: Gap = "";
  #mark = "";
  #sign = "";
  readonly #links: { href: string; isOpen: boolean }[] = [];

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get isFull(): boolean {
    return this.#length >= this.#maxChars;
  }

  toString(): string {
    return this.#parts.join("");
  }

  /** Asks for a gap before the next text; the strongest of several wins: space, cell border, line end, empty line. */
  breakWith(gap: Gap): void {
    if (GAPS.indexOf(gap) > GAPS.indexOf(this.#gap)) this.#gap = gap;
  }

  /** Puts a heading's or an item's sign before the next text; an empty string takes back one that found no text. */
  markNext(mark: string): void {
    this.#mark = mark;
  }

  /** Puts a sign right at the next text, with nothing between; an empty string takes it back. */
  signNext(sign: string): void {
    this.#sign = sign;
  }

  write(text: string): void {
    const collapsed = text.replace(/[\s\u00a0]+/g, " ");
    if (collapsed.startsWith(" ")) this.breakWith(" ");
    const trimmed = collapsed.trim();
    if (trimmed === "") return;
    this.#append(trimmed);
    if (collapsed.endsWith(" ")) this.breakWith(" ");
  }

  /** Text of a `pre` element: as it stands. */
  writeVerbatim(text: string): void {
    if (text !== "") this.#append(text);
  }

  /** @param href empty for a link of which only the text is kept. */
  openLink(href: string): void {
    this.#links.push({ href, isOpen: false });
  }

  /** A link in which nothing was written leaves nothing. */
  closeLink(): void {
    const link = this.#links.pop();
    if (link?.isOpen) this.#push(`](${link.href})`);
  }

  #append(text: string): void {
    if (this.#length > 0) this.#push(this.#gap);
    this.#push(this.#mark);
    this.#gap = "";
    this.#mark = "";
    for (const link of this.#links) {
      if (link.isOpen || link.href === "") continue;
      link.isOpen = true;
      this.#push("[");
    }
    this.#push(this.#sign);
    this.#sign = "";
    this.#push(text);
  }

  #push(text: string): void {
    if (text === "") return;
    this.#parts.push(text);
    this.#length += text.length;
  }
}
