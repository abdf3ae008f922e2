/**
 * What a page may load and do. Scripts and styles only from our own files or with this answer's nonce; no inline script, style element or style
 * attribute; images only of our own (a remote one in a message could carry words away); nobody may frame us.
 *
 * @param nonce new for every answer
 * @param isDevelopment the development server compiles with `eval` and puts styles into the page
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  const directives = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": isDevelopment ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}
