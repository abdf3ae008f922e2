/**
 * Cuts a list into portions of no more items and bytes than `most`, in order; what is larger by itself is a portion of its own. So what is read of them
 * fits into memory.
 */
export function* portionsOf<Item extends { bytes: number }>(
  items: readonly Item[],
  most: { items: number; bytes: number },
): Generator<Item[]> {
  let portion: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    if (portion.length === most.items || (portion.length > 0 && bytes + item.bytes > most.bytes)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(item);
    bytes += item.bytes;
  }
  if (portion.length > 0) yield portion;
}
