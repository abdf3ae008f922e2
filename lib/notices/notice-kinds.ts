/** What a destination can be told of by itself: calls that wait for a decision; schedules that fail again and again, or cannot fire any more. */
export const NOTICE_KINDS = ["approvals", "failures"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
