/** Where a server is, and what it is sent with every request. */
export interface ServerAddress {
  url: string;
  /** Secrets: never logged, shown, or sent anywhere else. */
  headers: Readonly<Record<string, string>>;
}
