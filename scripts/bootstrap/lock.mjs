// A lock between processes that the operating system releases when its holder ends; it needs Node alone.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Resolves when this process holds the lock of that name. Calls `onWait` if another process of this user holds it. */
export async function acquireLock(name, onWait) {
  const address = addressOf(name)
  for (let isFirst = true; ; isFirst = false) {
    const server = await tryListen(address)
    if (server !== undefined) return { release: () => server.close() }
    if (isFirst) onWait()
    await waitForRelease(address)
  }
}

/** Sockets on Linux and pipes on Windows can have names that disappear with their process; elsewhere a file is needed. */
function addressOf(name) {
  const user = process.getuid?.() ?? ''
  const key = `parley-${createHash('sha256').update(`${user} ${name}`).digest('hex').slice(0, 16)}`
  if (process.platform === 'linux') return `\0${key}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${key}` : join(tmpdir(), `${key}.sock`)
}

/** Resolves to undefined if another process is listening. */
function tryListen(address) {
  return new Promise((resolve, reject) => {
    // Waiting processes stay connected; the end of their connection means that the lock is free.
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

function waitForRelease(address) {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('error', (error) => {
      // The socket file of a killed process remains.
      if (error.code === 'ECONNREFUSED' && !address.startsWith('\0')) rmSync(address, { force: true })
    })
    socket.once('close', resolve)
  })
}
