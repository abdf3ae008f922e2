import net from "node:net";

/** A TCP port that nobody listens on at this moment. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const server = await listen(0, host);
  const { port } = server.address() as net.AddressInfo;
  await close(server);
  return port;
}

/** Why this program could not listen there ("EADDRINUSE", "EACCES", "EADDRNOTAVAIL", …), or null when it can. */
export async function portProblem(port: number, host: string): Promise<string | null> {
  try {
    await close(await listen(port, host));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}

function listen(port: number, host: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function close(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
