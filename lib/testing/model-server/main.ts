import { parseArgs } from "node:util";
import { startModelServer } from "./start-model-server.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4010" },
    host: { type: "string", default: "127.0.0.1" },
    keep: { type: "string", default: "200" },
    lenient: { type: "boolean", default: false },
  },
});

const server = await startModelServer({
  port: Number(values.port),
  host: values.host,
  keep: Number(values.keep),
  isStrict: !values.lenient,
});
process.stdout.write(`model server: OpenAI on ${server.url}, Ollama on ${server.ollamaUrl}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close().then(() => process.exit(0)));
