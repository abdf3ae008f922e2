/** A ref for a form that opens under a button: what it is answered with is seen too, not its first field alone. */
export function reveal(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: "nearest" });
}
