/**
 * A call's name in the form that providers take back in a history (OpenAI: `^[a-zA-Z0-9_-]{1,64}$`): one call of `functions.shell` must
 * not make every later request of the chat fail with 400. Names that every object has are changed too: @ai-sdk/openai looks names up in a
 * plain object and would send what it inherits.
 */
export function wireToolName(name: string): string {
  const allowed = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
  if (allowed === "") return "unnamed";
  return allowed in Object.prototype ? `not_${allowed}` : allowed;
}
