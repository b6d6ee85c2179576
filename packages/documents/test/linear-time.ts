// Checks that work takes processor time in proportion to the length of a text.
import assert from 'node:assert/strict'

const parts = 8
const attempts = 5
/** Less cannot be compared. */
const measurableMs = 10

/** The whole text may take three times as long as its eight parts; quadratic work takes eight times as long. */
export function assertLinear(text: string, work: (text: string) => unknown): void {
  const length = Math.ceil(text.length / parts)
  const pieces = Array.from({ length: parts }, (_, index) => text.slice(index * length, (index + 1) * length))
  let wholeMs = Number.POSITIVE_INFINITY
  let partsMs = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts; attempt++) {
    wholeMs = Math.min(
      wholeMs,
      costMs(() => work(text)),
    )
    partsMs = Math.min(
      partsMs,
      costMs(() => pieces.map(work)),
    )
    if (wholeMs < 3 * Math.max(partsMs, measurableMs)) return
  }
  assert.fail(`${wholeMs} ms for the text, and ${partsMs} ms for its ${parts} parts`)
}

function costMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
