import type { ChatId } from "#lib/ids.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ApprovalStatus } from "./approval-view.ts";
import type { QueueTab } from "./queue-tab.ts";

/** Which requests are asked for. */
export interface ApprovalFilter extends PageRequest {
  /** One of the page's views: what waits for the caller, for others, what is closed. */
  tab?: QueueTab | undefined;
  status?: ApprovalStatus | undefined;
  chatId?: ChatId | undefined;
  tool?: string | undefined;
  effect?: Effect | undefined;
  /** From this instant on, and before that one, by the time of the request. */
  from?: Date | undefined;
  to?: Date | undefined;
}
