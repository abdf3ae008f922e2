import { actOf, argumentsOf } from "#components/approval-card/card-words.ts";
import { count } from "#components/words.ts";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import type { Answered } from "./use-several.ts";

/** The act, and how often: `Run command: 3`. Where the chosen ones do different things, only that they are approved. */
export function actOfAll(requests: readonly ApprovalJson[]): string {
  if (requests.length === 0) return "Approve";
  const acts = new Set(requests.map((request) => actOf(request.tool, argumentsOf(request))));
  const [act] = acts;
  return `${acts.size === 1 ? act : "Approve"}: ${count(requests.length)}`;
}

/** What became of one request by this reader's decision. */
export function answerWords(answered: Answered): string {
  if ("problem" in answered) return answered.problem;
  switch (answered.status) {
    case "approved":
      return "Approved by you";
    case "denied":
      return "Denied by you";
    default:
      return "Your yes is kept. Somebody else must agree too.";
  }
}

/** What became of all, in a line. */
export function answersWords(answers: readonly Answered[]): string {
  const refused = answers.filter((answer) => "problem" in answer).length;
  const decided = `${count(answers.length - refused)} decided`;
  return refused > 0 ? `${decided}; ${count(refused)} not, see there why.` : `${decided}.`;
}
