import { z } from "zod";

/** An unset variable and an empty one mean the same: compose files and shells write `NAME=` for "nothing". */
const text = z.preprocess((value) => (value === "" ? undefined : value), z.string().optional());
/** The same without blanks around it: a file written on Windows, or a secret read from one, ends in a line break that no header and no address takes. */
const word = z.preprocess((value) => (typeof value === "string" ? value.trim() || undefined : value), z.string().optional());
const PORT_WORDS = "must be a whole number from 0 to 65535, such as 3000";
const port = word.pipe(
  z
    .string()
    .regex(/^[0-9]{1,5}$/, PORT_WORDS)
    .transform(Number)
    .pipe(z.number().max(65_535, PORT_WORDS))
    .optional(),
);

/** An address that HTTP is spoken at. */
function address(example: string) {
  return word.pipe(z.url({ protocol: /^https?$/, error: `must be an address such as ${example}` }).optional());
}

const schema = z.object({
  PORT: port.default(3000),
  HOST: word.default("127.0.0.1"),
  DATA_DIR: text.default(".data"),
  DATABASE_URL: word,
  /** An address without a scheme is one of Redis; one of something else is not. */
  REDIS_URL: word.pipe(
    z
      .string()
      .regex(/^(?:rediss?:\/\/|(?![a-z][a-z0-9+.-]*:\/\/))/i, "must be an address such as redis://127.0.0.1:6379")
      .optional(),
  ),
  AUTH_SECRET: text,
  MODEL: word.pipe(
    z
      .string()
      .regex(/^(?:demo$|(?:openai|openai-compatible|ollama):\s*\S)/, "must be openai:<id>, openai-compatible:<id>, ollama:<id> or demo")
      .optional(),
  ),
  OPENAI_API_KEY: word,
  OPENAI_BASE_URL: address("http://127.0.0.1:8000/v1"),
  OLLAMA_BASE_URL: address("http://127.0.0.1:11434").default("http://127.0.0.1:11434"),
  ADMIN_EMAIL: text,
  ADMIN_PASSWORD: text,
  ADMIN_ORGANIZATION: text,
  ADMIN_API_KEY: text,
  SANDBOX: z.preprocess((value) => (value === "" ? undefined : value), z.enum(["bwrap", "none"]).optional()),
  WEB_FETCH_ALLOW: text.default(""),
  LOG_LEVEL: z.preprocess((value) => (value === "" ? undefined : value), z.enum(["debug", "info", "warn", "error"]).default("info")),
  OTEL_EXPORTER_OTLP_ENDPOINT: address("http://127.0.0.1:4318"),
  /** Set by the launcher for its children: the connection of the application's role, which owns nothing and obeys row-level security. */
  COUNTERSIGN_APP_DATABASE_URL: text,
});

export type Env = z.infer<typeof schema>;

/** The name of every variable that configures the product. */
export const VARIABLES: readonly string[] = Object.keys(schema.shape);

let cached: Env | undefined;

/**
 * The configuration of this process, read once. The only place that reads `process.env`.
 * @throws Error naming the variable and what it must look like.
 */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The configuration is not usable. ${lines.join("; ")}. README.md lists every variable.`);
}
