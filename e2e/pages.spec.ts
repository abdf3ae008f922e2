import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { api, beginChat, fileCall, scripted, untilAnswered } from "./chat-page.ts";
import { OWNER } from "./owner.ts";
import { createMember, foundOrganization, signIn, test } from "./signed-in.ts";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const SCHEMES = ["light", "dark"] as const;

/** Pages of members that need nothing to be there. */
const PLAIN = [
  "/chat",
  "/search",
  "/search?q=nothing+of+that+name",
  "/approvals",
  "/approvals/several",
  "/schedules",
  "/schedules/new",
  "/documents",
  "/documents?q=nothing+of+that+name",
  "/documents/new",
  "/documents/drafts",
  "/metrics",
  "/tools",
  "/tool-calls",
  "/audit",
  "/health",
  "/settings/profile",
  "/settings/sessions",
  "/settings/api-keys",
  "/settings/members",
  "/settings/policy",
  "/settings/grants",
  "/settings/agents",
  "/settings/agents/new",
  "/settings/skills",
  "/settings/mcp-servers",
  "/settings/destinations",
  "/settings/limits",
  "/settings/organization",
  "/chat/00000000-0000-7000-8000-000000000000",
  "/nothing-here",
];
const SIGNED_OUT = ["/sign-in", "/set-up", "/invitation"];

test.describe.configure({ mode: "parallel" });

for (const colorScheme of SCHEMES) {
  test(`every page is clean for axe and as wide as its window, on a desk and on a phone (${colorScheme})`, async ({
    browser,
    baseURL,
    page,
  }) => {
    test.setTimeout(600_000);
    // An organization of its own: in the one that all tests share, lists grow with every test, and axe takes seconds for each page of them.
    const key = await foundOrganization(page, `Sweep ${colorScheme} ${Date.now().toString(36)}`);
    const owner = await signIn(browser, await createMember(page, "owner", key), baseURL);
    const made = await makeRecords(owner.page, key);
    const shared = { baseURL, colorScheme, reducedMotion: "reduce" } as const;
    const inside = await browser.newContext({ ...shared, storageState: await owner.context.storageState() });
    await owner.context.close();
    const outside = await browser.newContext({ ...shared, storageState: { cookies: [], origins: [] } });
    // In the dark only the colours are others.
    const asked = colorScheme === "dark" ? "colours" : "everything";
    const findings = [...(await sweep(inside, [...PLAIN, ...made], asked)), ...(await sweep(outside, SIGNED_OUT, asked))];
    expect(findings).toEqual([]);
    await inside.close();
    await outside.close();
  });
}

test("the sweep sees a planted picture without words, grey on grey, a page wider than its window, and one longer than its frame", async ({
  page,
}) => {
  await page.goto("/health");
  // What is planted while the page still arrives goes with the part that it replaces: then it is planted again.
  await expect(async () => {
    await plant(page);
    expect(await findingsOf(page, "planted")).toEqual([
      expect.stringContaining("wider"),
      expect.stringContaining("longer"),
      expect.stringContaining("color-contrast"),
      expect.stringContaining("image-alt"),
    ]);
  }).toPass({ timeout: 45_000 });
});

async function plant(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const earlier of document.querySelectorAll("#planted, #planted-below")) earlier.remove();
    const made = (id: string, looks: Record<string, string>) => {
      const element = Object.assign(document.createElement("div"), { id });
      for (const [name, value] of Object.entries(looks)) element.style.setProperty(name, value);
      return element;
    };
    const planted = made("planted", { color: "rgb(150 150 150)", background: "rgb(160 160 160)", width: "3000px" });
    planted.innerHTML = '<img src="/icon.svg"><p>faint</p>';
    document.querySelector("main")?.append(planted);
    document.body.append(made("planted-below", { position: "absolute", top: "3000px", width: "1px", height: "1px" }));
  });
}

test("where the reader chose the colours, fields, buttons and cards have borders, and what is chosen is marked", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/settings/profile");
  const drawn = (of: Locator) =>
    of.evaluate((element) => {
      const { borderTopWidth, outlineStyle } = getComputedStyle(element);
      return { border: borderTopWidth, outline: outlineStyle };
    });
  expect(await drawn(page.getByRole("textbox", { name: "Name" }))).toMatchObject({ border: "1px" });
  expect(await drawn(page.getByRole("button", { name: "Save name" }))).toMatchObject({ border: "1px" });
  const tabs = page.getByRole("main").getByRole("navigation");
  expect(await drawn(tabs.getByRole("link", { name: "Profile" }))).toMatchObject({ outline: "solid" });
  expect(await drawn(tabs.getByRole("link", { name: "Sessions" }))).toMatchObject({ outline: "none" });
  expect(await drawn(page.locator("label", { hasText: "System" }))).toMatchObject({ outline: "solid" });
});

for (const width of [1280, 1024, 768, 360, 320]) {
  test(`no field of a filter lies over another one at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/approvals?tab=decided", "/tool-calls", "/audit", "/metrics?range=custom"]) {
      await page.goto(path);
      const main = page.getByRole("main");
      await expect(main.locator("form :is(input, select):not([type=hidden])").first()).toBeAttached();
      expect(await main.evaluate(coveredFields), path).toEqual([]);
    }
  });
}

test("a long name of an organization is cut where it does not fit, and makes no page wider than a phone", async ({
  page,
  browser,
  baseURL,
}) => {
  const key = await foundOrganization(page, `Gesellschaft für lange Namen und noch längere Firmenschilder ${Date.now()}`);
  const theirs = await signIn(browser, await createMember(page, "admin", key), baseURL);
  await theirs.page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/chat", "/settings/organization"]) {
    await theirs.page.goto(path);
    await expect(theirs.page.getByRole("main")).toBeVisible();
    expect(await theirs.page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  }
  await theirs.context.close();
});

test("a role is asked about before it changes: an arrow key in its list gives nobody another one", async ({ page, browser, baseURL }) => {
  const key = await foundOrganization(page, `Roles ${Date.now().toString(36)}`);
  const admin = await createMember(page, "admin", key);
  const colleague = await createMember(page, "approver", key);
  const theirs = await signIn(browser, admin, baseURL);
  await theirs.page.goto("/settings/members");
  const role = theirs.page.getByLabel(`Role of ${colleague.name}`);
  const question = theirs.page.getByRole("alertdialog");
  await role.selectOption("member");
  await expect(question).toContainText(`Make ${colleague.name} member?`);
  await theirs.page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(role).toHaveValue("approver");
  await role.selectOption("member");
  await question.getByRole("button", { name: "Change the role" }).click();
  await expect(question).toBeHidden();
  await theirs.page.reload();
  await expect(role).toHaveValue("member");
  await theirs.context.close();
});

/** Pairs of a form's fields and buttons of which one covers part of the other. */
function coveredFields(main: Element): string[] {
  for (const details of main.querySelectorAll("details")) details.open = true;
  const fields = [...main.querySelectorAll("form :is(input, select, button)")].filter((field) => field.checkVisibility());
  return fields.flatMap((one, index) =>
    fields.slice(index + 1).flatMap((other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const isApart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
      return isApart ? [] : [`${one.outerHTML.slice(0, 80)} and ${other.outerHTML.slice(0, 80)}`];
    }),
  );
}

test("pages for those who build the product are not there in production", async ({ page }) => {
  for (const path of ["/dev", "/dev/components", "/dev/components/shell"]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test("a tab goes along when another one switches the organization, and what it still sends reaches neither", async ({
  browser,
  baseURL,
  page,
}) => {
  const person = await createMember(page, "member");
  const founded = await page.request.post("/api/organizations", {
    data: { name: "Second" },
    headers: { authorization: `Bearer ${person.apiKey}` },
  });
  const { apiKey } = await founded.json();
  const { context, page: first } = await signIn(browser, person, baseURL);
  const [live, deaf] = [await context.newPage(), await context.newPage()];
  // A tab that hears nothing, as one that was asleep.
  await deaf.route(/\/api\/(events|me)\b/, (route) => route.abort());
  await live.goto("/settings/policy");
  await deaf.goto("/chat");
  await deaf.getByRole("textbox", { name: "Message" }).fill("meant for the first organization");

  await first.getByRole("button", { name: /^Organization: / }).click();
  await first.getByRole("menuitemradio", { name: "Second" }).click();
  await expect(first.getByRole("button", { name: "Organization: Second. Switch" })).toBeVisible();
  await expect(live.getByRole("button", { name: "Organization: Second. Switch" })).toBeVisible();
  await expect(live).toHaveURL(/\/chat$/);

  await expect(deaf.getByRole("button", { name: "Organization: Second. Switch" })).toBeHidden();
  await deaf.getByRole("textbox", { name: "Message" }).press("Enter");
  await expect(deaf.getByRole("button", { name: "Organization: Second. Switch" }).first()).toBeVisible();
  for (const key of [apiKey, person.apiKey]) {
    const chats = await page.request.get("/api/chats?q=meant", { headers: { authorization: `Bearer ${key}` } });
    expect((await chats.json()).total).toBe(0);
  }
  await context.close();
});

test("the health page stays, and says so, while its server does not answer, and goes on when it does", async ({ page, context }) => {
  await page.clock.install();
  await page.goto("/health");
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  await context.setOffline(true);
  // Again until it is seen: the page asks once its script has begun.
  await expect(async () => {
    await page.clock.fastForward(16_000);
    await expect(page.getByText("The server does not answer")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page).toHaveURL(/\/health$/);
  await context.setOffline(false);
  await page.clock.fastForward(16_000);
  await expect(page.getByText("The server does not answer")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
});

test("a damaged address is refused as such, of a page and of the API", async ({ page }) => {
  for (const path of ["/chat/%ff", "/api/chats/%ff", "/api/auth/%zz", "/search?q=%00", "/metrics?tool=a%00"]) {
    expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).toBe(400);
  }
});

test("a method that a call of the API does not have is refused with a problem document that names those it has", async ({ page }) => {
  const answer = await page.request.put("/api/chats", { data: {} });
  expect([answer.status(), answer.headers()["content-type"], answer.headers().allow]).toEqual([
    405,
    "application/problem+json",
    "GET, HEAD, POST, OPTIONS",
  ]);
  expect(await answer.json()).toMatchObject({ status: 405, code: "method_not_allowed", title: "Method Not Allowed" });
  expect((await page.request.head("/api/chats")).status()).toBe(200);
});

test("what is no call of the API answers like one, and the API's own root with it", async ({ page }) => {
  for (const path of ["/api", "/api/nope", "/api/chats/x/y/z"]) {
    for (const answer of [await page.request.get(path), await page.request.post(path, { data: {} })]) {
      expect([path, answer.status(), answer.headers()["content-type"]]).toEqual([path, 404, "application/problem+json"]);
      expect(await answer.json()).toMatchObject({ code: "not_found", detail: "No such call." });
    }
  }
});

test("a menu is worked by keys alone, and gives the focus back", async ({ page }) => {
  await beginChat(page, scripted("Keys", [{ text: "Yes." }]));
  await untilAnswered(page);
  const button = page.getByRole("button", { name: "Chat menu" });
  const entry = (name: string) => page.getByRole("menuitem", { name });
  await button.focus();
  await page.keyboard.press("ArrowDown");
  await expect(entry("Rename")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(entry("Delete")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("sa");
  await expect(entry("Save as Markdown")).toBeFocused();
  await page.keyboard.press("End");
  await expect(entry("Delete")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(entry("Rename")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Rename/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a menu at the foot of the window opens upwards, whole", async ({ page }) => {
  await page.goto("/health");
  await page.getByRole("button", { name: /owner$/ }).click();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("heading", { level: 1 }).click();
  await expect(menu).toHaveCount(0);
});

test.describe("on the wire", () => {
  test("scripts and pages are compressed, streams are not and arrive at once", async ({ page, baseURL }) => {
    await page.goto("/health");
    const script = await page.locator("script[src]").first().getAttribute("src");
    const headers = { authorization: `Bearer ${OWNER.apiKey}`, "accept-encoding": "gzip" };
    for (const path of [script ?? "", "/sign-in"]) {
      const answer = await fetch(new URL(path, baseURL), { headers });
      expect(answer.headers.get("content-encoding"), path).toBe("gzip");
      await answer.body?.cancel();
    }
    const stream = await fetch(new URL("/api/events", baseURL), { headers });
    expect(stream.headers.get("content-encoding")).toBeNull();
    const reader = stream.body?.getReader();
    // Nothing more is sent for ten seconds: what were held back to be compressed would not be here.
    const first = await Promise.race([reader?.read(), new Promise((resolve) => setTimeout(() => resolve("nothing came"), 5_000))]);
    expect(new TextDecoder().decode((first as { value?: Uint8Array }).value)).toContain('"ready"');
    await reader?.cancel();
  });

  test("an idle connection is kept longer than a proxy keeps its own", async ({ request }) => {
    expect((await request.get("/sign-in")).headers()["keep-alive"]).toBe("timeout=75");
  });
});

/** One of each: a chat with an answer and a call, a request that waits, a schedule. Their pages. */
async function makeRecords(page: Page, apiKey: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const steps = [
    { text: "# Done\n\n| a | b |\n|---|---|\n| `1` | **2** |", calls: [fileCall({ action: "list", path: "." })] },
    { calls: [{ tool: "shell", args: { command: "ls -la" } }] },
  ];
  const chatId = await beginChat(page, scripted("Look around", steps));
  await expect(page.getByText("One call waits for a decision")).toBeVisible();
  const approvals = await api<{ items: { id: string }[] }>(page, "/api/approvals?tab=needs-you&limit=1", apiKey);
  const calls = await api<{ items: { id: string }[] }>(page, "/api/tool-calls?limit=1", apiKey);
  const made = await page.request.post("/api/schedules", {
    headers,
    data: { prompt: "Say hello", everyMs: 3_600_000 },
  });
  const schedule = (await made.json()) as { id: string };
  const tried = await page.request.post(`/api/schedules/${schedule.id}/run`, {
    headers,
    data: { dryRun: true },
  });
  expect(tried.status()).toBe(202);
  const runs = await api<{ items: { id: string }[] }>(page, `/api/schedules/${schedule.id}/runs`, apiKey);
  const agent = await page.request.post("/api/agents", {
    headers,
    data: {
      name: `Archivist of everything that was ever written ${Date.now()}`,
      description: "Looks things up.",
      instructions: "Cite.",
      model: "demo",
      tools: { allow: { effects: ["read"] } },
    },
  });
  const { id: agentId } = (await agent.json()) as { id: string };
  const document = await makeDocument(page, headers);
  return [
    `/settings/agents/${agentId}`,
    `/chat?agent=${agentId}`,
    "/chat?agent=nobody",
    `/chat/${chatId}`,
    `/approvals?id=${approvals.items[0]?.id}`,
    `/tool-calls/${calls.items[0]?.id}`,
    `/schedules/${schedule.id}`,
    `/schedules/${schedule.id}/runs/${runs.items[0]?.id}`,
    `/documents/${document}`,
    `/documents/${document}?version=2`,
    `/documents/${document}/edit`,
  ];
}

/** With three versions. Answers its id. */
async function makeDocument(page: Page, headers: { authorization: string }): Promise<string> {
  const text = "# Plan\n\n| a | b |\n|---|---|\n| `1` | **2** |\n";
  const created = await page.request.post("/api/documents", { headers, data: { title: "Plan", text } });
  const { id, version } = await created.json();
  const changed = await page.request.patch(`/api/documents/${id}`, { headers, data: { text: `${text}\nMore.`, expectedVersion: version } });
  const data = { title: "The plan", expectedVersion: (await changed.json()).version };
  expect((await page.request.patch(`/api/documents/${id}`, { headers, data })).status()).toBe(200);
  return id;
}

async function sweep(context: BrowserContext, paths: readonly string[], asked: "everything" | "colours"): Promise<string[]> {
  const page = await context.newPage();
  const findings: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      findings.push(...(await findingsOf(page, `${path} at ${size.width} px`, asked)));
    }
  }
  return findings;
}

/** What is left of a number of pixels once what follows the window (charts do) has followed it: for two seconds at most. */
async function settled(page: Page, measure: () => number): Promise<number> {
  const until = Date.now() + 2_000;
  for (;;) {
    const pixels = await page.evaluate(measure);
    if (pixels <= 0 || Date.now() > until) return pixels;
    await page.waitForTimeout(100);
  }
}

/** By how many pixels a page is wider than its window. */
function tooWide(): number {
  return Math.max(...[...document.querySelectorAll("html, main")].map((box) => box.scrollWidth - box.clientWidth));
}

/** By how many pixels the window scrolls below the frame of the product, inside which all its pages scroll. */
function tooLong(): number {
  const main = document.querySelector("main");
  const { scrollHeight, clientHeight } = document.documentElement;
  return main && getComputedStyle(main).overflowY === "auto" ? scrollHeight - clientHeight : 0;
}

/** What is wrong with a page, in words: scrolling sideways or into nothing, and what axe finds. */
async function findingsOf(page: Page, where: string, asked?: "everything" | "colours"): Promise<string[]> {
  const [wider, longer] = [await settled(page, tooWide), await settled(page, tooLong)];
  return [
    ...(wider > 0 ? [`${where}: ${wider} px wider than its window`] : []),
    ...(longer > 0 ? [`${where}: ${longer} px longer than its frame`] : []),
    ...(await axeFindings(page, asked)).map((finding) => `${where}: ${finding}`),
  ];
}
