/**
 * Requirement id → the tests that prove it, as `file › title`; `%s` and `%j` stand as in the source. An id that is not here has no proof yet.
 * `lib/testing/requirements.test.ts` fails when a cited test is not there.
 */
export const REQUIREMENTS: Readonly<Record<string, readonly string[]>> = {
  R1: [
    "lib/agent/run-agent.db.test.ts › sends the system text first, without the names of tools, and the tools apart",
    "lib/gate/registry.test.ts › shows name, description, schema and facts of each tool, and no handler",
  ],
  R2: [
    "lib/gate/registry.test.ts › shows name, description, schema and facts of each tool, and no handler",
    "lib/gate/registry.test.ts › finds a tool whatever the case of its letters, and always the same one",
  ],
  R3: ["lib/gate/registry.test.ts › finds a tool whatever the case of its letters, and always the same one"],
  R4: ["lib/gate/registry.test.ts › refuses a second tool of a name, naming it"],
  R5: ["lib/gate/registry.test.ts › loses nothing when 1,000 registrations and look-ups run at once"],
  R6: ["lib/gate/registry.test.ts › holds sound tools that say everything, and shows no path of the server"],
  R7: [
    "lib/gate/list-tools.db.test.ts › says of each tool what the rules in force say of each kind of its calls",
    "lib/http/routes.db.test.ts › answer nobody with 401, whatever the method, before they look at anything",
  ],
  R8: ["lib/gate/list-tools.db.test.ts › finds a tool in any case, and none that is not there"],
  R9: ["lib/gate/registry.test.ts › a tool that the gate could not hold to its word does not get in"],
  R10: ["lib/gate/registry.test.ts › a tool that the gate could not hold to its word does not get in"],
  R11: ["lib/gate/registry.test.ts › a tool that the gate could not hold to its word does not get in"],
  R19: [
    "lib/gate/registry.test.ts › the arguments of a registered tool",
    "lib/gate/execute-tool-call.test.ts › is refused and reaches no handler: it %s",
  ],
  R12: [
    "lib/agent/run-agent.db.test.ts › sends the system text first, without the names of tools, and the tools apart",
    "e2e/chat.spec.ts › the tools page shows what the model is told, word for word",
  ],
  R13: [
    "lib/gate/list-tools.db.test.ts › leaves out what a rule denies the caller outright, as if it were not there",
    "lib/policies/evaluate-policy.test.ts › advertises what could be allowed or asked for, and nothing else",
  ],
  R15: [
    "lib/policies/evaluate-policy.test.ts › matches a deny by effect on every tool that has it, so that no twin is left",
    "lib/gate/call-parts.test.ts › is one on every way to write it: %s",
    "lib/tools/web-fetch/web-fetch.integration.test.ts › is led by no redirect to what the rules would not let through; they are asked before anything is looked up",
  ],
  R16: [
    "lib/tools/arguments.test.ts › is what was sent, or undefined, or the fallback",
    "lib/tools/arguments.test.ts › is refused when it is of the wrong type",
  ],
  R17: [
    "lib/agent/run-agent.db.test.ts › refuses unreadable arguments (%s), executes nothing, and goes on",
    "lib/gate/execute-tool-call.test.ts › is refused and reaches no handler: it %s",
  ],
  R18: [
    "lib/agent/run-agent.db.test.ts › gives every call exactly one result with its own id, in the order asked, whatever the model calls them",
    "lib/gate/execute-tool-call.test.ts › is refused and reaches no handler: it %s",
    "lib/agent/provider-cases.db.test.ts › a name in another case is the tool with its rules, and every other name is no tool",
  ],
  R20: [
    "lib/tools/file-system/file-system.test.ts › fails in words when there is no such file, or it is a folder, or it is too large",
    "lib/tools/scheduler/scheduler.db.test.ts › finds the schedules of another organization no more than their ids exist",
  ],
  R21: [
    "lib/gate/call-parts.test.ts › asks about what does more, and says what: %s",
    "lib/gate/call-parts.test.ts › finds it wherever it stands: %s",
    "lib/policies/evaluate-policy.test.ts › balanced: %s using %s (%s)",
    "lib/policies/evaluate-policy.test.ts › matches on the arguments: %o",
  ],
  R22: [
    "lib/policies/evaluate-policy.test.ts › denies what no rule matches",
    "lib/gate/matrix.test.ts › is denied to everyone where nothing allows it, and to auditors always: %s",
  ],
  R23: ["lib/policies/evaluate-policy.test.ts › takes the strictest of all that match, in whatever order they stand"],
  R24: [
    "lib/policies/evaluate-policy.test.ts › denies when a rule cannot be evaluated, whatever the others say",
    "lib/gate/list-tools.db.test.ts › shows nothing to an auditor, and to nobody under rules that cannot be read",
    "lib/gate/execute-tool-call.test.ts › is refused when a check or a rule of the tool breaks: what cannot be judged does not run, and says nothing of our insides",
  ],
  R25: [
    "lib/tool-calls/tool-calls.db.test.ts › has a row for each of five outcomes, and the figures agree with it",
    "lib/approvals/decide-approval.db.test.ts › answers a late click with 'expired' and runs nothing, also before the worker has closed it",
    "lib/approvals/execution.db.test.ts › refuse in words what needed nobody when it was asked for and needs somebody now",
    "lib/agent/recorded-outcomes.db.test.ts › the stored kind of a call that did not run",
  ],
  R26: [
    "lib/agent/run-agent.db.test.ts › gives every call exactly one result with its own id, in the order asked, whatever the model calls them",
    "lib/approvals/execution.db.test.ts › get a request each, also when they are the same; each is decided alone, and results keep the order asked",
    "lib/gate/propose-tool-calls.test.ts › has four forms",
  ],
  R27: [
    "lib/tools/web-fetch/web-fetch.integration.test.ts › fails, having executed, when a redirect leads to a blocked address; the secret is nowhere",
    "lib/approvals/execution.db.test.ts › is refused when a rule denies it by the time it would start",
    "lib/agent/recorded-outcomes.db.test.ts › has one shape for every outcome that was stored here, which agrees with the row that it stands in",
  ],
  R28: [
    "lib/agent/run-agent.db.test.ts › gives every call exactly one result with its own id, in the order asked, whatever the model calls them",
    "lib/agent/pairs.db.test.ts › are pairs in every request of sixty random turns, whatever became of the calls",
  ],
  R29: [
    "lib/approvals/execution.db.test.ts › run one after another: a free one does not start before the one in front of it is decided (%s)",
    "lib/agent/recorded-outcomes.db.test.ts › follow one another in the order asked and do not overlap, reads and writes, as the record tells them",
  ],
  R30: [
    "lib/agent/run-agent.db.test.ts › answers a whole batch that is over the quota, and runs none of it",
    "lib/gate/propose-tool-calls.test.ts › fit the quota together or not at all: after %d, of %d none runs or all may (%d refused)",
  ],
  R31: [
    "lib/agent/run-agent.db.test.ts › goes on after the stored steps, repeats no effect, and calls what may have happened unknown",
    "e2e/survival.spec.ts › runs come to an end, each once, while web and worker are killed at random",
    "lib/agent/atomic-step.db.test.ts › are stored together or not at all: %s cannot be stored, so nothing is, and nothing has acted",
  ],
  R32: [
    "lib/testing/import-graph.test.ts › has no import that a rule forbids",
    "lib/testing/import-graph.test.ts › catches a violation planted in %s: %s",
  ],
  R33: ["lib/testing/import-graph.test.ts › catches a violation planted in %s: %s"],
  R34: [
    "lib/agent/entry-points.db.test.ts › does not run where a rule denies it, and the row names the rule",
    "lib/gate/matrix.test.ts › is denied where a rule denies it: %s from %s",
  ],
  R35: ["lib/agent/entry-points.db.test.ts › does not run where a rule denies it, and the row names the rule"],
  R36: [
    "lib/agent/recorded-outcomes.db.test.ts › has one shape for every outcome that was stored here, which agrees with the row that it stands in",
  ],
  R37: [
    "lib/tools/shell/shell.integration.test.ts › runs out for commands that ignore signals or detach, and nothing is left of them",
    "lib/tools/web-fetch/web-fetch.integration.test.ts › calls a server that drips a time-out that may be tried again",
    "lib/gate/execute-tool-call.test.ts › ends at its limit, also for a handler that does not listen: a failure that may be tried again",
    "lib/gate/execute-tool-call.test.ts › really ends the work of a handler that listens",
  ],
  R38: [
    "lib/gate/execute-tool-call.test.ts › is made once at most, and only for what changes nothing more: %s",
    "lib/agent/recorded-outcomes.db.test.ts › is tried again once when it only reads, and never when it acts",
  ],
  R39: [
    "lib/agent/recorded-outcomes.db.test.ts › fails as a result like any other, and the model goes on: it throws, it fails, it runs out of time",
  ],
  R41: [
    "lib/agent/approvals.db.test.ts › acts a second time only when a person says that it is meant: %s",
    "lib/gate/propose-tool-calls.test.ts › act once by themselves when they change something: people are asked whether the second is meant",
  ],
  R42: [
    "lib/approvals/execution.db.test.ts › get a request each, also when they are the same; each is decided alone, and results keep the order asked",
  ],
  R43: [
    "lib/tool-calls/tool-calls.db.test.ts › has a row for each of five outcomes, and the figures agree with it",
    "lib/agent/recorded-outcomes.db.test.ts › has one shape for every outcome that was stored here, which agrees with the row that it stands in",
  ],
  R44: [
    "lib/tools/file-system/file-system.test.ts › gives a long text in pages that join to the whole, and never splits a character",
    "lib/tools/web-fetch/web-fetch.integration.test.ts › goes on from its cursor until the parts are the whole, character for character",
  ],
  R45: [
    "lib/tools/shell/shell.integration.test.ts › tells exit code, duration and where the whole output is; a failure of the command is not one of the tool",
    "lib/tools/file-system/file-system.test.ts › names the old and the new version, and refuses when the file moved on, without a retry",
  ],
  R47: [
    "lib/approvals/decide-approval.db.test.ts › answers a decision after Stop in words, and nothing runs",
    "lib/agent/cancel.db.test.ts › closes what waits for people: the request is cancelled, a late yes is a conflict, and nothing runs",
    "lib/agent/cancel.db.test.ts › also counts between the yes and the start",
  ],
  R48: [
    "lib/agent/changed-rights.db.test.ts › hold for the call that comes at the end of a long answer: %s, when %s",
    "lib/agent/changed-rights.db.test.ts › hold for the call that stands behind a long one: %s, when %s",
    "lib/agent/changed-rights.db.test.ts › hold for a call that begins also when no notice of it came",
    "lib/approvals/attacks.db.test.ts › executes nothing when this is another by then: %s",
    "lib/approvals/execution.db.test.ts › is refused when a rule denies it by the time it would start",
    "lib/approvals/execution.db.test.ts › is refused when the person who asked is no longer a member",
    "lib/gate/consent.test.ts › does not outlive a rule that denies, and is not needed once a rule allows",
    "lib/gate/consent.test.ts › is measured by what the rule asks for now: %s",
  ],
  R50: [
    "lib/gate/execute-tool-call.test.ts › obeys both answers of whatever rules are in force at its turn: may it, and must somebody be asked",
  ],
  R51: ["lib/policies/evaluate-policy.test.ts › cautious excludes the requester; locked-down lets only reading through; open asks nobody"],
  R52: ["lib/policies/evaluate-policy.test.ts › balanced: %s using %s (%s)"],
  R53: [
    "e2e/approvals.spec.ts › a command waits, reaches the approver's open page within a second, is approved there, and every tab of the chat goes on",
    "lib/approvals/list-approvals.db.test.ts › filters by chat, tool, status and time, and counts what is left, not the page",
  ],
  R54: ["e2e/chat.spec.ts › is decided where the talk is, and the answer goes on"],
  R55: [
    "e2e/approvals.spec.ts › what cannot be seen is written out, and what is long must be read before it can be approved",
    "lib/approvals/list-approvals.db.test.ts › says what the reader may do, who has agreed by name, and what a command would meet",
  ],
  R56: [
    "e2e/approvals.spec.ts › a denial's words stay on the card and reach the agent, which goes on",
    "lib/approvals/execution.db.test.ts › get a request each, also when they are the same; each is decided alone, and results keep the order asked",
  ],
  R57: ["lib/approvals/conversation.db.test.ts › goes on after a denial %s: three more messages are answered"],
  R58: [
    "lib/approvals/decide-approval.db.test.ts › answers a late click with 'expired' and runs nothing, also before the worker has closed it",
    "lib/approvals/decide-approval.db.test.ts › waits without limit unless a rule says otherwise",
  ],
  R59: [
    "lib/approvals/decide-approval.db.test.ts › answers a late click with 'expired' and runs nothing, also before the worker has closed it",
  ],
  R60: ["lib/agent/approvals.db.test.ts › parks the run, runs once after the approval, and the loop goes on"],
  R61: ["e2e/survival.spec.ts › a command that waits survives kill -9 of web and worker, is approved afterwards, and runs exactly once"],
  R62: [
    "lib/approvals/decide-approval.db.test.ts › gives 200 simultaneous decisions one winner and 199 conflicts with the winning state, and runs once",
  ],
  R63: ["lib/approvals/decide-approval.db.test.ts › takes only the decisions that are offered"],
  R64: [
    "lib/approvals/decide-approval.db.test.ts › tells the late one who decided, when and why",
    "lib/tool-calls/tool-calls.db.test.ts › links a denied call to its request and to its entries in the log",
  ],
  R65: [
    "lib/approvals/decide-approval.db.test.ts › lets the %s decide",
    "e2e/approvals.spec.ts › the member sees who may decide and no buttons; another organization sees nothing",
  ],
  R66: ["lib/approvals/decide-approval.db.test.ts › excludes the requester where the rule says so, whatever their role, and says so"],
  R67: [
    "lib/approvals/decide-approval.db.test.ts › keeps it pending until as many have agreed as the rule asks, each person once",
    "lib/approvals/decide-approval.db.test.ts › counts no vote of somebody who was removed or may not decide any more",
  ],
  R68: [
    "lib/approvals/execution.db.test.ts › is not what runs when its row was altered after the decision: the digest no longer fits",
    "lib/approvals/decide-approval.db.test.ts › takes one request's digest for no other, not even of the same command",
    "lib/gate/consent.test.ts › is void for anything else: %s",
  ],
  R71: [
    "lib/approvals/execution.db.test.ts › are what runs; both versions and the editor stand in the record, and the model is told",
    "lib/approvals/decide-approval.db.test.ts › takes nothing that would be decided as something else than was sent",
    "e2e/approvals.spec.ts › changed arguments are checked first: what is refused stays pending, what is not runs",
  ],
  R76: [
    "lib/approvals/execution.db.test.ts › get a request each, also when they are the same; each is decided alone, and results keep the order asked",
  ],
  R77: ["e2e/approvals.spec.ts › Enter never approves by itself, and typing is no command"],
  R78: [
    "e2e/approvals.spec.ts › a click right after the card moved does nothing",
    "e2e/approvals.spec.ts › j and k go through the list, and rows do not move under the pointer",
  ],
  R79: [
    "e2e/approvals.spec.ts › the badge is light for one and heavy from three; four that come together are one notice, and old ones are none",
    "components/live/coalesce.test.ts › are told once, as their sum, when nothing more has come for a pause",
  ],
  R80: [
    "lib/approvals/list-approvals.db.test.ts › filters by chat, tool, status and time, and counts what is left, not the page",
    "lib/approvals/list-approvals.db.test.ts › holds every record that the list counts, one a line, with nothing that a spreadsheet would calculate",
  ],
  R82: ["lib/policies/evaluate-policy.test.ts › cautious excludes the requester; locked-down lets only reading through; open asks nobody"],
  R85: ["lib/tools/file-system/file-system.test.ts › writes, lists and reads a file"],
  R86: [
    "lib/files/parse-path.test.ts › refuses %j, which leads or might lead elsewhere",
    "lib/files/parse-path.test.ts › says that %j is no path",
  ],
  R87: ["lib/files/read-file.test.ts › does not take a folder whose name only begins like the workspace's for a part of it"],
  R88: [
    "lib/files/read-file.test.ts › refuses links wholly: to a file outside, to one inside, to nothing, and a linked folder on the way",
    "lib/files/write-file.test.ts › never writes through a link, also one to a place that does not exist yet",
  ],
  R89: [
    "lib/files/races.integration.test.ts › 1,000 reads never show a byte from outside, where a check before the read does",
    "lib/files/races.integration.test.ts › 2,000 writes land inside or nowhere",
  ],
  R90: [
    "lib/files/parse-path.test.ts › refuses %j",
    "lib/tools/file-system/file-system.test.ts › shows a blocked name and never what is in it; a name cannot forge a line",
  ],
  R91: [
    "lib/files/read-file.test.ts › reads 1,048,576 bytes and refuses 1,048,577",
    "lib/files/write-file.test.ts › takes 1,048,576 bytes and refuses 1,048,577 before anything is touched",
  ],
  R92: [
    "lib/shell-analysis/analyze-command.test.ts › as %s, with a folder, in capitals and as a Windows program",
    "lib/tools/shell/shell.integration.test.ts › refuses %j and names the command",
  ],
  R93: [
    "lib/shell-analysis/analyze-command.test.ts › in any place: %s",
    "lib/shell-analysis/analyze-command.test.ts › in text for a shell and under quotes: %s",
    "lib/shell-analysis/analyze-command.test.ts › behind another prefix: %s",
    "lib/shell-analysis/hidden-commands.test.ts › a blocked command is found in the arguments of a program that runs it",
    "lib/shell-analysis/analyze-command.test.ts › a blocked command is found where a plain shell reads the text otherwise than bash",
  ],
  R94: ["e2e/approvals.spec.ts › a command that the rules block asks nobody, and the agent reports it"],
  R95: [
    "lib/policies/evaluate-policy.test.ts › balanced: %s using %s (%s)",
    "e2e/approvals.spec.ts › a command waits, reaches the approver's open page within a second, is approved there, and every tab of the chat goes on",
  ],
  R96: [
    "lib/tools/shell/shell.integration.test.ts › runs out for commands that ignore signals or detach, and nothing is left of them",
    "lib/sandbox/limits.integration.test.ts › at its time limit, daemons and deaf children included, in 30 runs of 30",
  ],
  R97: [
    "lib/tools/shell/shell.integration.test.ts › of %s has 10,000 characters at most and says how much is missing",
    "lib/sandbox/limits.integration.test.ts › that does not end is stopped, without filling the memory of the server",
  ],
  R98: [
    "lib/sandbox/escape.integration.test.ts › a command cannot break out: %s",
    "lib/sandbox/sandbox-status.integration.test.ts › passes the full design on this machine",
    "lib/tools/shell/shell.integration.test.ts › refuses with words that say what to install",
  ],
  R99: [
    "lib/tools/web-fetch/web-fetch.integration.test.ts › refuses %s as a blocked address, says %s, and dials nothing",
    "lib/net/vet-target.test.ts › refuses %s and says %s",
  ],
  R100: ["lib/net/address-cases.integration.test.ts › has all its cases", "lib/net/vet-target.test.ts › refuses %s and says %s"],
  R101: [
    "lib/net/address-cases.integration.test.ts › has all its cases",
    "lib/net/safe-fetch.integration.test.ts › looks each hop's name up exactly once and dials only what that look-up said, when the name is rebound",
    "lib/net/safe-fetch.integration.test.ts › stops at a private hop, lists the hops, and never dials it",
  ],
  R102: [
    "lib/net/safe-fetch.integration.test.ts › end at the wall clock: %s",
    "lib/net/safe-fetch.integration.test.ts › cuts an endless body at the size limit and hangs up",
    "lib/tools/web-fetch/web-fetch.integration.test.ts › goes on from its cursor until the parts are the whole, character for character",
  ],
  R103: ["lib/agent/models/demo/answer.test.ts › lists the headings of a fetched page, with markup that cannot come to life"],
  R104: [
    "lib/tools/scheduler/scheduler.db.test.ts › makes a draft, and says its times with their zone and that a person must activate it",
    "lib/tools/scheduler/scheduler.db.test.ts › lists with status and next run, twenty at most",
    "lib/tools/scheduler/scheduler.db.test.ts › cancels by id",
    "lib/tools/scheduler/scheduler.db.test.ts › refuses %s before anything happens, and says what is wrong",
  ],
  R106: [
    "lib/files/write-file.integration.test.ts › lets exactly one of many simultaneous writers through, in this process and in others",
    "lib/files/write-file.test.ts › lets the first of two writers through and tells the second both versions",
  ],
  R111: [
    "lib/http/routes.db.test.ts › ignore or refuse an organization or person that is named in query or header",
    "lib/tools/scheduler/scheduler.db.test.ts › finds the schedules of another organization no more than their ids exist",
    "lib/agent/entry-points.db.test.ts › cannot be widened by what its arguments say of organization, person or role",
  ],
  R112: ["lib/agent/run-agent.db.test.ts › composes, asks, acts and goes on until the model has said its last word"],
  R113: ["lib/agent/run-agent.db.test.ts › stops after ten rounds with words, and never lets a repeated call pass unnoticed"],
  R114: ["lib/agent/run-agent.db.test.ts › composes, asks, acts and goes on until the model has said its last word"],
  R115: ["lib/agent/run-agent.db.test.ts › sends the system text first, without the names of tools, and the tools apart"],
  R116: ["e2e/chat.spec.ts › a reload in the middle of an answer loses nothing and says nothing twice"],
  R117: ["lib/agent/run-agent.db.test.ts › remembers calls and results in the next turn"],
  R118: ["lib/agent/run-agent.db.test.ts › composes, asks, acts and goes on until the model has said its last word"],
  R119: [
    "lib/agent/limits.db.test.ts › that asks for more calls than the organization allows runs none of that step, and says which limit, what is used, and who changes it",
    "lib/agent/limits.db.test.ts › with a budget of one token never asks the model",
    "lib/agent/limits.db.test.ts › whose tokens are used up makes no further call and asks no further question",
    "lib/agent/limits.db.test.ts › whose money is used up makes no further call and asks no further question",
    "e2e/metrics.spec.ts › a price that an owner sets is what the next answer costs: under the answer, among the figures, and for a limit",
    "lib/agent/limits.db.test.ts › of a model without a price is not asked where money is limited, and is where it is not",
    "lib/agent/limits.db.test.ts › that is at work for too long is stopped in the middle of an answer, keeps what was said, and says why",
    "lib/agent/limits.db.test.ts › that is used up refuses a message before anything is stored or asked, and says until when",
    "lib/limits/limits.db.test.ts › are changed by owners and admins, version by version, with who, when and what in the log, and by nobody else",
  ],
  R120: [
    "lib/agent/limits.db.test.ts › that fails the same call in the same way eight times in a row is stopped as going round in circles",
    "lib/agent/repeats.test.ts › a run is not stuck when %s",
  ],
  R121: [
    "lib/agent/run-agent.db.test.ts › refuses every call of a step that was cut at the output limit",
    "lib/agent/models/wire/wire.integration.test.ts › refuse the calls of an answer that was cut at its limit",
    "lib/agent/models/wire/wire.integration.test.ts › are stopped when their %s have no end, and count as cut",
  ],
  R122: [
    "e2e/chat.spec.ts › Stop ends the answer, which keeps what had been said",
    "e2e/chat.spec.ts › ends with the run when that is stopped, and says so",
    "lib/agent/cancel.db.test.ts › ends a command and everything that it started, and the call says that it ran",
    "lib/agent/cancel.db.test.ts › drops a message that still waits its turn, and those before and behind it are answered",
    "lib/agent/cancel.db.test.ts › of a message that waits its turn ends the streams of those who wait for its answer, and tells whoever looks at the chat",
    "lib/agent/cancel.db.test.ts › of a run that its driver let go on shutdown keeps what was done, and closes the call that was next",
  ],
  R123: [
    "lib/agent/models/resolve-model.integration.test.ts › serves two agents with two providers at once, each its own",
    "lib/agent/models/wire/wire.integration.test.ts › give a call that comes with %s",
    "lib/agent/models/wire/wire.integration.test.ts › never take a connection that breaks for an end, wherever it breaks",
  ],
  R124: [
    "e2e/chat.spec.ts › a second tab and a colleague see it live, and end with the same transcript",
    "lib/agent/run-agent.db.test.ts › tells the model who speaks once several people do",
  ],
  R125: [
    "e2e/chat.spec.ts › a chat is renamed, deleted and brought back, and the list follows without a reload",
    "e2e/chat.spec.ts › a chat at work is deleted only after a question, with what is under way in it; undo brings back what was said",
    "lib/agent/cancel.db.test.ts › closes what waits for people in it: a late yes is a conflict, nothing runs, and undo brings back what was said",
    "e2e/chat.spec.ts › search finds by part of a name, whatever the case, and takes signs for themselves",
    "lib/chats/export-chat.db.test.ts › writes down who said what, each call with its rule, and lets nothing break out of its fence",
  ],
  R126: [
    "lib/agent/recorded-outcomes.db.test.ts › fails as a result like any other, and the model goes on: it throws, it fails, it runs out of time",
  ],
  R136: [
    "e2e/schedules.spec.ts › a single time that the form was given is kept by the worker, and its run stands in the history and in the chat",
    "worker/worker.db.test.ts › fire a single time within moments of it, drive its run to the end, and complete the schedule",
  ],
  R137: [
    "lib/schedules/fire-schedule.db.test.ts › is a run of its own kind in the schedule's chat, answered by the same loop",
    "lib/metrics/metrics.db.test.ts › tell how late schedules fired, which firings never ran, and what those that ran cost",
  ],
  R138: [
    "worker/worker.db.test.ts › make one run for each due time, although three of them start together",
    "lib/schedules/tick-schedules.db.test.ts › fires each due time once, although four tick at the same moment, fifty times",
    "lib/schedules/tick-schedules.db.test.ts › fires a single time once also when somebody activates its schedule again in the moment after",
  ],
  R139: [
    "lib/schedules/next-runs.test.ts › a named time comes exactly once on every local day, whichever quarter of an hour it is",
    "lib/schedules/next-runs.test.ts › comes at midnight when the clocks skip the end of its day",
    "lib/schedules/preview-timing.test.ts › shows the next five due times in UTC, and fewer when there are fewer",
    "lib/schedules/tick-schedules.db.test.ts › fires once in the hour that comes twice in autumn",
  ],
  R140: [
    "e2e/schedules.spec.ts › what cannot be is refused at its field, in words, and nothing is made",
    "lib/schedules/read-timing.test.ts › refuses %j: %s",
    "lib/schedules/read-timing.test.ts › in the past is refused, naming the time that it is; less than five seconds ago still means now",
  ],
  R141: ["lib/schedules/schedules.db.test.ts › allows exactly the transitions that there are"],
  R142: [
    "lib/schedules/fire-schedule.db.test.ts › is skipped by default, with the reason",
    "lib/schedules/fire-schedule.db.test.ts › waits its turn when told to queue, and follows by itself",
    "lib/schedules/fire-schedule.db.test.ts › takes its place when told to replace",
  ],
  R143: [
    "lib/schedules/tick-schedules.db.test.ts › records every time that was missed and runs nothing for them when told to skip",
    "lib/schedules/tick-schedules.db.test.ts › makes up for all of them with one run by default",
    "lib/schedules/tick-schedules.db.test.ts › makes up for each of them when told so",
    "lib/schedules/schedules.db.test.ts › tells which times passed unseen when it %s after an outage",
    "lib/schedules/schedules.db.test.ts › keeps what is due, and what was taken and has not begun, when a form sends the same timing with another name",
  ],
  R144: [
    "e2e/schedules.spec.ts › what a model makes is a draft until a person activates it; then it fires, waits for its approval and goes on after it",
    "lib/schedules/fire-schedule.db.test.ts › parks on an approval like any other run, and its history tells so and how it ended",
  ],
  R146: [
    "lib/schedules/fire-schedule.db.test.ts › flags the schedule at once when its creator is removed or may only read, and nothing of it fires",
    "lib/schedules/fire-schedule.db.test.ts › denies a firing that was taken before its creator left, and flags the schedule",
    "lib/schedules/fire-schedule.db.test.ts › denies it when its creator may only read now",
  ],
  R147: [
    "e2e/schedules.spec.ts › pause, resume, run now, and a cancel that really stops what runs",
    "worker/worker.db.test.ts › really stops a run that is cancelled",
    "lib/schedules/schedules.db.test.ts › ends with the schedule: cancelling takes a queued run with it, and deleting leaves the chat",
  ],
  R148: [
    "worker/worker.db.test.ts › that is killed in mid-run is replaced by another, and nothing is done twice",
    "worker/worker.db.test.ts › closes requests whose time is over, and hands its runs over when it is told to stop",
    "worker/worker.db.test.ts › keeps the clock although it was started without it, and runs what fired as soon as Redis is there",
  ],
  R149: [
    "worker/at-once.db.test.ts › are three at once, however many claim at the same moment; the fourth waits its turn, says so, and follows",
    "worker/at-once.db.test.ts › are as many at once as its owner says, and no sweep asks for more",
    "worker/at-once.db.test.ts › are driven by two workers, never more than three together, and none is lost",
    "lib/agent/limits.db.test.ts › that waits for a person does not use up its time",
  ],
  R150: [
    "e2e/schedules.spec.ts › what a model makes is a draft until a person activates it; then it fires, waits for its approval and goes on after it",
    "lib/schedules/get-schedule-run.db.test.ts › tells what ran as it was then, what happened, what was called, and what came of it",
    "lib/schedules/get-schedule-run.db.test.ts › can be kept as a file: everything, or a line for each thing that happened, which nobody's words can forge",
    "lib/schedules/run-timeline.test.ts › goes from its time over steps, questions, decisions and calls to its end, in the order in which they happened",
  ],
  R151: [
    "e2e/schedules.spec.ts › a dry run reads and changes nothing, says what would have happened, and is labelled wherever it stands",
    "e2e/schedules.spec.ts › pause, resume, run now, and a cancel that really stops what runs",
    "lib/gate/dry-run.test.ts › no handler of a %s is reached, and the words say what would have happened",
    "lib/schedules/demo-dry-run.db.test.ts › tells of a dry run in words that are meant for people: %s",
    "lib/schedules/dry-run.db.test.ts › goes through the loop and the gate, reads, writes nothing, asks nobody, and tells what would have happened",
    "lib/schedules/dry-run.db.test.ts › begins no call in the database, also when a process took it for a real run",
    "lib/schedules/preview-timing.test.ts › shows the next five due times in UTC, and fewer when there are fewer",
  ],
  R158: [
    "e2e/schedules.spec.ts › what a model makes is a draft until a person activates it; then it fires, waits for its approval and goes on after it",
    "lib/tools/scheduler/scheduler.db.test.ts › makes a draft, and says its times with their zone and that a person must activate it",
  ],
  R159: [
    "lib/http/tenant-route.db.test.ts › is never taken from query, body, header or cookie",
    "lib/http/routes.db.test.ts › ignore or refuse an organization or person that is named in query or header",
    "lib/agent/entry-points.db.test.ts › cannot be widened by what its arguments say of organization, person or role",
    "e2e/pages.spec.ts › a tab goes along when another one switches the organization, and what it still sends reaches neither",
    "lib/http/tenant-route.db.test.ts › is refused on a page that was drawn for another organization or person, and the header that says so gives nothing",
  ],
  R160: [
    "lib/tabs/tab-stream.db.test.ts › the run that it was reading, in the chat that it shows, and no run of another chat or of one that it may not see",
    "lib/tabs/tab-stream.db.test.ts › a chat no longer than it may see it: streams of its run end when its creator makes it private%s",
    "lib/http/routes.db.test.ts › answer an id of nobody, a malformed one and one too long alike, and never with a fault of ours",
    "lib/chats/list-chats.db.test.ts › holds the organization's chats and one's own private ones, in rows, count and search alike",
    "lib/approvals/list-approvals.db.test.ts › is empty for another organization, in list, counts, badge and file, and its ids do not exist there",
  ],
  R161: [
    "lib/http/routes.db.test.ts › answer nobody with 401, whatever the method, before they look at anything",
    "lib/http/routes.db.test.ts › are found when somebody writes one by hand (planted)",
    "lib/auth/page-guard.test.ts › begin with pageActor(), because a layout or a proxy in front guards nothing",
  ],
  R162: [
    "lib/members/members.db.test.ts › is refused to the role %s",
    "lib/members/invitations.db.test.ts › holds only as long as the person who made it could make it: they %s",
    "lib/http/tenant-route.db.test.ts › is looked at again when the body was slow to come: somebody who is %s meanwhile gets %i",
    "lib/approvals/decide-approval.db.test.ts › lets the %s decide",
    "lib/chats/create-chat.db.test.ts › is not for auditors",
  ],
  R165: [
    "lib/agent/secrets.db.test.ts › holds neither the provider's key nor ours, no password, no API key and no session, after all of them were used",
    "lib/agent/secrets.db.test.ts › does not hold the key either when the provider repeats it in an error (%s)",
  ],
  R166: [
    "lib/http/routes.db.test.ts › refuse a write that another site sent with the member's cookie",
    "lib/approvals/not-an-approval.db.test.ts › takes nothing from another site, nor in another form than JSON, nor by GET",
  ],
  R167: [
    "scripts/refusals.integration.test.ts › a public address without a secret",
    "scripts/refusals.integration.test.ts › is refused with a secret of under 32 characters (%s)",
  ],
  R168: [
    "lib/agent/atomic-step.db.test.ts › holds no call of a process that died over its step, which is reserved and stored together",
    "lib/agent/limits.db.test.ts › that is used up refuses a message before anything is stored or asked, and says until when",
    "lib/rate-limit/call-limit.test.ts › counts a member's calls in a minute of the clock, and starts anew with the next",
    "lib/schedules/schedules.db.test.ts › names the limit to whoever has reached it, also when two are made at the same moment",
  ],
  R169: [
    "lib/metrics/metrics.db.test.ts › is the average over successes: 100, 200, 300 ms and a failure are 200, with the very next success in it",
  ],
  R170: [
    "e2e/metrics.spec.ts › each row shows what its calls add up to, by tool, by entry point and by what did not run",
    "lib/metrics/metrics.db.test.ts › answers the last 24 hours by tool: every outcome apart, durations over what was executed, human wait and queue apart",
    "lib/metrics/metrics.db.test.ts › agrees with plain SQL over the rows, for every grouping, filter and series",
    "lib/agent/call-statistics.db.test.ts › statistics of calls that ran, were refused or were denied have the tokens and the cost that their rows have, to the last one",
  ],
  R171: [
    "e2e/metrics.spec.ts › a number leads to its calls, a call to its chat and to its request",
    "lib/tool-calls/tool-calls.db.test.ts › has a row for each of five outcomes, and the figures agree with it",
    "lib/tool-calls/tool-calls.db.test.ts › filters by tool, outcome, reason, person, entry point, model, chat, run and time, and counts what is left",
  ],
  R172: [
    "lib/tool-calls/tool-calls.db.test.ts › links a denied call to its request and to its entries in the log",
    "lib/audit/list-audit.db.test.ts › lists the organization's entries, the newest first, to owners, admins and auditors only",
  ],
  R175: [
    "lib/health/health.db.test.ts › says to everybody what is well and what is not, and to administrators why",
    "lib/health/health.db.test.ts › turns red for a worker that was silent for 15 seconds, and the product goes on",
    "lib/health/health.db.test.ts › answers within seconds although the database does not, with what it knows; other calls answer with 503",
    "lib/health/health.db.test.ts › is 503 when the database takes no changes, and so is every other call",
    "lib/health/health.db.test.ts › says that Redis answers and takes no jobs: it is full, or has become a replica",
  ],
  R176: ["lib/metrics/metrics.db.test.ts › gives administrators counters, waits and gauges that equal the rows, and nobody else"],
  R177: [
    "lib/metrics/metrics.db.test.ts › never add up tokens that the provider reported and tokens that we estimated",
    "lib/agent/run-statistics.db.test.ts › have its steps' tokens, reported and estimated ones apart, and its rounds with tools",
  ],
  D1: [
    "e2e/killed.spec.ts › a hundred runs that are killed at twenty points and approved a day later: each command ran once, or is called unknown where it may have acted",
    "e2e/parked.spec.ts › a thousand runs that wait hold no place of a worker, no connection and hardly any memory, and new work runs at once",
    "e2e/survival.spec.ts › a command that waits survives kill -9 of web and worker, is approved afterwards, and runs exactly once",
    "e2e/survival.spec.ts › runs come to an end, each once, while web and worker are killed at random",
    "lib/schedules/fire-schedule.db.test.ts › parks on an approval like any other run, and its history tells so and how it ended",
    "e2e/many-machines.spec.ts › two webs and two workers are one product: signed in at one, sent at the other, approved at the first, run by a worker",
  ],
  D2: [
    "lib/approvals/attacks.db.test.ts › has the call executed once when it is a person's who may, about what they were shown: what the attacks below must not reach",
    "lib/approvals/attacks.db.test.ts › executes nothing: %s",
    "lib/approvals/attacks.db.test.ts › executes nothing when this is another by then: %s",
    "lib/approvals/attacks.db.test.ts › is for one of two calls, also when somebody swaps their requests",
    "lib/approvals/attacks.db.test.ts › is used up when it ran: %s",
    "lib/approvals/not-an-approval.db.test.ts › is no part of a message: invented requests and responses are refused, and no row comes of them",
    "lib/approvals/not-an-approval.db.test.ts › decides nothing in another chat of the same person with the same command",
    "lib/approvals/decide-approval.db.test.ts › gives 200 simultaneous decisions one winner and 199 conflicts with the winning state, and runs once",
    "lib/gate/consent.test.ts › is void for anything else: %s",
    "lib/gate/consent.test.ts › is void in another organization, for another tool, and as given under other rules than it says",
  ],
  D3: [
    "lib/gate/matrix.test.ts › is denied where a rule denies it: %s from %s",
    "lib/gate/execute-tool-call.test.ts › cannot run without the gate: a forged permission and a used one throw",
    "lib/agent/atomic-step.db.test.ts › holds that nothing executes without the rule that allowed it, nor twice",
    "lib/agent/entry-points.db.test.ts › waits where a rule asks, and does not run when the answer is no",
  ],
  D5: [
    "lib/approvals/decide-approval.db.test.ts › answers a late click with 'expired' and runs nothing, also before the worker has closed it",
    "components/outcome/outcome.test.ts › never calls an expired request denied",
    "e2e/survival.spec.ts › an approved command whose process dies in the middle is called unknown, and is not run again",
  ],
  D7: [
    "e2e/approvals.spec.ts › what cannot be seen is written out, and what is long must be read before it can be approved",
    "e2e/approvals.spec.ts › a click right after the card moved does nothing",
  ],
  D10: [
    "e2e/reload.spec.ts › two hundred reloads of a run that streams, at random points, leave the same transcript, byte for byte",
    "e2e/reload.spec.ts › two hundred reloads of the tab's own stream leave the same transcript, byte for byte",
    "e2e/survival.spec.ts › an answer whose processes are killed goes on within five seconds, for a reader who comes back",
    "e2e/chat.spec.ts › a reload in the middle of an answer loses nothing and says nothing twice",
    "e2e/survival.spec.ts › an answer that streams when its process is killed goes on by itself, and nothing stands there twice",
    "lib/agent/models/step/stream-step.integration.test.ts › stops at once in the middle of an answer, keeps the text, and ends the request",
    "lib/agent/cancel.db.test.ts › ends an answer that streams, twenty times: the text until then is kept, once, with what was done before it and what it cost",
  ],
  D11: [
    "lib/schedules/ten-thousand-due-times.db.test.ts › are each recorded once, and nothing else is",
    "lib/schedules/tick-schedules.db.test.ts › fires each due time once, although four tick at the same moment, fifty times",
    "lib/schedules/next-runs.test.ts › a named time comes exactly once on every local day, whichever quarter of an hour it is",
    "lib/schedules/next-runs.test.ts › comes at midnight when the clocks skip the end of its day",
    "lib/schedules/tick-schedules.db.test.ts › makes up for all of them with one run by default",
    "lib/schedules/fire-schedule.db.test.ts › is skipped while the one before waits for a person, and says so",
    "lib/schedules/fire-schedule.db.test.ts › waits its turn when told to queue, and follows by itself",
    "lib/schedules/fire-schedule.db.test.ts › takes its place when told to replace",
  ],
  D12: [
    "lib/metrics/metrics.db.test.ts › agrees with plain SQL over the rows, for every grouping, filter and series",
    "lib/metrics/metrics.db.test.ts › adds up as CSV to what the JSON shows, a row a line",
    "lib/metrics/compact-statistics.db.test.ts › moves what is over into hours and days, keeps the current hour, and changes no figure",
    "lib/metrics/get-model-metrics.db.test.ts › agrees with the rows of the runs for every range, series and filter, before and after merging",
    "lib/agent/run-statistics.db.test.ts › are there once for a run that another driver ended after its own was lost",
  ],
  D13: [
    "lib/agent/limits.db.test.ts › has no call too many, however many runs make them at once: 50 runs of a member, 10 calls a day",
    "lib/agent/limits.db.test.ts › has no call too many for the whole organization either, over its members and several calls a step",
    "lib/agent/limits.db.test.ts › gets back the calls that did not run, and counts one that waits",
    "lib/agent/limits.db.test.ts › a counter that is not locked would let calls through: the planted violation",
  ],
};
