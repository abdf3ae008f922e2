import childProcess from "node:child_process";
import dgram from "node:dgram";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import workerThreads from "node:worker_threads";

/**
 * Makes Node.js refuse what a unit test may not do, however deep in the code under test it is asked for: start a process or a thread,
 * listen, connect. What needs these is slower than a unit test may be, and belongs in an `*.integration.test.ts`.
 */
export function keepToOneThread(): void {
  const startProcess = refusing("start a process");
  // All that does not wait for its child ends in this method; the others have it under their own names only.
  Object.assign(childProcess.ChildProcess.prototype, { spawn: startProcess });
  Object.assign(childProcess, { spawnSync: startProcess, execSync: startProcess, execFileSync: startProcess });
  Object.assign(workerThreads, { Worker: refusing("start a thread") });
  Object.assign(net.Server.prototype, { listen: refusing("listen on a socket") });
  Object.assign(net.Socket.prototype, { connect: refusing("open a connection") });
  Object.assign(dgram.Socket.prototype, { bind: refusing("open a socket") });
  syncBuiltinESMExports();
}

/** A function, and no arrow, because `new` is said to one of them. */
function refusing(act: string) {
  return function refuse(): never {
    throw new Error(`A unit test may not ${act}. End the name of its file in .integration.test.ts.`);
  };
}
