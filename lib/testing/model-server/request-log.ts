/** A request as it came, for tests that assert on what was sent. */
export interface LoggedRequest {
  path: string;
  body: Record<string, unknown>;
}

/** The last `keep` requests. */
export class RequestLog {
  readonly #keep: number;
  #requests: LoggedRequest[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(request: LoggedRequest): void {
    if (this.#keep === 0) return;
    this.#requests.push(request);
    if (this.#requests.length > this.#keep) this.#requests.shift();
  }

  /** All of them, oldest first, or those whose body contains the text. */
  list(contains?: string | null): LoggedRequest[] {
    if (!contains) return [...this.#requests];
    const needle = JSON.stringify(contains).slice(1, -1);
    return this.#requests.filter((request) => JSON.stringify(request.body).includes(needle));
  }

  clear(): void {
    this.#requests = [];
  }
}
