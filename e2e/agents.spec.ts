import { expect, type Page } from "@playwright/test";
import { answers, composer, fileCall, say, scripted, thread, untilAnswered } from "./chat-page.ts";
import { createMember, foundOrganization, signIn, test } from "./signed-in.ts";

const WRITES = [{ calls: [fileCall({ action: "write", path: "by-agent.txt", content: "x" })] }, { text: "That is what became of it." }];

/** What the assistant says under a name of its own. */
const saidBy = (page: Page, name: string) =>
  thread(page)
    .locator("article")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

test("an agent is made, chosen and named; a tool that is taken away is refused in its chat, and switched off it answers nobody", async ({
  page,
  browser,
  baseURL,
}) => {
  const key = await foundOrganization(page, `Agents ${Date.now().toString(36)}`);
  const admins = await signIn(browser, await createMember(page, "admin", key), baseURL);
  const members = await signIn(browser, await createMember(page, "member", key), baseURL);
  const [admin, member] = [admins.page, members.page];

  // Without an agent nobody is offered a choice.
  await expect(composer(member)).toBeVisible();
  await expect(member.getByRole("navigation", { name: "Who answers" })).toHaveCount(0);

  await admin.goto("/settings/agents");
  await admin.getByRole("link", { name: "New agent" }).click();
  await admin.getByLabel("Name (required)").fill("Archivist");
  await admin.getByLabel("Description").fill("Looks things up.");
  await admin.getByLabel("Instructions").fill("Cite where it stands.");
  await admin.getByLabel("Model").fill("anthropic:claude");
  await admin.getByRole("button", { name: "Make agent" }).click();
  await expect(admin.getByText(/Write openai:<id>, openai-compatible:<id>/).first()).toBeVisible();
  await admin.getByLabel("Model").fill("openai-compatible:fake:text=4");
  await admin.getByRole("group", { name: "Never, although it is allowed" }).getByLabel("shell").check();
  await admin.getByRole("button", { name: "Make agent" }).click();
  await expect(admin).toHaveURL(/\/settings\/agents$/);
  await expect(admin.getByText("Every tool that the rules allow; never shell")).toBeVisible();

  await member.goto("/chat");
  await member.getByRole("navigation", { name: "Who answers" }).getByRole("link", { name: "Archivist" }).click();
  await expect(member.getByText("Looks things up.")).toBeVisible();
  await expect(member.getByRole("main").getByText("fake:text=4", { exact: false })).toBeVisible();
  await say(member, scripted("Write it down", WRITES));
  await expect(member).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await untilAnswered(member);
  await expect(saidBy(member, "Archivist")).toContainText("That is what became of it.");
  await expect(answers(member)).toHaveCount(0);
  await expect(member.getByRole("main").getByText("Agent: Archivist")).toBeVisible();
  await expect(member.getByRole("navigation").getByRole("link", { name: /Write it down.*Archivist/ })).toBeVisible();

  await admin.getByRole("link", { name: "Change Archivist" }).click();
  await expect(admin.getByText(/fake:text=4 .* answers/)).toBeVisible();
  await admin.getByLabel("It may use").selectOption("some");
  await admin.getByRole("group", { name: "Allowed", exact: true }).getByLabel("Calls that read").check();
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText("calls that read; never shell")).toBeVisible();
  await say(member, scripted("And again", WRITES));
  await untilAnswered(member);
  await expect(
    thread(member)
      .getByText(/not among the tools that the agent Archivist may use/)
      .first(),
  ).toBeVisible();

  const agentId = new URL((await admin.getByRole("link", { name: "Change Archivist" }).getAttribute("href")) ?? "", admin.url()).pathname
    .split("/")
    .at(-1);
  const planned = await page.request.post("/api/schedules", {
    data: { name: "Every morning", prompt: "Look things up.", cron: "0 9 * * *", timeZone: "UTC", agentId },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(planned.status()).toBe(201);
  await admin.getByRole("switch", { name: /^Archivist/ }).uncheck();
  await expect(admin.getByText("Archivist answers no more")).toBeVisible();
  await say(member, "Are you there?");
  await expect(thread(member).getByText(/The agent Archivist is switched off\. Begin a new chat/)).toBeVisible();
  await member.goto(`/schedules/${(await planned.json()).id}`);
  await expect(member.getByText("Its agent does nothing")).toBeVisible();
  await member.goto("/chat");
  await expect(composer(member)).toBeVisible();
  await expect(member.getByRole("navigation", { name: "Who answers" })).toHaveCount(0);
  await admins.context.close();
  await members.context.close();
});

test("a member reads what agents are told, and is told who makes them", async ({ page, browser, baseURL }) => {
  const key = await foundOrganization(page, `Readers ${Date.now().toString(36)}`);
  const made = await page.request.post("/api/agents", {
    data: { name: "Archivist", instructions: "Cite where it stands." },
    headers: { authorization: `Bearer ${key}` },
  });
  const { id } = await made.json();
  const theirs = await signIn(browser, await createMember(page, "member", key), baseURL);
  await theirs.page.goto("/settings/agents");
  await theirs.page.getByText("What it is told").click();
  await expect(theirs.page.getByText("Cite where it stands.")).toBeVisible();
  await expect(theirs.page.getByRole("link", { name: "Begin a chat with Archivist" })).toBeVisible();
  await expect(theirs.page.getByRole("link", { name: "New agent" })).toHaveCount(0);
  for (const path of ["/settings/agents/new", `/settings/agents/${id}`]) {
    await theirs.page.goto(path);
    await expect(theirs.page.getByText("Owners and admins make agents")).toBeVisible();
  }
  await theirs.context.close();
});
