// Loaded into the servers that are measured (`--import`): on SIGUSR2 collects garbage and writes the heap in use, in bytes, to a file.
import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  writeFileSync(`${process.env.BENCH_HEAP_FOLDER}/${process.pid}`, String(process.memoryUsage().heapUsed));
});
