import { z } from "zod";

/** What a person may call a chat. */
export const chatTitle = z.string().trim().min(1).max(200);
