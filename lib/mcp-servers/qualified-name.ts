import { createHash } from "node:crypto";
import { smallLetters } from "#lib/tools/tool-name.ts";

/** What model providers take as the name of a function. */
const MAX_CHARS = 64;
const DIGEST_CHARS = 8;

/** A server's name: letters, digits and single hyphens between them, so that `__` behind it ends it. */
export const SERVER_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_SERVER_NAME_CHARS = 24;

/**
 * What a model, a rule and the record call a tool of a server: `mcp__<server>__<tool>` in small letters. It follows from the two names alone, so it is the
 * same whatever else is connected, and in which order. A tool whose name does not fit carries the beginning of its digest.
 */
export function qualifiedName(server: string, tool: string): string {
  const prefix = `mcp__${server}__`;
  const small = smallLetters(tool);
  const room = MAX_CHARS - prefix.length;
  if (/^[a-z0-9_-]+$/.test(small) && small.length <= room) return `${prefix}${small}`;
  const digest = createHash("sha256").update(tool).digest("hex").slice(0, DIGEST_CHARS);
  return `${prefix}${small.replace(/[^a-z0-9_-]/gu, "_").slice(0, room - DIGEST_CHARS - 1)}_${digest}`;
}
