const SIGNATURES: readonly (readonly [prefix: string, name: string])[] = [
  ["%PDF-", "a PDF document"],
  ["\x89PNG", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["PK\x03\x04", "a ZIP archive or office document"],
  ["\x1f\x8b", "a gzip archive"],
  ["\x7fELF", "an ELF program"],
  ["MZ", "a Windows program"],
  ["\xd0\xcf\x11\xe0", "an old office document"],
  ["ID3", "an MP3 file"],
];

/** What binary content is by its first bytes, in words; null when they say nothing. */
export function describeBinary(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  return SIGNATURES.find(([prefix]) => start.startsWith(prefix))?.[1] ?? null;
}
