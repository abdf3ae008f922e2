import type { ModuleImports } from "./import-graph.ts";

export interface Violation {
  file: string;
  target: string;
  rule: string;
}

interface Rule {
  /** What may not be imported… */
  target: RegExp;
  /** …except from here. */
  from: RegExp;
  says: string;
  /** Types carry no power to act. */
  allowsTypes?: true;
}

/** Who may reach what. The first five are the chokepoint: nothing acts except through the gate. */
const ONLY: Rule[] = [
  {
    target: /^lib\/tools\/[^/]+\//,
    from: /^lib\/(gate\/(built-in|organization)-tools\.ts$|tools\/)/,
    says: "only the gate's registry knows the tools",
  },
  {
    target: /^lib\/tools\/grant\.ts$/,
    from: /^lib\/(gate\/execute-with-limits\.ts$|tools\/define-tool\.ts$)/,
    says: "only the gate grants execution",
    allowsTypes: true,
  },
  {
    target: /^lib\/sandbox\//,
    from: /^lib\/(sandbox|tools|gate|health)\//,
    says: "only tools start processes, through the sandbox",
    allowsTypes: true,
  },
  { target: /^(node:)?(child_process|cluster)$/, from: /^lib\/sandbox\//, says: "only the sandbox starts processes" },
  {
    target: /^(node:)?(http|https|http2|net|tls|dgram|undici)$/,
    from: /^lib\/(net\/|agent\/models\/|auth\/visit-of\.ts$|http\/problem\.ts$|sandbox\/(probe-sandbox|output-pipe)\.ts$)/,
    says: "only the vetted connection and the model transport open sockets",
    allowsTypes: true,
  },
  { target: /^lib\/gate\/(?!index\.ts$)/, from: /^lib\/gate\//, says: "the gate has one door" },
  { target: /^lib\/agent\/models\/(?!index\.ts$)/, from: /^lib\/agent\/models\//, says: "the models have one door" },
  { target: /^next-auth/, from: /^lib\/auth\/next-auth\.ts$/, says: "next-auth is imported in one file" },
  {
    target: /^(postgres|drizzle-orm\/postgres-js.*|pg)$/,
    from: /^(db\/|lib\/events\/hub\.ts$|lib\/queue\/)/,
    says: "product code reaches rows through a tenant handle",
    allowsTypes: true,
  },
  {
    target: /^db\/client\.ts$/,
    from: /^(db\/|lib\/(events\/hub\.ts|queue\/|auth\/|health\/|members\/|organizations\/|sessions\/|rate-limit\/|processes\/)|worker\/main\.ts)/,
    says: "the pools belong to db",
  },
  { target: /^(bullmq|ioredis)$/, from: /^(lib\/queue\/|db\/migrate\.ts$)/, says: "the queue is one small module" },
  {
    target: /^@ai-sdk\/(openai|openai-compatible)$|^ollama-ai-provider$/,
    from: /^lib\/agent\/models\//,
    says: "providers are behind lib/agent/models",
    allowsTypes: true,
  },
  { target: /^@modelcontextprotocol\//, from: /^lib\/mcp(-client)?\//, says: "the protocol's code is behind lib/mcp and lib/mcp-client" },
  {
    target: /^@modelcontextprotocol\/sdk\/client\//,
    from: /^lib\/mcp-client\/(with-server|open-transport)\.ts$/,
    says: "one place connects to the servers of others",
  },
  {
    target: /^lib\/mcp-client\/(with-server|open-transport)\.ts$/,
    from: /^lib\/(mcp-client\/|(mcp-servers\/read-server-tools|tools\/server-tool\/server-tool)\.ts$)/,
    says: "servers of others are asked for their tools, and called by the tool that the gate grants",
    allowsTypes: true,
  },
  { target: /^@opentelemetry\//, from: /^lib\/tracing\//, says: "OpenTelemetry is behind lib/tracing, and loaded when it is wanted" },
];

/** Layers that never look up, and neighbours that never look across. */
const NEVER: { from: RegExp; target: RegExp; says: string; allowsTypes?: true }[] = [
  {
    from: /^lib\/agent\//,
    target: /^lib\/(tools|sandbox|net)\//,
    says: "the loop reaches tools through the gate alone",
    allowsTypes: true,
  },
  {
    from: /^components\//,
    target: /^(db|worker)\/|^lib\/(gate|agent|tools|sandbox)\//,
    says: "components show, and reach nothing",
    allowsTypes: true,
  },
  { from: /^(lib|db|components)\//, target: /^(app|worker)\//, says: "nothing below imports an entry" },
  { from: /^app\//, target: /^worker\//, says: "app and worker never meet" },
  { from: /^worker\//, target: /^app\//, says: "app and worker never meet" },
  { from: /^lib\/tools\//, target: /^lib\/(gate|agent|policies)\//, says: "a tool knows nothing of policy, gate or loop" },
  {
    from: /^lib\/(sandbox|net|files|shell-analysis|mcp-client)\//,
    target: /^(db\/|lib\/(gate|agent|tools|chats|runs|approvals|policies)\/)/,
    says: "the low tools of tools look up to nobody",
  },
  { from: /^lib\/tracing\//, target: /^(db\/|lib\/(?!tracing\/)[^/]+\/)/, says: "traces know nothing of what they tell of" },
  {
    from: /^lib\/(ids|errors|env|singleton|storable|redact|log|instant|json-shape|within|each-apart|canonical-json)\.ts$/,
    target: /^(db\/|lib\/[^/]+\/)/,
    says: "the ground floor imports nothing above it",
  },
  {
    from: /^lib\/(chats|runs|approvals|policies|agent-profiles|grants|schedules|documents|drafts|destinations|notices|summaries|skills|limits|prices|members|metrics|audit|mcp-servers)\//,
    target: /^lib\/(gate|agent)\//,
    says: "verbs are below the gate",
  },
  { from: /^(app|components|lib|db|worker)\//, target: /^ai$/, says: "the SDK's own loop is not used; its types are", allowsTypes: true },
];

/** Every import that a rule forbids. */
export function findViolations(graph: readonly ModuleImports[]): Violation[] {
  return graph.flatMap(({ file, imports }) =>
    imports.flatMap(({ target, isTypeOnly }) => {
      const only = ONLY.filter((rule) => rule.target.test(target) && !rule.from.test(file) && !(rule.allowsTypes && isTypeOnly));
      const never = NEVER.filter((rule) => rule.from.test(file) && rule.target.test(target) && !(rule.allowsTypes && isTypeOnly));
      return [...only, ...never].map((rule) => ({ file, target, rule: rule.says }));
    }),
  );
}
