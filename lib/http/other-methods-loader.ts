/** Next takes these as exports of a route; OPTIONS stands apart, because it is answered and not refused. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const ALL = "GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS";
const DECLARED = new RegExp(`^export (?:const|(?:async )?function) (${ALL})\\b`, "gm");
const LISTED = /^export \{([^}]*)\}/gm;

/**
 * Gives a route of `app/api` a handler for each method that it does not export, when the pages are built (`next.config.ts`): Next's own answer
 * is 405 without a body or `Allow`. Here, because only here a handler knows which methods its route has, and nothing runs in front of
 * the calls for it.
 */
export default function otherMethodsLoader(source: string): string {
  const own = methodsIn(source);
  const has = (method: string) => own.has(method) || (method === "HEAD" && own.has("GET"));
  const others = METHODS.filter((method) => !has(method));
  if (others.length === 0) return source;
  const allow = [...METHODS.filter(has), "OPTIONS"];
  return `${source}
import { otherMethods as __otherMethods } from "#lib/http/other-methods.ts";
const { refuse: __refuse, tell: __tell } = __otherMethods(${JSON.stringify(allow)});
export { ${[...others.map((method) => `__refuse as ${method}`), ...(own.has("OPTIONS") ? [] : ["__tell as OPTIONS"])].join(", ")} };
`;
}

/** The methods that a route's source exports, by declaration or in a list. */
export function methodsIn(source: string): ReadonlySet<string> {
  const declared = Array.from(source.matchAll(DECLARED), ([, name = ""]) => name);
  const listed = Array.from(source.matchAll(LISTED), ([, names = ""]) => names.split(","));
  const names = listed.flat().map(
    (name) =>
      name
        .trim()
        .split(/\s+as\s+/)
        .at(-1) ?? "",
  );
  return new Set([...declared, ...names].filter((name) => [...METHODS, "OPTIONS"].includes(name)));
}
