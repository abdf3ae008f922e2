import { type BrowserContext, expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { beginChat, scripted, thread, untilAnswered } from "./chat-page.ts";
import { createMember, foundOrganization, signIn, test } from "./signed-in.ts";

test.describe.configure({ mode: "serial" });

/** Of an organization of its own: the tests empty and count the whole queue, and other files' requests wait in it meanwhile. */
let headers: { authorization: string };
let member: { context: BrowserContext; page: Page };
let approver: { context: BrowserContext; page: Page; name: string };

test.beforeAll(async ({ browser }, workerInfo) => {
  const { baseURL } = workerInfo.project.use;
  const context = await browser.newContext({ baseURL });
  const setUp = await context.newPage();
  const ownerKey = await foundOrganization(setUp, `Decisions ${Date.now().toString(36)}`);
  headers = { authorization: `Bearer ${ownerKey}` };
  const [asks, decides] = [await createMember(setUp, "member", ownerKey), await createMember(setUp, "approver", ownerKey)];
  await context.close();
  member = await signIn(browser, asks, baseURL);
  approver = { ...(await signIn(browser, decides, baseURL)), name: decides.name };
});
test.afterAll(async () => {
  await member.context.close();
  await approver.context.close();
});

const command = (text: string) => ({ tool: "shell", args: { command: text } });
const card = (page: Page) => page.locator("[data-approval-id]");
const rows = (page: Page) => page.getByRole("list", { name: "Requests" }).getByRole("link");

/** The member's model asks for this command; resolves when the run waits. Answers the request's id. */
async function ask(text: string, end = "It is done."): Promise<string> {
  const chatId = await beginChat(member.page, scripted("Please", [{ calls: [command(text)] }, { text: end }]));
  const id = await member.page.locator("[data-approval]").first().getAttribute("data-approval");
  if (!id) throw new Error(`Nothing waits in chat ${chatId}.`);
  return id;
}

/** Everything that waits is denied, so that each test begins with an empty queue. */
async function emptyQueue(page: Page): Promise<void> {
  const { items } = await (await page.request.get("/api/approvals?status=pending&limit=200", { headers })).json();
  for (const { id, inputDigest } of items) {
    await page.request.post(`/api/approvals/${id}/decision`, { headers, data: { decision: "deny", inputDigest } });
  }
}

test.beforeEach(() => emptyQueue(approver.page));

test("a command waits, reaches the approver's open page within a second, is approved there, and every tab of the chat goes on", async () => {
  await approver.page.goto("/approvals");
  await expect(approver.page.getByText("Nothing needs you")).toBeVisible();
  await beginChat(member.page, scripted("Run ls -la", [{ calls: [command("ls -la")] }, { text: "That is the list." }]));
  const second = await member.context.newPage();
  await second.goto(member.page.url());
  await expect(
    thread(member.page)
      .getByText(/approver/)
      .first(),
  ).toBeVisible();

  await expect(rows(approver.page)).toHaveCount(1, { timeout: 5_000 });
  await expect(approver.page).toHaveTitle(/^\(1\) Approvals/);
  await expect(card(approver.page).getByRole("group", { name: "Command" })).toContainText("ls -la");
  await expect(card(approver.page).getByText("/workspace")).toBeVisible();
  await card(approver.page).getByRole("button", { name: "Run command" }).click();
  await expect(card(approver.page).getByRole("status")).toContainText(`Approved by ${approver.name}`);
  await expect(card(approver.page).getByRole("status")).toContainText("It ran");

  for (const page of [member.page, second]) await expect(thread(page).getByText("That is the list.", { exact: true })).toBeVisible();
  await expect(approver.page).toHaveTitle(/^Approvals/);
  await second.close();
});

test("a denial's words stay on the card and reach the agent, which goes on", async () => {
  const id = await ask("echo no", "I understand.");
  await approver.page.setViewportSize({ width: 1280, height: 640 });
  await approver.page.goto(`/approvals?id=${id}`);
  await approver.page.getByRole("button", { name: "Deny with reason" }).click();
  // In a window of few lines too, the form is seen to its end when it opens.
  await expect(approver.page.getByRole("button", { name: "Deny", exact: true })).toBeInViewport({ ratio: 1 });
  await approver.page.setViewportSize({ width: 1280, height: 720 });
  await approver.page.getByLabel("Why not?").fill("תיקייה לא נכונה");
  await approver.page.getByRole("button", { name: "Deny", exact: true }).click();
  const outcome = card(approver.page).getByRole("status");
  await expect(outcome).toContainText(`Denied by ${approver.name}`);
  await expect(outcome.getByText("תיקייה לא נכונה")).toHaveCSS("direction", "rtl");
  await expect(card(approver.page).getByRole("group", { name: "Command" })).toHaveCSS("direction", "ltr");
  await expect(thread(member.page).getByText("I understand.", { exact: true })).toBeVisible();
});

test("a script is read on the card, and is not run when it changed after it was approved", async () => {
  const path = `deploy-${Date.now().toString(36)}.sh`;
  const write = (content: string) => ({ tool: "file_system", args: { action: "write", path, content } });
  const script = "echo one\n# \u202eevil\n";
  await beginChat(
    member.page,
    scripted("Deploy", [{ calls: [write(script)] }, { calls: [command(`sh ${path}`)] }, { text: "It was refused." }]),
  );
  const id = await member.page.locator("[data-approval]").first().getAttribute("data-approval");
  await approver.page.goto(`/approvals?id=${id}`);
  const runs = card(approver.page).locator("details").filter({ hasText: path });
  await expect(runs).toContainText(`${script.length + 2} bytes`);
  await runs.locator("summary").click();
  const text = card(approver.page).getByRole("group", { name: `Content of ${path}` });
  await expect(text).toContainText("echo one");
  await expect(text).not.toContainText("\u202e");
  await expect(text).toContainText("\\u{202E}");
  expect(await axeFindings(approver.page)).toEqual([]);

  const chat = member.page.url();
  await beginChat(member.page, scripted("Change it", [{ calls: [write("echo two\n")] }, { text: "It is another." }]));
  await untilAnswered(member.page);
  await member.page.goto(chat);
  await approver.page.reload();
  await expect(card(approver.page).getByText("It changed since this was asked.")).toBeVisible();
  await expect(card(approver.page).getByRole("group", { name: `Content of ${path}` })).toHaveCount(0);
  await card(approver.page).getByRole("button", { name: "Run command" }).click();
  await expect(card(approver.page).getByRole("status")).toContainText("was changed after this was asked");
  await expect(thread(member.page).getByText("It was refused.", { exact: true })).toBeVisible();
  await expect(thread(member.page).locator("[data-call]").last()).toHaveAttribute("data-status", "refused");
});

test("a command that the rules block asks nobody, and the agent reports it", async () => {
  await beginChat(member.page, scripted("Run rm -rf /", [{ calls: [command("rm -rf /")] }, { text: "It was refused." }]));
  await untilAnswered(member.page);
  await expect(thread(member.page).locator("[data-call]")).toHaveAttribute("data-status", "refused");
  await approver.page.goto("/approvals");
  await expect(approver.page.getByText("Nothing needs you")).toBeVisible();
});

test("the member sees who may decide and no buttons; another organization sees nothing", async ({ browser, request, baseURL }) => {
  const id = await ask("echo private");
  await member.page.goto(`/approvals?tab=others&id=${id}`);
  await expect(card(member.page).getByText(/You cannot decide this. Someone with the role owner, admin or approver can/)).toBeVisible();
  await expect(card(member.page).getByRole("button", { name: "Run command" })).toHaveCount(0);

  const theirs = { authorization: `Bearer ${await foundOrganization(member.page, "Elsewhere")}` };
  const stranger = { email: `outsider-${Date.now()}@example.com`, password: "a password for browsers" };
  const made = await request.post("/api/members", { headers: theirs, data: { ...stranger, name: "Out Sider", role: "owner" } });
  expect(made.status()).toBe(201);
  expect((await request.get(`/api/approvals/${id}`, { headers: theirs })).status()).toBe(404);
  const outsider = await signIn(browser, stranger, baseURL);
  await outsider.page.goto(`/approvals?id=${id}`);
  await expect(outsider.page.getByText("There is no such request")).toBeVisible();
  await expect(outsider.page.getByText("Nothing needs you")).toBeVisible();
  await expect(outsider.page.getByText("echo private")).toHaveCount(0);
  await outsider.context.close();
});

test("the badge is light for one and heavy from three; four that come together are one notice, and old ones are none", async () => {
  const { page } = approver;
  const notice = page.locator("p[role=status]").filter({ hasText: /wait/ });
  const badge = page.getByRole("navigation", { name: "Main" }).locator("[data-weight]");
  await ask("echo old");
  await page.goto("/tools");
  await expect(badge).toHaveAttribute("data-weight", "light");
  await expect(badge).toContainText("1 approval waits for you");
  await page.waitForTimeout(1_500);
  await expect(notice).toHaveCount(0);
  const said: string[] = [];
  await page.exposeFunction("said", (text: string) => said.push(text));
  await page.evaluate(() => {
    const line = document.querySelector("p[role=status]");
    new MutationObserver(() => {
      if (line?.textContent) (window as unknown as { said: (text: string) => void }).said(line.textContent);
    }).observe(line as Element, { childList: true, subtree: true, characterData: true });
  });
  await beginChat(member.page, scripted("Four", [{ calls: [1, 2, 3, 4].map((number) => command(`echo ${number}`)) }, { text: "So." }]));
  await expect(notice).toHaveText("4 new requests wait for you.");
  await expect(badge).toHaveAttribute("data-weight", "heavy");
  await expect(badge).toContainText("5 approvals wait for you");
  await page.waitForTimeout(1_500);
  expect(said).toEqual(["4 new requests wait for you."]);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(/\/approvals/);
  await expect(rows(page)).toHaveCount(5);
});

test("Enter never approves by itself, and typing is no command", async () => {
  const id = await ask("echo keys");
  const { page } = approver;
  await page.goto(`/approvals?id=${id}`);
  const act = card(page).getByRole("button", { name: "Run command" });
  await expect(act).toBeEnabled();
  await expect(act).not.toBeFocused();
  await act.focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(card(page)).toContainText("Waiting for an approver");
  await page.keyboard.press("d");
  await page.getByLabel("Why not?").pressSequentially("a bad idea, jk");
  await expect(page.getByLabel("Why not?")).toHaveValue("a bad idea, jk");
  await expect(page.getByRole("alertdialog")).toBeHidden();
});

test("a click right after the card moved does nothing", async () => {
  const id = await ask("echo moved");
  const { page } = approver;
  await page.goto(`/approvals?id=${id}`);
  const act = card(page).getByRole("button", { name: "Run command" });
  await expect(act).toBeEnabled();
  // Both in one go inside the page: on a busy machine a click from outside, or after a frame, comes too late to be too fast.
  const button = await act.elementHandle();
  await card(page).evaluate((element, act) => {
    element.prepend(Object.assign(document.createElement("p"), { textContent: "moved" }));
    (act as HTMLButtonElement).click();
  }, button);
  await expect(page.getByText("That was too fast")).toBeVisible();
  await expect(card(page)).toContainText("Waiting for an approver");
  await act.click();
  await expect(card(page).getByRole("status")).toContainText("Approved by");
});

test("what cannot be seen is written out, and what is long must be read before it can be approved", async () => {
  const { page } = approver;
  const hidden = await ask(`echo \u202eabc\u2066\u200b \u{e0061}; echo${" ".repeat(5_000)}tail`);
  await page.goto(`/approvals?id=${hidden}`);
  const region = card(page).getByRole("group", { name: "Command" });
  await expect(region).toContainText("\\u{202E}abc\\u{2066}\\u{200B} \\u{E0061}; echo[5000 spaces]tail");
  const text = (await card(page).textContent()) ?? "";
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u{e0000}-\u{e007f}]/u);

  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    const long = await ask(Array.from({ length: 400 }, (_, line) => `echo ${line}`).join("\n"));
    await page.setViewportSize(size);
    await page.goto(`/approvals?id=${long}`);
    const act = card(page).getByRole("button", { name: "Run command" });
    await expect(card(page).getByText("Read the arguments to their end to decide.")).toBeVisible();
    await expect(act).toBeDisabled();
    await region.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await region.scrollIntoViewIfNeeded();
    await expect(act).toBeEnabled();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("changed arguments are checked first: what is refused stays pending, what is not runs", async () => {
  const id = await ask("echo first");
  const { page } = approver;
  await page.goto(`/approvals?id=${id}`);
  await page.getByRole("button", { name: "Edit and approve" }).click();
  const act = page.getByRole("button", { name: "Run command as edited" });
  const press = async () => {
    // From elsewhere: a pointer under which scrolling brings the button was not aimed at it, and its click does not count at once.
    await page.mouse.move(0, 0);
    await act.click();
  };
  // The form has just come: whoever presses what stands there now had aimed at something else.
  await page.getByRole("button", { name: "Keep it waiting" }).click();
  await page.getByRole("button", { name: "Edit and approve" }).evaluate(
    (edit: HTMLButtonElement) =>
      new Promise<void>((pressed) => {
        const press = (_: unknown, watch: MutationObserver) => {
          const act = [...document.querySelectorAll("button")].find((button) => button.textContent === "Run command as edited");
          if (!act) return;
          watch.disconnect();
          act.click();
          pressed();
        };
        new MutationObserver(press).observe(document.body, { childList: true, subtree: true });
        edit.click();
      }),
  );
  await expect(page.getByText("That was too fast")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  const field = page.getByLabel("Command to run instead");
  await field.fill("rm -rf ../x");
  await press();
  await expect(card(page).locator("form [aria-live]").filter({ hasText: /rm/ })).toBeVisible();
  await expect(card(page)).toContainText("Waiting for an approver");
  await field.fill("echo second");
  await press();
  await expect(card(page).getByRole("status")).toContainText("Approved by");
  await expect(card(page)).toContainText("An approver changed the arguments");
});

test("what is approved for later too runs without a question, says why, and is asked about again once it is taken back", async () => {
  const id = await ask("echo standing");
  const { page } = approver;
  await page.goto(`/approvals?id=${id}`);
  await page.getByRole("button", { name: "Approve always…" }).click();
  await page.getByLabel("What later calls need no question").selectOption("pattern");
  const beginning = page.getByRole("textbox", { name: "Calls whose command begins with" });
  await expect(beginning).toHaveValue("echo standing");
  await beginning.fill("printf");
  await expect(page.getByText(/would have answered 0\./)).toBeVisible();
  const act = page.getByRole("button", { name: "Run command, and later ones" });
  const press = async () => {
    await page.mouse.move(0, 0);
    await act.click();
  };
  await press();
  await expect(card(page).locator("form [aria-live]").filter({ hasText: "do not cover the call" })).toBeVisible();
  await expect(card(page)).toContainText("Waiting for an approver");
  await beginning.fill("echo st");
  await expect(page.getByText(/would have answered [1-9]/)).toBeVisible();
  await press();
  await expect(card(page).getByRole("status")).toContainText("Approved by");

  const says = scripted("Please", [{ calls: [command("echo still")] }, { text: "It ran at once." }]);
  await beginChat(member.page, says);
  await untilAnswered(member.page);
  await expect(thread(member.page).getByText("It ran at once.", { exact: true })).toBeVisible();
  await thread(member.page).locator("summary").filter({ hasText: "echo still" }).click();
  await expect(thread(member.page).getByRole("link", { name: "Standing approval" })).toBeVisible();
  await expect(thread(member.page).getByText(`${approver.name} approved calls like this beforehand.`)).toBeVisible();

  await page.goto("/settings/grants");
  await page.getByRole("button", { name: /Take back: shell command begins with "echo st"/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).click();
  await expect(page.getByRole("heading", { name: "None stands" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Ended standing approvals" })).toContainText("Taken back");
  await ask("echo still");
});

test("a card whose run was stopped says so within a second, and a late answer is no error", async () => {
  const id = await ask("echo stopped");
  const { page } = approver;
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(`/approvals?id=${id}`);
  await expect(card(page).getByRole("button", { name: "Run command" })).toBeEnabled();
  await member.page.getByRole("button", { name: "Stop" }).click();
  await expect(card(page).getByRole("status")).toContainText("No longer open, nothing was run", { timeout: 5_000 });
  expect(errors).toEqual([]);
});

test("after a lost connection the list is right again, and an answered request says who answered", async () => {
  const { page, context } = approver;
  const [first, second] = [await ask("echo one"), await ask("echo two")];
  await page.goto("/approvals");
  await expect(rows(page)).toHaveCount(2);
  await context.setOffline(true);
  const { inputDigest } = await (await member.page.request.get(`/api/approvals/${first}`, { headers })).json();
  await member.page.request.post(`/api/approvals/${first}/decision`, {
    headers,
    data: { decision: "deny", inputDigest, reason: "not now" },
  });
  const third = await ask("echo three");
  await context.setOffline(false);
  await expect(rows(page).nth(1)).toHaveAttribute("data-row", third, { timeout: 8_000 });
  await expect(rows(page).nth(0)).toHaveAttribute("data-row", second);
  await expect(card(page).getByRole("status")).toContainText("not now");
});

test("j and k go through the list, and rows do not move under the pointer", async () => {
  const ids = [await ask("echo a"), await ask("echo b"), await ask("echo c")];
  const { page } = approver;
  await page.goto("/approvals");
  await expect(card(page)).toHaveAttribute("data-approval-id", ids[0] as string);
  await page.keyboard.press("j");
  await expect(card(page)).toHaveAttribute("data-approval-id", ids[1] as string);
  await page.keyboard.press("k");
  await expect(card(page)).toHaveAttribute("data-approval-id", ids[0] as string);
  await expect(page.locator("[data-weight=heavy]").first()).toContainText("3");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();

  await rows(page).nth(2).hover();
  const before = await rows(page).nth(2).boundingBox();
  const { inputDigest } = await (await page.request.get(`/api/approvals/${ids[0]}`, { headers })).json();
  await page.request.post(`/api/approvals/${ids[0]}/decision`, { headers, data: { decision: "deny", inputDigest } });
  await expect(rows(page).nth(0)).toContainText("no longer waiting");
  expect(await rows(page).nth(2).boundingBox()).toEqual(before);
  await page.mouse.move(900, 600);
  await expect(rows(page)).toHaveCount(2);
});

test("twelve that ask for the same are shown whole, ten of them are answered together, each with its own result, and two are left", async () => {
  const { page } = approver;
  const calls = Array.from({ length: 12 }, (_, number) => command(`echo together-${number + 1}`));
  await beginChat(member.page, scripted("Many", [{ calls }, { text: "All done." }]));
  await page.goto("/approvals");
  await expect(rows(page)).toHaveCount(12);
  await page.getByRole("link", { name: "Decide several" }).click();
  const requests = page.locator("[data-request]");
  await expect(requests).toHaveCount(12);
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await expect(requests.last().getByRole("checkbox")).toBeDisabled();
  for (let number = 0; number < 10; number++) {
    await requests.nth(number).scrollIntoViewIfNeeded();
    await requests.nth(number).getByRole("checkbox").check();
  }

  // The focus is on what keeps them waiting, and the whole list is there.
  await page.getByRole("button", { name: "Run command: 10" }).click();
  await expect(page.getByRole("alertdialog").getByRole("listitem")).toHaveCount(10);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.locator("[data-answer]")).toHaveCount(0);

  // Somebody else is first with one of them; that holds up none of the others.
  const taken = await requests.first().getAttribute("data-request");
  const { inputDigest } = await (await page.request.get(`/api/approvals/${taken}`, { headers })).json();
  await page.request.post(`/api/approvals/${taken}/decision`, { headers, data: { decision: "deny", inputDigest } });
  await page.getByRole("button", { name: "Run command: 10" }).click();
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Run command: 10" });
  await expect(confirm).not.toHaveAttribute("aria-disabled");
  await confirm.click();
  await expect(page.locator("[data-answer=approved]")).toHaveCount(9);
  await expect(requests.first().getByRole("status")).toContainText("has already denied this");
  await page.getByRole("button", { name: "What is left" }).click();
  await expect(requests).toHaveCount(2);

  await page.setViewportSize({ width: 360, height: 800 });
  await requests.last().scrollIntoViewIfNeeded();
  await expect(requests.last().getByRole("checkbox")).toBeEnabled();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await requests.first().scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Choose all that were read: 2" }).click();
  await page.getByRole("button", { name: "Deny with reason" }).click();
  await page.getByRole("textbox", { name: "Why not?" }).fill("Enough of them.");
  await page.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(page.locator("[data-answer=denied]")).toHaveCount(2);
  await expect(thread(member.page).getByText("All done.", { exact: true })).toBeVisible();
});

test("the page is clean for axe, in both themes, on a phone and on a desk", async () => {
  test.setTimeout(240_000);
  const id = await ask("echo axe");
  const { page } = approver;
  for (const [width, scheme] of [
    [1280, "light"],
    [1280, "dark"],
    [360, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    for (const address of [`/approvals?id=${id}`, "/approvals?tab=decided", "/settings/policy", "/settings/grants"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForTimeout(700);
      expect(await axeFindings(page, scheme === "dark" ? "colours" : "everything"), `${address} ${width} ${scheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow, `${address} ${width}`).toBe(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: null });
});
