import { type Bench, startBench } from "./support/contenders.ts";
import { bareTurn, newChat, productTurn, type Turn } from "./support/drive.ts";
import { median, row } from "./support/figures.ts";

/** A turn with ten tool iterations, everything durable, against the bare route that stores nothing; and the first token of a plain answer. */
const TEN_TOOLS = "ten-tools";
const STEPS = [
  ...Array.from({ length: 10 }, () => ({ calls: [{ tool: "file_system", args: { action: "list", path: "." } }] })),
  { text: 32 },
];
/** Enough for both servers' code to be compiled: with a quarter of it, two runs of one commit differed by 5 %. */
const WARM_UP = 60;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200);

const bench = await startBench(TEN_TOOLS, STEPS);
try {
  const chats: string[] = [];
  for (let index = 0; index < WARM_UP + ROUNDS; index++) chats.push(await newChat(bench));
  const { bare, product } = await measure(
    bench,
    () => bareTurn(bench, TEN_TOOLS),
    () => productTurn(bench, chats.pop() ?? ""),
  );
  row("ten tool iterations: CPU, × bare route", ratio(product.cpuMs, bare.cpuMs, "ms"), product.cpuMs / bare.cpuMs, 1.0);
  row("ten tool iterations: wall at the median, × bare route", ratio(product.wallMs, bare.wallMs, "ms"), product.wallMs / bare.wallMs, 1.2);
} finally {
  await bench.stop();
}

const plain = await startBench("fake:text=32");
try {
  // A chat of its own for every five turns: some history, as people have it.
  const chat = { id: "", turns: 0 };
  const { bare, product } = await measure(
    plain,
    () => bareTurn(plain, "fake:text=32"),
    async () => {
      if (chat.turns++ % 5 === 0) chat.id = await newChat(plain);
      return productTurn(plain, chat.id);
    },
  );
  row(
    "first token at the median, × bare route",
    ratio(product.firstTextMs, bare.firstTextMs, "ms"),
    product.firstTextMs / bare.firstTextMs,
    1.0,
  );
} finally {
  await plain.stop();
}

interface Cost extends Turn {
  cpuMs: number;
}

/** Turn about, so that whatever else the machine does is shared by both. */
async function measure(
  servers: Bench,
  bareTurnOnce: () => Promise<Turn>,
  productTurnOnce: () => Promise<Turn>,
): Promise<{ bare: Cost; product: Cost }> {
  for (let round = 0; round < WARM_UP; round++) for (const turn of [bareTurnOnce, productTurnOnce]) await turn();
  const before = { bare: servers.bare.cpuMs(), product: servers.product.cpuMs() };
  const turns = { bare: [] as Turn[], product: [] as Turn[] };
  for (let round = 0; round < ROUNDS; round++) {
    turns.bare.push(await bareTurnOnce());
    turns.product.push(await productTurnOnce());
  }
  return {
    bare: costOf(turns.bare, servers.bare.cpuMs() - before.bare),
    product: costOf(turns.product, servers.product.cpuMs() - before.product),
  };
}

function costOf(turns: Turn[], cpuMs: number): Cost {
  return {
    cpuMs: cpuMs / turns.length,
    wallMs: median(turns.map((each) => each.wallMs)),
    firstTextMs: median(turns.map((each) => each.firstTextMs)),
  };
}

function ratio(ours: number, theirs: number, unit: string): string {
  return `${(ours / theirs).toFixed(2)}× (${ours.toFixed(1)} against ${theirs.toFixed(1)} ${unit})`;
}
