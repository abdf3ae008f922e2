import { parentPort } from "node:worker_threads";
import { decodeText } from "./charset.ts";
import { htmlToText } from "./html-to-text.ts";

/** What `extract-page.ts` sends. */
export interface PageJob {
  bytes: Uint8Array;
  contentType: string;
  url: string;
  maxChars: number;
}

// The entry of a worker thread: one job, one answer. A page that takes too long or too much memory ends this thread, not the process.
parentPort?.on("message", ({ bytes, contentType, url, maxChars }: PageJob) => {
  const { text: html, charset } = decodeText(bytes, contentType, true);
  parentPort?.postMessage({ ...htmlToText(html, url, maxChars), charset });
});
