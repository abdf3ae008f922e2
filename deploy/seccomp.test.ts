import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { DENIED_SYSCALLS } from "#lib/sandbox/seccomp/denied-syscalls.ts";

/** bubblewrap builds a sandbox with these; inside of it they are denied again. */
const BUBBLEWRAP_NEEDS = ["mount", "pivot_root", "sethostname", "umount2", "unshare"];

const profileSchema = z.object({
  defaultAction: z.literal("SCMP_ACT_ALLOW"),
  syscalls: z.array(
    z.object({
      names: z.array(z.string()),
      action: z.literal("SCMP_ACT_ERRNO"),
      args: z.array(z.object({ index: z.number(), value: z.number(), op: z.string() })).optional(),
    }),
  ),
});

it("the container's seccomp profile denies what the sandbox denies, but for what a sandbox is built with", async () => {
  const { syscalls } = profileSchema.parse(JSON.parse(await readFile(new URL("seccomp.json", import.meta.url), "utf8")));
  const denied = syscalls.filter(({ args }) => !args).flatMap(({ names }) => names);
  expect([...denied, ...BUBBLEWRAP_NEEDS].sort()).toEqual(Object.keys(DENIED_SYSCALLS).sort());
  expect(syscalls.flatMap(({ names, args }) => (args ? [names, args[0]?.value] : []))).toEqual([["socket"], 38, ["socket"], 40]);
});
