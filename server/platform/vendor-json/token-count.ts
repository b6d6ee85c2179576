// Reads how many tokens a model reports to have used.

/** Far above what a model can read or write for one answer. The sums of a conversation stay within an `integer` of PostgreSQL. */
const maxTokens = 10_000_000

/** 0 for anything but a count. */
export function tokenCountOf(value: unknown): number {
  return Number.isInteger(value) ? Math.min(Math.max(0, Number(value)), maxTokens) : 0
}
