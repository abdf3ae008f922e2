/** A file that is written while it is sent: nobody waits for the whole, nothing holds the whole. */
export function download(fileName: string, type: string, lines: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, { headers: { "content-type": type, "content-disposition": `attachment; filename="${fileName}"` } });
}
