import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { answers, api, beginChat, composer, fileCall, say, scripted, thread, transcript, untilAnswered } from "./chat-page.ts";
import { OWNER } from "./owner.ts";
import { createMember, signIn, test } from "./signed-in.ts";

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

test.describe("talking", () => {
  test("a message is answered word by word, with each call as a row that opens to what decided it", async ({ page }) => {
    const path = `plan-${Date.now()}.txt`;
    const steps = [
      { text: "I write it down.", calls: [fileCall({ action: "write", path, content: "the plan" })] },
      { text: "It is **written**.", rate: 20 },
    ];
    const chatId = await beginChat(page, scripted("Write the plan", steps));
    await expect(page.getByRole("heading", { level: 1, name: "Write the plan" })).toBeVisible();
    await untilAnswered(page);
    await expect(answers(page).getByText("written", { exact: true })).toBeVisible();
    const row = thread(page).locator("[data-call]");
    await expect(row).toHaveAttribute("data-status", "succeeded");
    await expect(row.getByText("Write", { exact: true })).toBeVisible();
    await row.locator("summary").first().click();
    await expect(row.getByText("file-writes-allow")).toBeVisible();
    await expect(row.getByText("the plan")).toBeVisible();
    const { messages } = await api<{ messages: unknown[] }>(page, `/api/chats/${chatId}`);
    expect(messages).toHaveLength(2);
  });

  test("a long chat says what the model reads in place of its first messages, and keeps them", async ({ page }) => {
    const chatId = await beginChat(page, scripted("The plan", [{ text: "They planned **ten** things." }]));
    await untilAnswered(page);
    for (let turn = 2; turn <= 10; turn++) {
      const said = await page.request.post(`/api/chats/${chatId}/messages`, {
        data: { text: scripted(`Step ${turn}`, [{ text: `Done with ${turn}.` }]), clientMessageId: `step-${turn}` },
        headers: { origin: new URL(page.url()).origin, accept: "text/event-stream" },
      });
      expect(await said.text()).toContain("[DONE]");
    }
    await expect
      .poll(async () => (await api<{ summary: unknown }>(page, `/api/chats/${chatId}`)).summary)
      .toMatchObject({ coveredMessages: 10, text: "They planned **ten** things." });
    await page.reload();
    const note = thread(page).getByText("The model reads 10 earlier messages as a summary");
    await note.click();
    await expect(thread(page).getByText("They planned ten things.").first()).toBeVisible();
    await expect(answers(page)).toHaveCount(10);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("Enter sends, Shift+Enter begins a line, and the Enter that ends a composition does neither", async ({ page }) => {
    await page.goto("/chat");
    const field = composer(page);
    await field.fill("one");
    await field.press("Shift+Enter");
    await field.pressSequentially("two");
    await expect(field).toHaveValue("one\ntwo");
    await field.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true });
    await expect(field).toHaveValue("one\ntwo");
    await expect(page).toHaveURL(/\/chat$/);
    await field.press("Enter");
    await expect(page).toHaveURL(/\/chat\/.+/);
    await expect(thread(page).getByText("one\ntwo").first()).toBeVisible();
  });

  test("what one has begun to write is still there after a reload, and gone once it is sent", async ({ page }) => {
    await beginChat(page, scripted("Hello", [{ text: "Yes." }]));
    await untilAnswered(page);
    await composer(page).fill("half a thought");
    await page.waitForTimeout(400);
    await page.reload();
    await expect(composer(page)).toHaveValue("half a thought");
    await composer(page).press("Enter");
    await expect(answers(page)).toHaveCount(2);
    await page.reload();
    await expect(composer(page)).toHaveValue("");
    await expect(thread(page).getByText("half a thought").first()).toBeVisible();
  });

  test("what is written while a new chat is being made belongs to that chat, and the next one begins empty", async ({ page }) => {
    await page.goto("/chat");
    await page.route("**/api/chats", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      await route.continue();
    });
    await say(page, scripted("The first", [{ text: "Yes." }]));
    await composer(page).pressSequentially("the second", { delay: 60 });
    await expect(page).toHaveURL(/\/chat\/.+/);
    await untilAnswered(page);
    await expect(composer(page)).toHaveValue("the second");
    await page.goto("/chat");
    await expect(composer(page)).toHaveValue("");
  });

  test("what one tab has begun to write outlives another tab of the same chat, and what one sends is not begun again by the other", async ({
    page,
    context,
  }) => {
    const chatId = await beginChat(page, scripted("Hello", [{ text: "Yes." }]));
    await untilAnswered(page);
    const kept = () => page.evaluate((id) => Object.entries({ ...localStorage }).find(([key]) => key.endsWith(id))?.[1] ?? "", chatId);
    const openTab = async (draft: string) => {
      const tab = await context.newPage();
      await tab.goto(`/chat/${chatId}`);
      await expect(composer(tab)).toHaveValue(draft);
      return tab;
    };
    const empty = await openTab("");
    await composer(page).fill("half a thought");
    await expect.poll(kept).toBe("half a thought");
    await empty.goto("/health");
    expect(await kept()).toBe("half a thought");

    const same = await openTab("half a thought");
    await composer(page).press("Enter");
    await expect(answers(page)).toHaveCount(2);
    await same.goto("/health");
    expect(await kept()).toBe("");

    const other = await openTab("");
    await composer(other).fill("from the other tab");
    await expect.poll(kept).toBe("from the other tab");
    await composer(page).fill("from this tab");
    await expect.poll(kept).toBe("from this tab");
    await other.goto("/health");
    expect(await kept()).toBe("from this tab\n\nfrom the other tab");
  });

  test("messages go out in the order in which they were written, also when the first takes long, and when it fails", async ({ page }) => {
    const chatId = await beginChat(page, scripted("Hello", [{ text: "Yes." }]));
    await untilAnswered(page);
    const held: string[] = [];
    await page.route("**/api/chats/*/messages", async (route) => {
      const { text } = route.request().postDataJSON();
      held.push(text);
      if (text === "the first") await new Promise((resolve) => setTimeout(resolve, 1_000));
      if (text === "the third") await route.abort();
      else await route.continue();
    });
    for (const text of ["the first", "the second", "the third", "the fourth"]) await say(page, text);
    await expect(answers(page)).toHaveCount(4);
    await expect(thread(page).getByText(/Not sent\./)).toHaveCount(1);
    expect(held).toEqual(["the first", "the second", "the third", "the fourth"]);
    const { messages } = await api<{ messages: { role: string; parts: { text: string }[] }[] }>(page, `/api/chats/${chatId}`);
    const said = messages.filter(({ role }) => role === "user").map(({ parts }) => parts[0]?.text);
    expect(said.slice(1)).toEqual(["the first", "the second", "the fourth"]);
  });

  test("a message that nothing answers is said not to be sent after a minute, and can be sent again", async ({ page }) => {
    await beginChat(page, scripted("Hello", [{ text: "Yes." }]));
    await untilAnswered(page);
    await page.clock.install();
    let isSilent = true;
    await page.route("**/api/chats/*/messages", (route) => (isSilent ? undefined : route.continue()));
    await say(page, scripted("Are you there?", [{ text: "I am." }]));
    await page.clock.fastForward(61_000);
    await expect(page.getByText(/Not sent\. The server did not answer\./)).toBeVisible();
    isSilent = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(answers(page).getByText("I am.", { exact: true })).toBeVisible();
  });

  test("an answer is read where the way to the server lets no stream of events through, and Stop is of the answer it was pressed for", async ({
    page,
  }) => {
    await page.route("**/api/events*", () => undefined);
    const chatId = await beginChat(page, scripted("Hello", [{ text: words(4_000), rate: 20 }]));
    await page.getByRole("button", { name: "Stop" }).click();
    const runs = async () => (await api<{ activeRun: unknown }>(page, `/api/chats/${chatId}`)).activeRun;
    await expect.poll(runs).toBe(null);
    await say(page, scripted("Again", [{ text: words(4_000), rate: 20 }]));
    await expect.poll(runs).not.toBe(null);
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    await expect(stop).toBeVisible();
    await stop.click();
    await expect.poll(runs).toBe(null);
    await say(page, scripted("And now?", [{ text: "It is **read**." }]));
    await expect(answers(page).getByText("read", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  });

  test("a session that ended while one wrote loses no words: they are in the field after signing in again", async ({ page, context }) => {
    await beginChat(page, scripted("Hello", [{ text: "Yes." }]));
    await untilAnswered(page);
    await composer(page).fill("It took me an hour to write this");
    await context.clearCookies();
    await composer(page).press("Enter");
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    await page.getByLabel("E-mail").fill(OWNER.email);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/chat\/.+/);
    await expect(composer(page)).toHaveValue("It took me an hour to write this");
    await expect(thread(page).getByText("It took me an hour")).toHaveCount(0);
  });

  test("a first message that could not be sent stands in its new chat once, and not in the field as well", async ({ page }) => {
    await page.goto("/chat");
    const problem = { status: 429, code: "rate_limited", detail: "Nothing is left for today." };
    await page.route("**/api/chats/*/messages", (route) => route.fulfill({ status: 429, json: problem }));
    await say(page, "Too much for today");
    await expect(page).toHaveURL(/\/chat\/.+/);
    await expect(thread(page).getByText("Nothing is left for today.")).toBeVisible();
    await expect(thread(page).getByText("Too much for today")).toHaveCount(1);
    await expect(composer(page)).toHaveValue("");
    await page.reload();
    await expect(composer(page)).toHaveValue("Too much for today");
  });

  test("code is copied as it is, also from a page that was not served over https", async ({ page }) => {
    // What a browser gives to such a page.
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await beginChat(page, scripted("Some code", [{ text: "```js\nif (a) {\n\treturn 1;\n}\n```" }]));
    await untilAnswered(page);
    await answers(page).getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByText("Copied", { exact: true })).toBeVisible();
    await composer(page).press("ControlOrMeta+v");
    await expect(composer(page)).toHaveValue("if (a) {\n\treturn 1;\n}");
  });

  test("a tab that nobody looks at holds no connection, and follows once somebody does", async ({ page, context }) => {
    const chatId = await beginChat(page, scripted("In the background", [{ text: "Yes." }]));
    await untilAnswered(page);
    const behind = await context.newPage();
    await behind.addInitScript(() => Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }));
    const streams: string[] = [];
    behind.on("request", (request) => request.url().includes("/api/events") && streams.push(request.url()));
    await behind.goto(`/chat/${chatId}`);
    await expect(answers(behind)).toHaveCount(1);
    await behind.waitForTimeout(1_000);
    expect(streams).toEqual([]);
    await behind.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "visible" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expect.poll(() => streams.length).toBe(1);
    await say(page, scripted("And now?", [{ text: "Now too." }]));
    await expect(answers(behind).getByText("Now too.", { exact: true })).toBeVisible();
    await behind.close();
  });

  test("a tab that slept asks anew at once when somebody looks at it: its connection may be dead without a sign", async ({ page }) => {
    await page.clock.install();
    await beginChat(page, scripted("Good night", [{ text: "Yes." }]));
    await untilAnswered(page);
    const streams: string[] = [];
    page.on("request", (request) => request.url().includes("/api/events") && streams.push(request.url()));
    const look = () => page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
    await look();
    // Jumps without the timers, as when a machine sleeps.
    await page.clock.setSystemTime(Date.now() + 60_000);
    expect(streams).toEqual([]);
    await look();
    await expect.poll(() => streams.length).toBe(1);
  });

  test("times are the server's, whatever the clock of the reader's machine says", async ({ page }) => {
    for (const hours of [-3, 50]) {
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      await beginChat(page, scripted("What time is it?", [{ text: "Late." }]));
      await untilAnswered(page);
      await page.reload();
      await expect(thread(page).locator("time").first()).toHaveText("just now");
    }
  });

  test("Stop ends the answer, which keeps what had been said", async ({ page }) => {
    const chatId = await beginChat(page, scripted("Count", [{ text: words(2_000), rate: 40 }]));
    await expect(answers(page).getByText(/word3 /)).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(answers(page).getByText(/Stopped/)).toBeVisible();
    await expect(answers(page).getByText(/word3 /)).toBeVisible();
    const chat = await api<{ messages: { metadata: { stopReason?: string } }[]; activeRunId: string | null }>(page, `/api/chats/${chatId}`);
    expect(chat).toMatchObject({ activeRunId: null });
    expect(chat.messages).toHaveLength(2);
    expect(chat.messages[1]?.metadata.stopReason).toBe("cancelled");
  });

  test("a second message waits for the first answer and is then answered itself", async ({ page }) => {
    await beginChat(page, scripted("First", [{ text: words(400), rate: 40 }]));
    await expect(answers(page).getByText(/word2 /)).toBeVisible();
    await say(page, scripted("Second", [{ text: "The second answer." }]));
    await expect(thread(page).getByText("Waits for the answer before it")).toBeVisible();
    await expect(answers(page).getByText("The second answer.", { exact: true })).toBeVisible();
    await untilAnswered(page);
    const said = await transcript(page);
    expect(said.map((entry) => entry.slice(0, 12))).toEqual([
      expect.stringMatching(/First/),
      expect.stringMatching(/^Assistantwor/),
      expect.stringMatching(/Second/),
      expect.stringMatching(/^AssistantThe/),
    ]);
  });

  test("a message that could not be sent keeps its text and can be sent again, once", async ({ page, context }) => {
    const chatId = await beginChat(page, scripted("Hello", [{ text: "Yes." }]));
    await untilAnswered(page);
    await context.setOffline(true);
    await say(page, scripted("Are you there?", [{ text: "I am." }]));
    await expect(page.getByText(/Not sent\./)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(answers(page).getByText("I am.", { exact: true })).toBeVisible();
    const { messages } = await api<{ messages: unknown[] }>(page, `/api/chats/${chatId}`);
    expect(messages).toHaveLength(4);
  });

  test("a page whose code is no longer there shows what comes as it is; the next page is loaded anew", async ({ page }) => {
    await beginChat(page, scripted("Hello", [{ text: "First." }]));
    await untilAnswered(page);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    let hasNewCode = false;
    await page.route("**/_next/static/chunks/**", (route) => (hasNewCode ? route.continue() : route.fulfill({ status: 404 })));
    await say(page, scripted("And now?", [{ text: "Yes **indeed**." }]));
    await expect(answers(page).getByText("Yes **indeed**.", { exact: true })).toBeVisible();
    page.on("request", (request) => {
      hasNewCode ||= request.isNavigationRequest();
    });
    await page.getByRole("link", { name: "Approvals" }).click();
    await expect(page.getByRole("heading", { name: "Approvals", level: 1 })).toBeVisible();
  });

  test("an answer that failed says so, says that nothing was changed, and can be asked again", async ({ page }) => {
    await beginChat(page, scripted("Break", [{ text: "Half an", cut: 1 }]));
    await expect(answers(page).getByText("The model did not give an answer")).toBeVisible();
    await expect(answers(page).getByText("No tool had run, so nothing was changed.")).toBeVisible();
    await thread(page).getByRole("button", { name: "Try again" }).click();
    await expect(thread(page).locator("li[data-entry]")).toHaveCount(4);
  });
});

test.describe("saying it again", () => {
  test("what one said is taken to the field, behind what was begun there, and stays where it was", async ({ page }) => {
    await beginChat(page, "Hello there, demo");
    await untilAnswered(page);
    await composer(page).fill("Begun.");
    // Found by the keyboard as well, though it is only drawn for who points at the message.
    await thread(page).getByRole("button", { name: "Change and send anew" }).focus();
    await page.keyboard.press("Enter");
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue("Begun.\n\nHello there, demo");
    await composer(page).fill("Hello again, demo");
    await composer(page).press("Enter");
    await expect(answers(page)).toHaveCount(2);
    await expect(thread(page).getByText("Hello there, demo", { exact: true })).toBeVisible();
  });

  test("the last answer can be asked for again, and the one before stays", async ({ page }) => {
    await beginChat(page, scripted("Once more", [{ text: "An answer." }]));
    await untilAnswered(page);
    await answers(page).getByRole("button", { name: "Ask the same again" }).click();
    await expect(answers(page)).toHaveCount(2);
    await untilAnswered(page);
    // Only the last one: what was said since belongs to the others.
    await expect(answers(page).getByRole("button", { name: "Ask the same again" })).toHaveCount(1);
    await expect(answers(page).getByText("An answer.", { exact: true })).toHaveCount(2);
  });
});

test.describe("the same everywhere", () => {
  test("a reload in the middle of an answer loses nothing and says nothing twice", async ({ page }) => {
    const steps = [{ calls: [fileCall({ action: "list", path: "." })] }, { text: words(120), rate: 80 }];
    const chatId = await beginChat(page, scripted("Tell me", steps));
    for (const seen of ["word5 ", "word30 ", "word60 "]) {
      await expect(answers(page).getByText(new RegExp(seen))).toBeVisible();
      await page.reload();
    }
    await untilAnswered(page);
    await expect(answers(page).getByText(words(120), { exact: true })).toBeVisible();
    const live = await transcript(page);
    await page.goto(`/chat/${chatId}`);
    await expect(thread(page).locator("footer")).toBeVisible();
    expect(await transcript(page)).toEqual(live);
  });

  test("a second tab and a colleague see it live, and end with the same transcript", async ({ page, browser, baseURL }) => {
    const colleague = await createMember(page, "member");
    const theirs = await signIn(browser, colleague, baseURL);
    const chatId = await beginChat(page, scripted("Together", [{ text: "Begun." }]));
    await untilAnswered(page);
    const tab = await page.context().newPage();
    await Promise.all([tab.goto(`/chat/${chatId}`), theirs.page.goto(`/chat/${chatId}`)]);
    await expect(answers(theirs.page).getByText("Begun.", { exact: true })).toBeVisible();

    await say(theirs.page, scripted("I join in", [{ calls: [fileCall({ action: "list", path: "." })] }, { text: words(40), rate: 40 }]));
    for (const reader of [page, tab]) {
      await expect(thread(reader).getByText(colleague.name)).toBeVisible();
      await expect(answers(reader).getByText(/word3 /)).toBeVisible();
    }
    await Promise.all([page, tab, theirs.page].map(untilAnswered));
    const mine = await transcript(page);
    await expect(async () => expect(await transcript(tab)).toEqual(mine)).toPass();
    expect(mine.at(-1)).toContain(words(40));
    expect((await transcript(theirs.page)).at(-1)).toBe(mine.at(-1));
    await theirs.context.close();
  });

  test("a chat in which others said something meanwhile is marked until one opens it, and for a colleague once they have been in it", async ({
    page,
    browser,
    baseURL,
  }) => {
    const title = `Marked ${Date.now().toString(36)}`;
    const chatId = await beginChat(page, scripted(title, [{ text: "First." }]));
    await untilAnswered(page);
    const mark = (of: Page) => of.getByRole("listitem").filter({ hasText: title }).getByRole("img", { name: "Unread" });
    const colleague = await createMember(page, "member");
    const second = await signIn(browser, colleague, baseURL);
    await expect(second.page.getByRole("link", { name: title })).toBeVisible();
    await expect(mark(second.page)).toHaveCount(0);
    await page.goto("/tools");
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expect(mark(page)).toHaveCount(0);
    await second.page.goto(`/chat/${chatId}`);
    await say(second.page, scripted("And now?", [{ text: "Second." }]));
    await untilAnswered(second.page);
    await expect(mark(page)).toBeVisible();
    await page.getByRole("link", { name: title }).click();
    await expect(thread(page)).toContainText("Second.");
    await expect(mark(page)).toHaveCount(0);
    await second.page.goto("/tools");
    await page.getByRole("link", { name: "Tools", exact: true }).click();
    await expect(page).toHaveURL(/\/tools$/);
    await expect(mark(page)).toHaveCount(0);
    await page.getByRole("link", { name: title }).click();
    await say(page, scripted("And then?", [{ text: "Third." }]));
    await untilAnswered(page);
    await expect(mark(second.page)).toBeVisible();
    await second.context.close();
  });

  test("somebody without access is told what somebody is told who follows a wrong link", async ({ page, browser, baseURL }) => {
    const chatId = await beginChat(page, scripted("Secret", [{ text: "Yes." }]));
    await untilAnswered(page);
    await page.getByRole("button", { name: "Chat menu" }).click();
    await page.getByRole("menuitem", { name: "Make private" }).click();
    await expect(page.getByText("Only you see this chat now.")).toBeVisible();
    const colleague = await createMember(page, "member");
    const theirs = await signIn(browser, colleague, baseURL);
    const answers = await Promise.all([chatId, chatId.replace(/.$/, "0")].map((id) => theirs.page.request.get(`/api/chats/${id}`)));
    expect(answers.map((answer) => answer.status())).toEqual([404, 404]);
    await theirs.page.goto(`/chat/${chatId}`);
    await expect(theirs.page.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
    await theirs.context.close();
  });

  test("an auditor reads along and cannot write", async ({ page, browser, baseURL }) => {
    const chatId = await beginChat(page, scripted("For the record", [{ text: "Noted." }]));
    await untilAnswered(page);
    const auditor = await createMember(page, "auditor");
    const theirs = await signIn(browser, auditor, baseURL);
    await theirs.page.goto(`/chat/${chatId}`);
    await expect(answers(theirs.page).getByText("Noted.", { exact: true })).toBeVisible();
    await expect(composer(theirs.page)).toHaveCount(0);
    await theirs.page.goto("/chat");
    await expect(theirs.page.getByText("An auditor reads along and does not write.")).toBeVisible();
    await expect(theirs.page.getByRole("main").getByRole("button")).toHaveCount(0);
    await theirs.context.close();
  });
});

test.describe("keeping house", () => {
  test("a chat is renamed, deleted and brought back, and the list follows without a reload", async ({ page }) => {
    await beginChat(page, scripted(`House ${Date.now()}`, [{ text: "Yes." }]));
    await untilAnswered(page);
    const name = `Renamed ${Date.now()}`;
    const list = page.getByRole("navigation", { name: "Main" });
    await page.getByRole("button", { name: "Chat menu" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: /Name/ }).fill(name);
    await page.getByRole("button", { name: "Rename chat" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(list.getByRole("link", { name })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`${name} · Countersign$`));

    await page.getByRole("button", { name: "Chat menu" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page).toHaveURL(/\/chat$/);
    await expect(list.getByRole("link", { name })).toHaveCount(0);
    const undo = page.getByRole("button", { name: "Undo" });
    // What is said for a moment stands above the composer, not on it.
    await expect(async () => {
      const [said, form] = await Promise.all([undo.boundingBox(), page.locator("form", { has: composer(page) }).boundingBox()]);
      expect(said && said.y + said.height).toBeLessThan(form?.y ?? 0);
    }).toPass();
    await undo.click();
    await expect(list.getByRole("link", { name })).toBeVisible();
  });

  test("a chat at work is deleted only after a question, with what is under way in it; undo brings back what was said", async ({
    page,
  }) => {
    const name = `At work ${Date.now()}`;
    const steps = [
      { text: "I ask first.", calls: [{ tool: "shell", args: { command: "echo never > never.txt" } }] },
      { text: "Never said." },
    ];
    await beginChat(page, scripted(name, steps));
    await expect(thread(page).locator("[data-call]")).toHaveAttribute("data-status", "awaiting-approval");
    const address = page.url();
    const chatId = address.split("/").at(-1);
    const pending = async () => (await api<{ total: number }>(page, `/api/approvals?status=pending&chatId=${chatId}`)).total;
    expect(await pending()).toBe(1);
    const remove = async (answer: string) => {
      await page.getByRole("button", { name: "Chat menu" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("requests that wait for people are closed");
      await page.getByRole("alertdialog").getByRole("button", { name: answer }).click();
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
    };
    await remove("Keep chat");
    expect(await pending()).toBe(1);
    await remove("Stop and delete");
    await expect(page).toHaveURL(/\/chat$/);
    await expect(page.getByText("What was under way in it was stopped.")).toBeVisible();
    expect(await pending()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("It is back.")).toBeVisible();
    await page.goto(address);
    await expect(thread(page).getByText("I ask first.", { exact: true })).toBeVisible();
    await expect(thread(page).locator("[data-call]")).toHaveAttribute("data-status", "cancelled");
  });

  test("search finds by part of a name, whatever the case, and takes signs for themselves", async ({ page }) => {
    const mark = `Zebra${Date.now()}`;
    for (const title of [`100% ${mark}`, `1000 ${mark}`]) await beginChat(page, scripted(title, [{ text: "Yes." }]));
    await page.goto("/search");
    await page.getByRole("searchbox").fill(`0% ${mark.toLowerCase()}`);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByText("1 chat", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: `100% ${mark}` })).toBeVisible();
  });

  test("a new chat begins empty, also from within another", async ({ page }) => {
    await beginChat(page, scripted("Old", [{ text: "Yes." }]));
    // Chats without a name are called so too.
    await page.getByRole("link", { name: "New chat" }).and(page.locator('[href="/chat"]')).click();
    await expect(page.getByRole("heading", { name: "What should be done?" })).toBeVisible();
    await expect(composer(page)).toBeFocused();
  });
});

test.describe("long and strange", () => {
  test("reading above is left in peace while the answer grows, and following goes on at the end", async ({ page }) => {
    await beginChat(page, scripted("Long", [{ text: words(900), rate: 400 }]));
    const log = thread(page);
    await expect(answers(page).getByText(/word200 /)).toBeVisible();
    await log.hover();
    await page.mouse.wheel(0, -600);
    const control = page.getByRole("button", { name: /New messages|Jump to latest/ });
    await expect(control).toBeVisible();
    const before = await log.evaluate((box) => box.scrollTop);
    await expect(answers(page).getByText(/word500 /)).toBeAttached();
    expect(Math.abs((await log.evaluate((box) => box.scrollTop)) - before)).toBeLessThan(4);
    await control.click();
    await expect.poll(() => log.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)).toBeLessThan(4);
    await expect(answers(page).getByText(/word899/)).toBeVisible();
    await expect.poll(() => log.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)).toBeLessThan(4);
  });

  test("a long chat opens at its end, and earlier messages come without moving what one reads", async ({ page }) => {
    test.setTimeout(180_000);
    const chatId = await beginChat(page, scripted("Turn 0", [{ text: "Answer 0" }]));
    const headers = { authorization: "Bearer cs_e2e_owner_key_0123456789abcdefghijklmnop" };
    for (let turn = 1; turn <= 35; turn += 1) {
      const data = { text: scripted(`Turn ${turn}`, [{ text: `Answer ${turn}` }]), clientMessageId: `turn-${turn}`, queue: true };
      await page.request.post(`/api/chats/${chatId}/messages`, { data, headers });
    }
    await expect(answers(page).getByText("Answer 35", { exact: true })).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await expect(answers(page).getByText("Answer 35", { exact: true })).toBeInViewport();
    await expect(thread(page).locator("li[data-entry]")).toHaveCount(50);
    const first = thread(page).locator("li[data-entry]").first();
    const key = (await first.getAttribute("data-entry")) ?? "";
    const kept = thread(page).locator(`li[data-entry="${key}"]`);
    await expect(async () => {
      await thread(page).evaluate((box) => box.scrollTo(0, 300));
      await expect(answers(page).getByText("Answer 0", { exact: true })).toBeAttached({ timeout: 2_000 });
    }).toPass();
    const top = await kept.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(-400);
    expect(top).toBeLessThan(200);
  });

  test("all of a chat goes on paper, and nothing that is worked with a mouse", async ({ page }) => {
    const lines = Array.from({ length: 200 }, (_, line) => `Line ${line}.`);
    await beginChat(page, scripted("Print this", [{ text: lines.join("\n\n") }]));
    await untilAnswered(page);
    await page.emulateMedia({ media: "print" });
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("body, main, [role=log]")]
        .filter((box) => box.scrollHeight > box.clientHeight + 1)
        .map((box) => box.tagName),
    );
    expect(cut).toEqual([]);
    await expect(composer(page)).toBeHidden();
    await expect(page.getByRole("link", { name: "New chat" })).toBeHidden();
    const pages = (await page.pdf()).toString("latin1").match(/\/Type \/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(3);
  });

  test("very long texts are folded and never widen the page", async ({ page }) => {
    const line = "x".repeat(20_000);
    await beginChat(
      page,
      scripted(`${"Long ago. ".repeat(2_000)}${line}`, [{ text: `\`\`\`\n${"line\n".repeat(3_000)}\`\`\`\n\n${line}` }]),
    );
    await untilAnswered(page);
    await expect(page.getByRole("button", { name: /Show all .* characters/ }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /Show all 3,0\d\d lines/ })).toBeVisible();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await thread(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    }
  });

  test("an answer that is longer than the parser reads opens with its beginning, and whole when one asks", async ({ page }) => {
    await beginChat(page, scripted("Much", [{ text: 60_000 }]));
    await untilAnswered(page);
    await page.reload();
    const answer = answers(page).last();
    const all = answer.getByRole("button", { name: /Show all 300,000 characters/ });
    await expect(all).toBeVisible();
    expect((await answer.textContent())?.length).toBeLessThan(5_000);
    await all.click();
    await expect(answer.getByRole("button", { name: "Show less" })).toBeVisible();
    expect((await answer.textContent())?.length).toBeGreaterThan(300_000);
  });

  test("Arabic runs from the right, code in it from the left", async ({ page }) => {
    const text = "مرحبا، شغّل الأمر `ls -la` ثم افتح /etc/hosts.";
    await beginChat(page, scripted("شغّل", [{ text: `${text}\n\n\`\`\`sh\nls -la\n\`\`\`` }]));
    await untilAnswered(page);
    const paragraph = thread(page).locator("p", { hasText: "مرحبا" }).last();
    expect(await paragraph.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
    expect(await paragraph.locator("code").evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
    expect(
      await thread(page)
        .locator("pre")
        .last()
        .evaluate((element) => getComputedStyle(element).direction),
    ).toBe("ltr");
  });

  test("what a model or a title says is text: it runs nothing, loads nothing, links nowhere unsafe", async ({ page, baseURL }) => {
    const payloads = [
      "[x](javascript:alert(1))",
      "[x](data:text/html,<script>alert(1)</script>)",
      "<img src=http://127.0.0.1:9/x onerror=alert(1)>",
      "</div><script>alert(1)</script>",
      "![x](http://127.0.0.1:9/pixel.png)",
      '<div style="background:url(http://127.0.0.1:9/y)">',
    ];
    const foreign: string[] = [];
    page.on("dialog", () => foreign.push("dialog"));
    page.on("request", (request) => {
      if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) foreign.push(request.url());
    });
    await beginChat(page, scripted(payloads.join(" "), [{ text: payloads.join("\n\n") }]));
    await untilAnswered(page);
    await page.reload();
    await untilAnswered(page);
    const links = await thread(page)
      .locator("a")
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href") ?? ""));
    expect(links.filter((href) => !/^https?:|^\//.test(href))).toEqual([]);
    expect(foreign).toEqual([]);
  });
});

test.describe("a call that waits", () => {
  test("is decided where the talk is, and the answer goes on", async ({ page }) => {
    const steps = [{ text: "I run it.", calls: [{ tool: "shell", args: { command: "echo hello from the shell" } }] }, { text: "It ran." }];
    await beginChat(page, scripted("Run it", steps));
    const row = thread(page).locator("[data-call]");
    await expect(row).toHaveAttribute("data-status", "awaiting-approval");
    await expect(page.getByText("One call waits for a decision")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }).getByText("Needs you").first()).toBeVisible();
    await page.reload();
    await expect(row.getByRole("button", { name: "Run command" })).toBeEnabled();
    await page.waitForTimeout(700);
    await row.getByRole("button", { name: "Run command" }).click();
    await expect(answers(page).getByText("It ran.", { exact: true })).toBeVisible();
    await expect(row).toHaveAttribute("data-status", "succeeded");
  });

  test("ends with the run when that is stopped, and says so", async ({ page }) => {
    await beginChat(page, scripted("Run it", [{ calls: [{ tool: "shell", args: { command: "ls" } }] }]));
    const row = thread(page).locator("[data-call]");
    await expect(row).toHaveAttribute("data-status", "awaiting-approval");
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(row).toHaveAttribute("data-status", "cancelled");
  });
});

test.describe("for everybody", () => {
  for (const scheme of ["light", "dark"] as const) {
    test(`the pages have no finding of axe (${scheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.goto("/chat");
      await expect(composer(page)).toBeVisible();
      expect(await axeFindings(page, scheme === "dark" ? "colours" : "everything")).toEqual([]);
      const calls = ["a", "b", "c", "d"].map((path) => fileCall({ action: "read", path: `missing-${path}` }));
      await beginChat(
        page,
        scripted("Everything", [
          { calls },
          { text: "# A heading\n\n- one\n- two\n\n```js\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |" },
        ]),
      );
      await untilAnswered(page);
      expect(await axeFindings(page, scheme === "dark" ? "colours" : "everything")).toEqual([]);
      for (const path of ["/tools", "/search"]) {
        await page.goto(path);
        expect(await axeFindings(page, scheme === "dark" ? "colours" : "everything")).toEqual([]);
      }
    });
  }

  test("a phone shows the whole chat, and everything can be reached", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const steps = [{ calls: [fileCall({ action: "list", path: "." })] }, { text: "Here they are." }];
    await beginChat(page, scripted("On a phone", steps));
    await untilAnswered(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expect(composer(page)).toBeInViewport();
    await page.getByRole("button", { name: "Open navigation" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "On a phone" }).first()).toBeVisible();
  });

  test("enlarged to 400 %, a chat still shows what was said", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await beginChat(page, scripted("Enlarged", [{ text: "Large words." }]));
    await untilAnswered(page);
    expect((await thread(page).boundingBox())?.height).toBeGreaterThan(120);
    await answers(page).getByText("Large words.").scrollIntoViewIfNeeded();
    await expect(answers(page).getByText("Large words.")).toBeInViewport();
    await composer(page).scrollIntoViewIfNeeded();
    await expect(composer(page)).toBeInViewport();
  });

  test("the tools page shows what the model is told, word for word", async ({ page }) => {
    await page.goto("/tools");
    const { items } = await api<{ items: { name: string; description: string }[] }>(page, "/api/tools");
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(["file_system", "shell", "web_fetch", "scheduler"]));
    for (const { description } of items) await expect(page.getByText(description)).toBeVisible();
  });
});
