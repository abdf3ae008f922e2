import { randomBytes } from "node:crypto";

const LENGTH = 24;
let pool = "";

/** A short unique id; random bytes are drawn 4 KiB at a time, for a load test makes thousands a second. */
export function uniqueId(prefix: string): string {
  if (pool.length < LENGTH) pool = randomBytes(4096).toString("hex");
  const id = prefix + pool.slice(0, LENGTH);
  pool = pool.slice(LENGTH);
  return id;
}
