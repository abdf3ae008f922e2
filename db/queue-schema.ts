/** The schema of BullMQ's own tables, on PostgreSQL. */
export const QUEUE_SCHEMA = "bullmq";
