import { Callout } from "#components/ui/callout.tsx";

/** Who answers while no model is connected, and how to connect one. */
export function ModelNote({ className }: { className?: string }) {
  return (
    <Callout title="Demo model: fixed rules, no AI" className={className}>
      It understands a few sentences in English and Spanish, and drives the real tools through the real gate. To connect a model, start the
      server with <code className="font-mono">OPENAI_API_KEY</code>, with <code className="font-mono">OPENAI_BASE_URL</code> for any
      compatible service, or with Ollama running on the same machine.
    </Callout>
  );
}
