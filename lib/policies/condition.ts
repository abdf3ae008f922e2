import { foldHost } from "./fold-host.ts";
import type { Rule } from "./policy.ts";

type Condition = NonNullable<Rule["when"]>[number];

/**
 * Whether a condition is true of the arguments. Throws when the condition itself makes no sense: the caller denies then.
 *
 * @param whole when `input` is one part of a call: all of its arguments. A condition that names a value exactly means with it all that it is made
 * of; one on the beginning of a text, or on what it holds, says nothing of the rest.
 */
export function holds({ pointer, op, value }: Condition, input: unknown, whole: unknown = input): boolean {
  const found = valueAt(pointer, input);
  const named = [found, valueAt(pointer, whole)];
  switch (op) {
    case "present":
      return found !== undefined;
    case "absent":
      return found === undefined;
    case "equals":
      return named.includes(value);
    case "not-equals":
      return !named.includes(value);
    case "one-of":
      return list(value).some((one) => named.includes(one));
    case "starts-with":
      return typeof found === "string" && found.startsWith(text(value));
    case "not-starts-with":
      return !(typeof found === "string" && found.startsWith(text(value)));
    case "contains":
      return typeof found === "string" && found.includes(text(value));
    case "host-is":
      return typeof found === "string" && isHost(found, text(value));
  }
}

/** RFC 6901: `~1` stands for `/`, `~0` for `~`. Own properties only. */
function valueAt(pointer: string, input: unknown): unknown {
  if (pointer === "") return input;
  let value: unknown = input;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** `example.com` matches itself and its subdomains, in the form that the URL standard folds it to. What is no host matches nothing. */
function isHost(url: string, host: string): boolean {
  const hostname = URL.parse(url)?.hostname.replace(/\.$/, "");
  const wanted = foldHost(host);
  return hostname !== undefined && wanted !== null && (hostname === wanted || hostname.endsWith(`.${wanted}`));
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new Error("the condition needs a string to compare with");
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error("the condition needs a list to compare with");
  return value;
}
