/** A file that is written while it is sent: nobody waits for the whole, nothing holds the whole. */
export function download(fileName: string, type: string, parts: AsyncGenerator<string | Uint8Array>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, { headers: { "content-type": type, "content-disposition": `attachment; filename="${fileName}"` } });
}
