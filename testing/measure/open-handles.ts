// Checks that a piece of work leaves no timer, socket, process or worker behind.
import assert from 'node:assert/strict'

/** Runs the work once before it counts, because shared parts may be loaded on first use and kept. */
export async function assertNoOpenHandles(work: () => Promise<void>): Promise<void> {
  await work()
  const before = openHandles()
  await work()
  const deadline = performance.now() + 10_000
  // Sockets and processes are closed a few turns of the event loop after the request to close them.
  while (openHandles().length > before.length && performance.now() < deadline)
    await new Promise((resolve) => setImmediate(resolve))
  const after = openHandles()
  assert.ok(after.length <= before.length, `open before: ${before.join(', ')}; open after: ${after.join(', ')}`)
}

const kinds = new Set([
  'Timeout',
  'TCPSocketWrap',
  'TCPServerWrap',
  'TLSWrap',
  'PipeWrap',
  'ProcessWrap',
  'MessagePort',
])

const openHandles = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kinds.has(kind))
    .sort()
