import { type Bench, startBench } from "./support/contenders.ts";
import { bareTurn, newChat, productTurn, type Turn } from "./support/drive.ts";
import { quantile, row } from "./support/figures.ts";

/** Many people at once: 200 streams at 20 tokens a second. Each token carries the model server's clock, so its delay is exact. */
const STREAMS = Number(process.env.BENCH_STREAMS ?? 200);
const TOKENS = 200;
const SCRIPT = `fake:text=${TOKENS},rate=20,stamp`;

const bench = await startBench(SCRIPT);
try {
  const bare = await measure(
    bench.bare,
    () => Promise.resolve(""),
    (_, onText) => bareTurn(bench, SCRIPT, onText),
  );
  const product = await measure(
    bench.product,
    () => newChat(bench),
    (chatId, onText) => productTurn(bench, chatId, onText),
  );
  row(`${STREAMS} streams: CPU per token, × bare route`, ratio(product.cpuUs, bare.cpuUs, "µs"), product.cpuUs / bare.cpuUs, 0.6);
  row(
    `${STREAMS} streams: heap per open stream, × bare route`,
    ratio(product.heapKib, bare.heapKib, "KiB"),
    product.heapKib / bare.heapKib,
    0.5,
  );
  row(`${STREAMS} streams: added at p95`, `${product.lateMs.toFixed(1)} ms (bare route ${bare.lateMs.toFixed(1)} ms)`, product.lateMs, 50);
} finally {
  await bench.stop();
}

interface Load {
  cpuUs: number;
  heapKib: number;
  lateMs: number;
}

async function measure(
  server: Bench["bare"],
  prepare: () => Promise<string>,
  turn: (chatId: string, onText: (text: string, atNs: bigint) => void) => Promise<Turn>,
): Promise<Load> {
  const chats: string[] = [];
  for (let index = 0; index < STREAMS + 5; index++) chats.push(await prepare());
  await Promise.all(chats.splice(STREAMS).map((chatId) => turn(chatId, () => undefined)));
  const lateMs: number[] = [];
  let tokens = 0;
  const heapBefore = await server.heapKib();
  const cpuBefore = server.cpuMs();
  const open = chats.map((chatId) =>
    turn(chatId, (text, atNs) => {
      // Several tokens may share one event: each brings its own clock.
      for (const stamp of text.trim().split(/\s+/)) {
        if (!/^\d{10,}$/.test(stamp)) continue;
        tokens++;
        lateMs.push(Number(atNs - BigInt(stamp)) / 1e6);
      }
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const heapKib = ((await server.heapKib()) - heapBefore) / STREAMS;
  await Promise.all(open);
  if (tokens < STREAMS * TOKENS * 0.99) throw new Error(`Only ${tokens} of ${STREAMS * TOKENS} tokens arrived.`);
  return { cpuUs: ((server.cpuMs() - cpuBefore) * 1000) / tokens, heapKib, lateMs: quantile(lateMs, 0.95) };
}

function ratio(ours: number, theirs: number, unit: string): string {
  return `${(ours / theirs).toFixed(2)}× (${ours.toFixed(1)} against ${theirs.toFixed(1)} ${unit})`;
}
