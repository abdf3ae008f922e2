import { open, rename } from "node:fs/promises";

/** Writes a file that only its owner can read, whole or not at all: a full disk or a crash leaves the one before. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
