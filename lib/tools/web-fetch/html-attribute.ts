import type { DefaultTreeAdapterTypes } from "parse5";

export function attribute(element: DefaultTreeAdapterTypes.Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}
