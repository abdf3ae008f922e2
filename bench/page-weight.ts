import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { beginChat, say, untilAnswered } from "#e2e/chat-page.ts";
import { OWNER } from "#e2e/owner.ts";
import { type Product, removeProduct, startProduct } from "#e2e/product.ts";
import { signIn } from "#e2e/signed-in.ts";
import playwright from "../playwright.config.ts";
import { row } from "./support/figures.ts";

/**
 * What a browser with an empty cache loads to read a chat, say something, read the streamed answer and open the chat's menu: all scripts, each
 * gzipped by itself at the server's level, without headers. The stream itself and the pages that the router fetches ahead are no scripts.
 */
const GOAL_KIB = 200;

const browser = await chromium.launch(playwright.use?.launchOptions);
const product = await startProduct({ env: { MODEL: "demo" } });
try {
  const sizes = await scriptsOfChat(browser, product);
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  row("a chat page with a streamed answer: JavaScript, gzip", `${total.toFixed(1)} KiB in ${sizes.length} files`, total, GOAL_KIB);
} finally {
  await browser.close();
  await removeProduct(product);
}

/** The size of each script, in bytes. */
async function scriptsOfChat(browser: Browser, { baseUrl }: Product): Promise<number[]> {
  const { context, page } = await signIn(browser, OWNER, baseUrl);
  const chatId = await beginChat(page, "Hello");
  await untilAnswered(page);
  const cold = await browser.newContext({ baseURL: baseUrl, storageState: await context.storageState() });
  await context.close();

  const reader = await cold.newPage();
  const sizes: Promise<number>[] = [];
  reader.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await reader.goto(`/chat/${chatId}`);
  await say(reader, "Hello again");
  await reader.getByRole("log").locator("footer").nth(1).waitFor();
  await untilAnswered(reader);
  await reader.getByRole("button", { name: "Chat menu" }).click();
  await reader.getByRole("menuitem", { name: "Rename" }).waitFor();
  return Promise.all(sizes);
}
