import { type GateContext, workspaceOf } from "#lib/gate/index.ts";
import { beginCall } from "#lib/runs/begin-call.ts";
import type { CallRow } from "#lib/runs/run-state.ts";
import { executingChunks } from "./call-chunks.ts";
import type { Drive } from "./drive.ts";
import { endCall } from "./end-call.ts";

/** What the gate is told of a driven run, and how what it does is written down: the ticket before a call acts, and its end. */
export async function gateContext(drive: Drive): Promise<GateContext> {
  const { journal, lease, signal } = drive;
  return {
    get tenant() {
      return drive.tenant;
    },
    signal,
    workspace: await workspaceOf(lease.tenantId),
    get workspaceBytes() {
      return journal.rights.allowance.limits.workspaceBytes;
    },
    authority: () => drive.authority(),
    begin: async ({ id }, { ruleId, effect, standing }, { role, policy, agent }) => {
      const call = callOf(drive, id);
      journal.append(executingChunks(call));
      call.startedAt = new Date();
      const begun = await journal.write(
        beginCall(lease, call, { ruleId, effect, role, policyVersion: policy.version, agent, grant: standing?.grant ?? null }),
      );
      if (begun === "begun") call.effect = effect;
      // What was read before this call used one of its uses is true no more.
      if (begun === "decide-again" || standing) drive.forgetRights();
      // The row knows it before the notice is heard, and the model must not go on meanwhile.
      if (begun === "stopped") drive.stop("cancel");
      return begun;
    },
    onOutput: (call, text) =>
      journal.append([{ type: "data-output", data: { toolCallId: callOf(drive, call.id).toolCallId, text }, transient: true }]),
    record: ({ id }, settled) => endCall(drive, callOf(drive, id), settled),
  };
}

function callOf({ state }: Drive, id: string): CallRow {
  const call = state.calls.find((candidate) => candidate.id === id);
  if (!call) throw new Error(`Call ${id} is not of this run.`);
  return call;
}
