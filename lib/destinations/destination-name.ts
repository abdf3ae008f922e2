import { z } from "zod";
import { chatTitle } from "#lib/chats/chat-title.ts";

/** What a destination may be called: one line of 1 to 80 characters, in which there is something to see. Agents name it. */
export const destinationName = chatTitle.pipe(z.string().max(80)).transform((name) => name.normalize("NFC"));
