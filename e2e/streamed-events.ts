/** An event of a server-sent stream, as it came. */
export interface StreamedEvent {
  id: string | undefined;
  data: string;
}

/** The events of a stream until it ends, or the signal aborts (then this throws); comments are left out. */
export async function* streamedEvents(url: string, init: RequestInit): AsyncGenerator<StreamedEvent> {
  const response = await fetch(url, init);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      if (fields.data !== undefined) yield { id: fields.id, data: fields.data };
    }
  }
}
