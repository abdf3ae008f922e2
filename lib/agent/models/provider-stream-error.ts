/** The model's server said in the middle of its answer that it failed. `message` is what it said. */
export class ProviderStreamError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProviderStreamError";
  }
}
