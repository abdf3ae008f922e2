/** A call as it goes over the wire: the arguments are text, readable or not. */
export interface PlayedCall {
  name: string;
  args: string;
  id: string | null | undefined;
}
