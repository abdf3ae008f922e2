/** What the form of an agent holds, as the API takes it. The server says what of it cannot be. */
export function readAgentForm(fields: FormData) {
  const text = (name: string) => String(fields.get(name) ?? "");
  const all = (name: string) => fields.getAll(name).map(String);
  const list = (name: string) => ({
    names: [...all(`${name}.names`), ...wordsOf(text(`${name}.others`))],
    effects: all(`${name}.effects`),
  });
  return {
    name: text("name"),
    description: text("description"),
    // A text field has line feeds alone.
    instructions: text("instructions"),
    model: text("model").trim() || null,
    tools: { allow: text("allow") === "all" ? null : list("allow"), deny: list("deny") },
    approvalMode: text("approvalMode"),
    temperature: numberOf(text("temperature")),
    iterations: numberOf(text("iterations")),
    skills: text("skills") === "all" ? null : all("skills.names"),
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

/** Null for nothing. What is no number stays a text, for the server to refuse. */
function numberOf(text: string): number | string | null {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  const number = Number(trimmed);
  return Number.isNaN(number) ? trimmed : number;
}
