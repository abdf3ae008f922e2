import { globSync, readFileSync } from "node:fs";
import { methodsIn } from "#lib/http/other-methods-loader.ts";

/** Answers what is no call. */
const NO_CALL = "[[...unknown]]";

/** A part of a tree that a library answers by itself: which calls there are is not in our text. */
const REST = /\[\.\.\.\w+\]$/;

/** The calls that the routes under `app/api` answer, as `GET /api/chats/:id`; what a library answers as `GET /api/auth/*`. */
export function routeCalls(): string[] {
  const files = globSync("app/api/**/route.ts").filter((file) => !file.includes(NO_CALL));
  return files.flatMap((file) => {
    const tree = file.replaceAll("\\", "/").replace(/^app|\/route\.ts$/g, "");
    const place = tree.replace(REST, "*").replace(/\[(\w+)\]/g, ":$1");
    return [...methodsIn(readFileSync(file, "utf8"))].map((method) => `${method} ${place}`);
  });
}

/** The calls that a document names: a method and a path in back quotes. A query behind it is no part of the call. */
function namedCalls(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, "");
  const named = prose.matchAll(/`((?:GET|HEAD|POST|PUT|PATCH|DELETE) \/api\/[^`?\s]*)/g);
  return [...new Set(Array.from(named, ([, call = ""]) => call))];
}

/** The calls that only the one side knows. A call that is under a `*` of the routes stands for it. */
export function differences(calls: readonly string[], markdown: string): { unnamed: string[]; unknown: string[] } {
  const open = calls.filter((call) => call.endsWith("/*"));
  const asRouted = (name: string) => open.find((call) => name.startsWith(call.slice(0, -1))) ?? name;
  const named = new Set(namedCalls(markdown).map(asRouted));
  return {
    unnamed: calls.filter((call) => !named.has(call)).sort(),
    unknown: [...named].filter((name) => !calls.includes(name)).sort(),
  };
}
