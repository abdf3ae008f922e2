/** A server could not be asked, or its answer could not be used; `message` is a sentence for a person and for the model. */
export class ServerFailure extends Error {
  readonly code: "blocked" | "timeout" | "too_large" | "failed";
  /** Whether something that the server wrote stands in the message. */
  readonly quotesServer: boolean;

  constructor(code: ServerFailure["code"], message: string, options: ErrorOptions & { quotesServer?: boolean } = {}) {
    super(message, options);
    this.name = "ServerFailure";
    this.code = code;
    this.quotesServer = options.quotesServer ?? false;
  }
}
