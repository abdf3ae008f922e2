/**
 * A call's name in the form that providers take back in a history (OpenAI: `^[a-zA-Z0-9_-]{1,64}$`): one call of `functions.shell` must
 * not make every later request of the chat fail with 400.
 */
export function wireToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}
