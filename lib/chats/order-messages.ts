interface Placed {
  id: string;
  /** The user message that an assistant's answers. */
  answers: string | null;
}

/**
 * Puts each answer behind the message that it answers. Messages come in the order in which they were stored, which differs when a second
 * message was sent (and waited) before the first was answered.
 */
export function orderMessages<T extends Placed>(stored: readonly T[]): T[] {
  const asked = new Set(stored.filter((message) => message.answers === null).map((message) => message.id));
  const answers = new Map<string, T[]>();
  const ordered: T[] = [];
  for (const message of stored) {
    if (message.answers === null || !asked.has(message.answers)) continue;
    answers.set(message.answers, [...(answers.get(message.answers) ?? []), message]);
  }
  for (const message of stored) {
    if (message.answers !== null && asked.has(message.answers)) continue;
    ordered.push(message, ...(answers.get(message.id) ?? []));
  }
  return ordered;
}
