import { ServerFailure } from "./server-failure.ts";

/** Between the end of a stream and the moment at which all that came over it has been read. */
const READING_MS = 2_000;

/** What came over the wire while a server was asked, which the protocol's code does not tell. One question at a time. */
export class Exchange {
  /** Of the last answer to a POST. */
  status: number | null = null;
  /** Of a 401: it names where a person could sign in (RFC 9728). Nothing is asked there. */
  wantsSignIn = false;
  #broken = Promise.withResolvers<never>();

  /** The answer, or the end of the stream that should have brought it, for which the protocol's code would go on to wait. */
  answerOf<T>(ask: () => Promise<T>): Promise<T> {
    this.#broken = Promise.withResolvers();
    return Promise.race([ask(), this.#broken.promise]);
  }

  /** For the question under way: what to do when the stream of its answer has ended. */
  streamEnd(): () => void {
    const { reject } = this.#broken;
    return () => void setTimeout(() => reject(new ServerFailure("failed", "The server ended without an answer.")), READING_MS).unref();
  }

  note({ status, headers }: Response): void {
    this.status = status;
    this.wantsSignIn = headers.get("www-authenticate")?.includes("resource_metadata") ?? false;
  }
}
