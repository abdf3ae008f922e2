import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** A span as it arrived; `service` is of the resource that it came with. */
export interface ArrivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  /** By their place in the protocol: internal is 1, client 3. */
  kind: number;
  startMs: number;
  endMs: number;
  isError: boolean;
  facts: Record<string, unknown>;
}

export interface OtlpCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  /** What it answers from now on; null: nothing at all. */
  answer: number | null;
  /** Every request, taken or not. */
  requests: { path: string; headers: IncomingHttpHeaders; body: string }[];
  /** What was taken. */
  spans(): ArrivedSpan[];
  close(): Promise<void>;
}

/** A collector as the OTLP/HTTP specification has it, for JSON: it takes `POST /v1/traces` and nothing else. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const taken: ArrivedSpan[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    collector.requests.push({ path: request.url ?? "", headers: request.headers, body });
    if (collector.answer === null) return;
    const isOurs = request.method === "POST" && request.url === "/v1/traces" && request.headers["content-type"] === "application/json";
    const status = isOurs ? collector.answer : 404;
    if (status === 200) taken.push(...spansOf(body));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const collector: OtlpCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: 200,
    requests: [],
    spans: () => taken,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return collector;
}

interface AnyValue {
  stringValue?: string | undefined;
  intValue?: string | number | undefined;
  doubleValue?: number | undefined;
  boolValue?: boolean | undefined;
  arrayValue?: { values: AnyValue[] } | undefined;
}

const anyValue: z.ZodType<AnyValue> = z.lazy(() =>
  z.strictObject({
    stringValue: z.string().optional(),
    intValue: z.union([z.string(), z.number()]).optional(),
    doubleValue: z.number().optional(),
    boolValue: z.boolean().optional(),
    arrayValue: z.strictObject({ values: z.array(anyValue) }).optional(),
  }),
);
const attributes = z.array(z.strictObject({ key: z.string(), value: anyValue }));
const nanoseconds = z.string().regex(/^\d+$/);

/** `ExportTraceServiceRequest` of opentelemetry-proto, in its JSON form. */
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z
                .string()
                .regex(/^[0-9a-f]{16}$/)
                .optional(),
              name: z.string(),
              kind: z.number().int(),
              startTimeUnixNano: nanoseconds,
              endTimeUnixNano: nanoseconds,
              attributes,
              events: z.array(z.unknown()).max(0),
              status: z.object({ code: z.number().int() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

function spansOf(body: string): ArrivedSpan[] {
  return exportRequest.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(factsOf(resource.attributes)["service.name"]);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes: given, status, parentSpanId = null, traceId, spanId, name, kind }) => ({
        ...{ service, traceId, spanId, parentSpanId, name, kind },
        startMs: Number(BigInt(startTimeUnixNano) / 1_000_000n),
        endMs: Number(BigInt(endTimeUnixNano) / 1_000_000n),
        isError: status.code === 2,
        facts: factsOf(given),
      })),
    );
  });
}

function factsOf(given: z.infer<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(given.map(({ key, value }) => [key, plain(value)]));
}

function plain({ stringValue, intValue, doubleValue, boolValue, arrayValue }: AnyValue): unknown {
  if (arrayValue) return arrayValue.values.map(plain);
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue)) ?? doubleValue ?? boolValue;
}
