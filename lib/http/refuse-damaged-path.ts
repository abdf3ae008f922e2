import { invalidRequest } from "#lib/errors.ts";
import { respond } from "./answer.ts";

const WORDS = "The address is damaged: its % escapes are not UTF-8.";

/**
 * 400 for a path that cannot be decoded (`%ff`, `%zz`), which Next answers with 500 where a part of the path has a name: a problem document for the
 * API, a sentence for a browser. Null for any other path.
 */
export function refuseDamagedPath(request: Request): Promise<Response> | null {
  const path = new URL(request.url).pathname;
  if (isDecodable(path)) return null;
  return respond(request, () => {
    if (path.startsWith("/api/")) throw invalidRequest([{ path: "", message: WORDS }]);
    return new Response(WORDS, { status: 400, headers: { "content-type": "text/plain; charset=utf-8" } });
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
