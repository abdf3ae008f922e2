import { randomBytes } from "node:crypto";

const TEMPORARY_NAME = /^\.cs-[0-9a-f]{32}$/;

/** The name of a file that is being written; no path may have it. */
export function newTemporaryName(): string {
  return `.cs-${randomBytes(16).toString("hex")}`;
}

export function isTemporaryName(name: string): boolean {
  return TEMPORARY_NAME.test(name);
}
