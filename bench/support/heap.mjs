// Loaded into the servers that are measured (`--import`): on SIGUSR2 collects garbage and writes the heap in use, in bytes, to a file.
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const file = `${process.env.BENCH_HEAP_FOLDER}/${process.pid}`;
  // Whoever waits for the file must not find it empty.
  writeFileSync(`${file}.part`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.part`, file);
});
