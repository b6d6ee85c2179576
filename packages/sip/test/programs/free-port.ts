// Finds ports for programs that cannot choose one themselves.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A pair of ports on the loopback interface, of which the first is even, free for UDP and TCP a moment ago. */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await probe(0)
    if (port === undefined || port % 2 !== 0) continue
    if ((await probe(port)) !== undefined && (await probe(port + 1)) !== undefined) return port
  }
}

async function probe(wanted: number): Promise<number | undefined> {
  const udp = createSocket('udp4')
  const tcp = createServer()
  try {
    udp.bind(wanted, '127.0.0.1')
    await once(udp, 'listening')
    const { port } = udp.address()
    tcp.listen(port, '127.0.0.1')
    await once(tcp, 'listening')
    return port
  } catch {
    return undefined
  } finally {
    udp.close()
    tcp.close()
  }
}
