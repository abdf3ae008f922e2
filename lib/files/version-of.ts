import { createHash } from "node:crypto";

/** The version of a file: the SHA-256 of its bytes in lower-case hex. The same content is the same version, whoever wrote it and when. */
export function versionOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
