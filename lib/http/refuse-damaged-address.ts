import { invalidRequest } from "#lib/errors.ts";
import { respond } from "./answer.ts";

const BROKEN_ESCAPES = "The address is damaged: its % escapes are not UTF-8.";
const NUL_IN_QUERY = "The address is damaged: it has a NUL character behind its question mark.";

/**
 * 400 for a path that cannot be decoded (`%ff`, `%zz`), which Next answers with 500 where a part of the path has a name, and for a page whose query
 * has a NUL, which PostgreSQL compares with nothing: a problem document for the API, a sentence for a browser. Null for any other address.
 * The API's own queries are read by `readInput`, which makes them storable.
 */
export function refuseDamagedAddress(request: Request): Promise<Response> | null {
  const { pathname, search } = new URL(request.url);
  const isApi = pathname.startsWith("/api/");
  const words = isDecodable(pathname) ? (!isApi && search.includes("%00") ? NUL_IN_QUERY : null) : BROKEN_ESCAPES;
  if (words === null) return null;
  return respond(request, () => {
    if (isApi) throw invalidRequest([{ path: "", message: words }]);
    return new Response(words, { status: 400, headers: { "content-type": "text/plain; charset=utf-8" } });
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
