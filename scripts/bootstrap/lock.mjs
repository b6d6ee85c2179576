// A lock between processes that the system frees when its holder ends, made of nothing but Node.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Resolves when no other process of this user holds the lock of that name; `onWait` is called if one does. */
export async function holdLock(name, onWait) {
  const address = addressOf(name)
  for (let isFirst = true; ; isFirst = false) {
    const server = await tryListen(address)
    if (server !== undefined) return { release: () => server.close() }
    if (isFirst) onWait()
    await waitForEnd(address)
  }
}

/** Linux and Windows know names without a file, which go with their process; elsewhere it is a file. */
function addressOf(name) {
  const user = process.getuid?.() ?? ''
  const key = `parley-${createHash('sha256').update(`${user} ${name}`).digest('hex').slice(0, 16)}`
  if (process.platform === 'linux') return `\0${key}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${key}` : join(tmpdir(), `${key}.sock`)
}

/** Undefined when another process listens already. */
function tryListen(address) {
  return new Promise((resolve, reject) => {
    // Whoever waits is told by the end of its connection that the lock is free.
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket.on('error', () => {}))
    })
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(address, () => {
      const close = server.close.bind(server)
      server.close = () => {
        for (const socket of waiting) socket.destroy()
        return close()
      }
      resolve(server)
    })
  })
}

function waitForEnd(address) {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('error', (error) => {
      // A file whose process was killed.
      if (error.code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
    })
    socket.once('close', resolve)
  })
}
