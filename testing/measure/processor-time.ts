// Checks the processor time of work, which the load of the machine does not change much.
import assert from 'node:assert/strict'

const attempts = 5
/** Some systems count processor time in steps of milliseconds. */
const measurableMs = 10
const parts = 8

/** Processor time of this thread. */
async function costMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Fails if the time of the work grows much faster than the length of its input: the whole length may take up to three
 * times as long as its eight parts, and not eight times as with quadratic growth. The best of several attempts counts,
 * because compilation and garbage collection disturb single ones.
 */
export async function assertProportional(work: (length: number) => unknown, length: number, what = ''): Promise<void> {
  const workInParts = async () => {
    for (let part = 0; part < parts; part++) await work(Math.ceil(length / parts))
  }
  let wholeMs = Number.POSITIVE_INFINITY
  let partsMs = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts; attempt++) {
    wholeMs = Math.min(wholeMs, await costMs(() => work(length)))
    partsMs = Math.min(partsMs, await costMs(workInParts))
    if (wholeMs < 3 * Math.max(partsMs, measurableMs)) return
  }
  assert.fail(`${what}: ${wholeMs} ms for ${length}, and ${partsMs} ms for the same in ${parts} parts`)
}

/** Fails if each of several attempts takes longer; the first ones can contain the compilation of the code. */
export async function assertCost(limitMs: number, work: () => unknown, what = ''): Promise<void> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && leastMs >= limitMs; attempt++)
    leastMs = Math.min(leastMs, await costMs(work))
  assert.ok(leastMs < limitMs, `${what}: ${leastMs} ms of processor time`)
}
