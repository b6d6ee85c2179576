// Finds a loopback port that is free.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range that operating systems use for outgoing connections, which could otherwise take the port first. */
const range = { first: 10_000, end: 32_000 }

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.first, range.end)
    const probe = createServer()
    const outcome = Promise.withResolvers<boolean>()
    probe.once('error', () => outcome.resolve(false))
    probe.listen(port, '127.0.0.1', () => outcome.resolve(true))
    if (!(await outcome.promise)) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
