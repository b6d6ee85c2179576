// Tests of the server process: a failed start, and a signal during the start.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestApp } from '#testing/app/test-app.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { compileCacheEnv } from '#testing/processes/server-process.ts'

const entry = fileURLToPath(new URL('main.ts', import.meta.url))

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

describe('the server process', () => {
  const start = (port: number) =>
    spawn(process.execPath, [entry], {
      env: {
        ...compileCacheEnv,
        PATH: '/usr/bin:/bin',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATABASE_URL: parley.connectionString,
        DATA_DIR: parley.config.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  it('reports a port that is in use and exits', { timeout: 60_000 }, async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const child = start(port)
    child.stdout.resume()
    const [said, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
    taken.close()
    assert.equal(code, 1)
    assert.match(said.join(''), new RegExp(`^Parley could not start: port ${port} on 127.0.0.1 is in use`, 'm'))
  })

  it('stops cleanly on a signal during the start', { timeout: 60_000 }, async () => {
    const child = start(await freePort())
    child.stderr.resume()
    let log = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
    // The first output comes before the server listens.
    child.stdout.once('data', () => child.kill('SIGTERM'))
    const [code, signal] = await once(child, 'exit')
    assert.deepEqual([code, signal], [0, null], log)
    assert.match(log, /stopped/)
  })
})
