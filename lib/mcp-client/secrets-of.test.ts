import { expect, it } from "vitest";
import { secretsOf, withoutSecrets } from "./secrets-of.ts";

it("takes out of a text what a server was sent, in each way in which it may be written, and leaves the words of an address", () => {
  const credentials = Buffer.from("robot:p4ssw0rd-4711").toString("base64");
  const secrets = secretsOf({
    url: "https://mcp.example.com/organizations/streamable-http/s3cr3t-4711-in-path/mcp?key=k3y%2F4711%2Bkey&mode=all",
    headers: { Authorization: `Basic ${credentials}`, "X-Key": "tok-4711-abc", "X-Mode": "on" },
  });
  const said = `Basic ${credentials}, robot:p4ssw0rd-4711, p4ssw0rd-4711, tok-4711-abc, k3y/4711+key, k3y%2F4711%2Bkey, s3cr3t-4711-in-path.`;
  const text = withoutSecrets(`${said} On all organizations over streamable-http.`, secrets);
  expect(text).toBe(`${"[redacted], ".repeat(6)}[redacted]. On all organizations over streamable-http.`);
});
