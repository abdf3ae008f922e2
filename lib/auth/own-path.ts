/**
 * Where to go after signing in. Only a path of our own origin is followed; anything else, also what merely looks like a path
 * (`//evil.test`, `/\evil.test`, `/%09/evil.test`, `javascript:`), becomes `/`.
 *
 * @param origin when given, an absolute address of this origin is accepted too
 */
export function ownPath(value: string | null | undefined, origin?: string): string {
  if (!value || value.length > 2_000) return "/";
  const path = origin && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
  if (!isPlainPath(path) || !isPlainPath(decoded(path))) return "/";
  // What a browser would make of it, whatever it looks like to us.
  const base = "http://own.invalid";
  const resolved = URL.canParse(path, base) ? new URL(path, base) : null;
  return resolved?.origin === base ? `${resolved.pathname}${resolved.search}${resolved.hash}` : "/";
}

/** One slash first, and nothing that browsers drop or turn into a slash. */
function isPlainPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what browsers drop
  return path.startsWith("/") && !/^\/\s*[/\\]/.test(path) && !/[\u0000-\u001f\u007f\\]/.test(path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}
