import { AppError } from "#lib/errors.ts";

/**
 * What a page's address asks of a list. A cursor that is none of this list begins at the beginning: the link was cut, or its organization is another one
 * by now. The cursor that was used comes back with it.
 * @throws whatever `list` throws for another reason
 */
export async function readFrom<T>(
  cursor: string | undefined,
  list: (cursor: string | undefined) => Promise<T>,
): Promise<{ page: T; cursor: string | undefined }> {
  try {
    return { page: await list(cursor), cursor };
  } catch (error) {
    if (cursor === undefined || !(error instanceof AppError && error.code === "invalid_request")) throw error;
    return { page: await list(undefined), cursor: undefined };
  }
}
