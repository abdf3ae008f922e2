/** Amounts of money are kept as whole millionths of a US dollar, so that sums are exact, and shown as dollars. */
const MICRO = 1_000_000;

export function toMicroUsd(usd: number): number {
  return Math.round(usd * MICRO);
}

export function toUsd(microUsd: number): number {
  return microUsd / MICRO;
}

/** `$2.50`, `$0.000012`, `$1,200.00`: as many digits behind the point as there are, two at least. */
export function usdWords(usd: number): string {
  return usd.toLocaleString("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 6 });
}
