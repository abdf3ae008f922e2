/** The schema of BullMQ's own tables, on PostgreSQL. */
export const QUEUE_SCHEMA = "bullmq";

/** The queues that there are. On PostgreSQL each has a sequence, which only the owner may make: the application's role makes nothing. */
export const QUEUE_NAMES = ["run", "schedule-run"] as const;
