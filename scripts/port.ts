import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "./bootstrap/refusal.mjs";
import { portProblem } from "./free-port.ts";

/** What a killed launcher has left behind may hold the port for as long as it takes to end. */
const PATIENCE_MS = 12_000;

/** @throws Refusal when the web could not listen there; `isPatient`: the one who has it is known to be leaving */
export async function refuseTakenPort(port: number, host: string, isPatient: boolean): Promise<void> {
  const giveUpAt = Date.now() + (isPatient ? PATIENCE_MS : 0);
  for (;;) {
    const problem = await portProblem(port, host);
    if (problem === null) return;
    if (problem !== "EADDRINUSE" || Date.now() >= giveUpAt) throw new Refusal(sentenceFor(problem, port, host));
    await sleep(200);
  }
}

function sentenceFor(problem: string, port: number, host: string): string {
  switch (problem) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program. Choose another one (PORT=${port < 65_535 ? port + 1 : 3000}), or stop that program, and start again.`;
    case "EACCES":
      return `This user may not listen on port ${port}. Choose one above 1023 (PORT=3000), and start again.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST=${host} is no address of this machine. Use 127.0.0.1 for this machine alone or 0.0.0.0 for all its addresses, and start again.`;
    default:
      return `Port ${port} on ${host} cannot be used (${problem}). Choose another HOST or PORT, and start again.`;
  }
}
