// Measures a server process from outside, through its inspector: memory, open handles, listeners and sockets.
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { freePort } from './free-port.ts'

/** Environment variables that open the inspector of a Node process, and the port of the inspector. */
export async function inspectorEnv() {
  const port = await freePort()
  return { port, env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` } }
}

export async function inspectProcess(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await once(socket, 'open')
  let lastId = 0

  async function send(method: string, params: object = {}): Promise<{ result?: { value?: unknown } }> {
    const id = ++lastId
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = await once(socket, 'message')
      const message = JSON.parse(String(data))
      if (message.error) throw new Error(message.error.message)
      if (message.id === id) return message.result
    }
  }

  /** One at a time. */
  async function evaluate(expression: string): Promise<unknown> {
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true })
    return result?.value
  }

  return {
    /** The bytes that are still in use after garbage collections. */
    async retainedBytes(): Promise<number> {
      // Buffers are released in the turn after the objects that hold them.
      for (let round = 0; round < 3; round++) {
        await send('HeapProfiler.collectGarbage')
        await setTimeout(50)
      }
      const { heapUsed, arrayBuffers } = (await evaluate('process.memoryUsage()')) as NodeJS.MemoryUsage
      return heapUsed + arrayBuffers
    },
    /** The number of open handles by kind, such as `Timeout` and `TCPSocketWrap`. */
    async handles(): Promise<Record<string, number>> {
      const counts: Record<string, number> = {}
      for (const kind of (await evaluate('process.getActiveResourcesInfo()')) as string[])
        counts[kind] = (counts[kind] ?? 0) + 1
      return counts
    },
    /** The number of listeners of each event of `process`. */
    processListeners: () =>
      evaluate('process.eventNames().map((name) => [String(name), process.listenerCount(name)]).sort()'),
    [Symbol.dispose]: () => socket.terminate(),
  }
}

/** In the table of TCP connections: the other side has closed the connection, and the process has not. */
const closeWait = '08'

/** The number of TCP connections that only the other side has closed; NaN if the system has no /proc. */
export async function countHalfClosed(pid: number): Promise<number> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => undefined)
  if (!descriptors) return Number.NaN
  const links = await Promise.all(descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  const own = new Set(links)
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')))
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
  return rows.filter((fields) => fields[3] === closeWait && own.has(`socket:[${fields[9]}]`)).length
}
