// Finds a loopback port that is free.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

export async function freePort(): Promise<number> {
  for (;;) {
    // Below the range that operating systems use for outgoing connections, which could otherwise take the port first.
    const port = randomInt(10_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').catch(() => undefined)
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
