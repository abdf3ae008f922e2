export * from "./chats.ts";
export * from "./grants.ts";
export * from "./limits.ts";
export * from "./metrics.ts";
export * from "./people.ts";
export * from "./runs.ts";
export * from "./schedules.ts";
export * from "./skills.ts";
