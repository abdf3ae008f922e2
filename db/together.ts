/** PostgreSQL's code for every statement behind the one that failed. */
const IN_FAILED_TRANSACTION = "25P02";

/**
 * Waits for statements of one transaction that travel together, like `Promise.all`, until all are answered, and throws the error that broke the
 * transaction: those that follow from it arrive in the same moment and say nothing of the cause.
 */
export async function together<T extends readonly unknown[] | []>(statements: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const answers = await Promise.allSettled(statements);
  const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => !followsFromAnother(error)) ?? errors[0];
  return answers.map((answer) => answer.status === "fulfilled" && answer.value) as { -readonly [K in keyof T]: Awaited<T[K]> };
}

function followsFromAnother(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === IN_FAILED_TRANSACTION;
}
