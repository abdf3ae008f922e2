// Characters that a reader does not see and a model does: what Unicode calls default-ignorable (zero-width and bidirectional marks, soft
// hyphen, fillers, variation selectors, the tag block), control characters without tab and line feed, interlinear annotation.
const INVISIBLE = /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/gu;

/** The text without characters that carry nothing visible. Line ends become `\n`; lone surrogates U+FFFD. */
export function stripInvisible(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\x85]/g, "\n")
    .replace(INVISIBLE, "")
    .toWellFormed();
}
