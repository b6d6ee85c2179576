// Opens event streams over plain sockets, and measures how long each event takes.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** At the same time. */
const opening = 50

/** Resolves when all streams have begun. */
export async function openListeners(baseUrl: string, tokens: readonly string[], perAccount: number) {
  const { hostname, port } = new URL(baseUrl)
  const delays: number[] = []
  const sockets: Socket[] = []

  async function open(token: string): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(`GET /api/user/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    const [head] = await once(socket, 'data')
    if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(`A stream was refused: ${head}`)
    socket.on('data', (chunk) => {
      const now = performance.timeOrigin + performance.now()
      for (const [, at] of chunk.toString('latin1').matchAll(/"conversation\.started","created_at":"([^"]+)"/g))
        delays.push(now - new Date(at!).getTime())
    })
    sockets.push(socket)
  }

  const queue = tokens.flatMap((token) => Array.from({ length: perAccount }, () => token))
  const worker = async (): Promise<void> => {
    for (let token = queue.pop(); token !== undefined; token = queue.pop()) await open(token)
  }
  await Promise.all(Array.from({ length: opening }, worker))
  return {
    /** In milliseconds, of all events of all streams. */
    delays: (): readonly number[] => delays,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
