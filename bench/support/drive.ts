import http from "node:http";
import { API_KEY, type Bench } from "./contenders.ts";

const agent = new http.Agent({ keepAlive: true, maxSockets: 1_000 });

export interface Turn {
  firstTextMs: number;
  wallMs: number;
}

/** What a reader sees of each piece of text: the text and when it came, on this machine's monotonic clock in ns. */
export type OnText = (text: string, atNs: bigint) => void;

/** One turn of the bare route. */
export function bareTurn({ bare }: Bench, model: string, onText?: OnText): Promise<Turn> {
  return stream(`${bare.url}/api/chat`, { text: "Go.", model }, {}, onText);
}

/** One turn in a chat of the product: session, history, gate, records and all. */
export async function productTurn({ product }: Bench, chatId: string, onText?: OnText): Promise<Turn> {
  const body = { text: "Go.", clientMessageId: crypto.randomUUID() };
  return stream(
    `${product.url}/api/chats/${chatId}/messages`,
    body,
    { authorization: `Bearer ${API_KEY}`, accept: "text/event-stream" },
    onText,
  );
}

export async function newChat({ product }: Bench): Promise<string> {
  const response = await fetch(`${product.url}/api/chats`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    body: "{}",
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

function stream(url: string, body: object, headers: Record<string, string>, onText?: OnText): Promise<Turn> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let firstTextMs = 0;
    let rest = "";
    const request = http.request(
      url,
      { method: "POST", agent, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        if (response.statusCode !== 200) return void reject(new Error(`${url} answered ${response.statusCode}`));
        response.setEncoding("utf8");
        response.on("data", (piece: string) => {
          if (!firstTextMs && piece.includes('"text-delta"')) firstTextMs = performance.now() - startedAt;
          if (!onText) return;
          const atNs = process.hrtime.bigint();
          const lines = (rest + piece).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) if (line.includes('"text-delta"')) onText((JSON.parse(line.slice(6)) as { delta: string }).delta, atNs);
        });
        response.on("end", () => resolve({ firstTextMs, wallMs: performance.now() - startedAt }));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}
