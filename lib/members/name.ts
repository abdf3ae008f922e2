import { z } from "zod";

/**
 * What nobody sees, or what changes how the rest is read: control characters, ends of lines, what Unicode calls ignorable (zero-width and bidirectional
 * characters, tags, fillers) and the empty Braille cell. Only the sign behind an emoji that says how to draw it may stand.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|^[\ufe0e\ufe0f]/u;

/**
 * A name that others read: of a person, an organization, a key, an agent, a destination. 1 to 100 characters after trimming; none that cannot be
 * seen, with which one name could be made to look like another.
 */
export const nameSchema = z
  .string()
  .transform((value) => value.trim().normalize("NFC"))
  .pipe(
    z
      .string()
      .min(1, "A name must not be empty.")
      .max(100, "A name has 100 characters at most.")
      .refine((name) => !UNSEEN.test(name), "A name has no control or invisible characters."),
  );
