import { AppError } from "#lib/errors.ts";

/** What is read for the address of a page; null when there is none that the caller may see. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
