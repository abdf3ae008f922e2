/** A host as `URL` writes it (small letters, punycode, no dot behind it); null for what is more than a host, or none. */
export function foldHost(text: string): string | null {
  const isName = /^[^\s.:/\\?#@*%[\]][^\s:/\\?#@*%[\]]*$/.test(text);
  const isAddress = /^\[[0-9a-f:.]+\]$/i.test(text);
  return isName || isAddress ? (URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, "") ?? null) : null;
}
