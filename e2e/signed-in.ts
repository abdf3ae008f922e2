import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { OWNER } from "./owner.ts";

interface Person {
  email: string;
  password: string;
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Tests whose `page` is signed in as the owner. Signing in costs a password check, so a worker does it once. */
export const test = base.extend<object, { ownerState: StorageState }>({
  storageState: ({ ownerState }, use) => use(ownerState),
  ownerState: [
    async ({ browser }, use, workerInfo) => {
      const { context } = await signIn(browser, OWNER, workerInfo.project.use.baseURL);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
});

/** A browser of its own in which that person is signed in. The caller closes its context. */
export async function signIn(
  browser: Browser,
  person: Person,
  baseURL: string | undefined,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/chat/);
  return { context, page };
}

/** A new organization, with the key of its first owner: for tests whose outcome others would disturb. */
export async function foundOrganization(page: Page, name: string): Promise<string> {
  const response = await page.request.post("/api/organizations", { data: { name }, headers: { authorization: `Bearer ${OWNER.apiKey}` } });
  expect(response.status()).toBe(201);
  return (await response.json()).apiKey;
}

/** A new member of the organization that `ownerKey` belongs to. */
export async function createMember(
  page: Page,
  role: string,
  ownerKey: string = OWNER.apiKey,
): Promise<Person & { name: string; apiKey: string }> {
  const name = `Mira ${role} ${Date.now().toString(36)}`;
  const person = { name, email: `${name.toLowerCase().replaceAll(" ", "-")}@example.com`, password: "a password for browsers" };
  const response = await page.request.post("/api/members", {
    data: { ...person, role, apiKey: true },
    headers: { authorization: `Bearer ${ownerKey}` },
  });
  expect(response.status()).toBe(201);
  return { ...person, apiKey: (await response.json()).apiKey };
}
