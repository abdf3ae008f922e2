import { z } from "zod";

/**
 * A name that others read: of a person, an organization, a key. 1 to 100 characters after trimming; no control, zero-width or bidirectional
 * characters, with which one name could be made to look like another.
 */
export const nameSchema = z
  .string()
  .transform((value) => value.trim().normalize("NFC"))
  .pipe(
    z
      .string()
      .min(1, "A name has 1 character or more.")
      .max(100, "A name has 100 characters at most.")
      .regex(/^[^\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*$/u, "A name has no control or invisible characters."),
  );
