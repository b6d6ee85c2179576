// Tests of the server process: a failed start, and a signal during the start.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { cannotChangeUser, ordinary, temporaryFolder } from '#testing/embedded-postgres/harness.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { compileCacheEnv } from '#testing/processes/server-process.ts'

const entry = fileURLToPath(new URL('main.ts', import.meta.url))

const cannotChange = await cannotChangeUser(ordinary)
const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

describe('the server process', () => {
  const settings = { DATABASE_URL: parley.connectionString, DATA_DIR: parley.config.dataDir }
  const start = (
    port: number,
    env: Record<string, string> = settings,
    user: { uid?: number; gid?: number } = {},
    args: string[] = [],
  ) =>
    spawn(process.execPath, [entry, ...args], {
      env: { ...compileCacheEnv, PATH: '/usr/bin:/bin', HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
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

  it('names the port or the file that its user may not use', { timeout: 60_000, skip: cannotChange }, async (t) => {
    const folder = await temporaryFolder(t)
    const failure = async (port: number, dataDir: string) => {
      const env = {
        DATA_DIR: dataDir,
        SANDBOX_PORT: '0',
        DASHBOARD: 'off',
        LOG_LEVEL: 'silent',
        EMBEDDING_MODEL: 'none',
      }
      const child = start(port, env, ordinary)
      child.stdout.resume()
      const [said, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
      assert.equal(code, 1)
      return said.join('').trim()
    }
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    const cannotBeUsed = `Parley could not start: the data directory ${dataDir} cannot be used: this user has no write permission.`
    assert.ok((await failure(0, dataDir)).startsWith(cannotBeUsed))
    await chown(dataDir, ordinary.uid, ordinary.gid)
    const portText = 'this user is not allowed to use port 1. Set PORT to a port above 1023.'
    assert.equal(await failure(1, dataDir), `Parley could not start: ${portText}`)
    const key = join(dataDir, 'master.key')
    await chown(key, 0, 0)
    const keyText = `${key} cannot be used (open): this user has no permission for it. Everything in the data directory`
    assert.ok((await failure(0, dataDir)).startsWith(`Parley could not start: ${keyText}`))
  })

  it('prints a link and a key to other output only if it is asked to, until a user has a password', {
    timeout: 180_000,
  }, async () => {
    const printed = async (args: string[]) => {
      const env = { SANDBOX_PORT: '0', DASHBOARD: 'off', LOG_LEVEL: 'silent', EMBEDDING_MODEL: 'none' }
      const child = start(await freePort(), { ...settings, ...env }, {}, args)
      child.stderr.resume()
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.includes('Models')) child.kill('SIGTERM')
      })
      await once(child, 'close')
      return {
        key: /\d+\|\w{20,}/.test(text),
        link: /sign-in#token=\w/.test(text),
        isReady: /Parley is ready/.test(text),
      }
    }
    const local = ['--show-credentials=local']
    assert.deepEqual(await printed(local), { key: true, link: true, isReady: true })
    assert.deepEqual(await printed([]), { key: false, link: false, isReady: true })
    const { db } = parley.app.context
    await sql`update users set password_hash = 'hash' where email = 'demo@parley.example'`.execute(db)
    assert.deepEqual(await printed(local), { key: false, link: false, isReady: true })
  })

  it('waits for a database that is away, says for what, and stops on a signal', { timeout: 60_000 }, async () => {
    const url = `postgresql://ada:canary@127.0.0.1:${await freePort()}/parley`
    const child = start(await freePort(), { ...settings, DATABASE_URL: url })
    child.stderr.resume()
    let log = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (!child.killed && log.includes('waiting for the database')) child.kill('SIGTERM')
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 0, log)
    assert.match(log, /"reason":"The server 127\.0\.0\.1:\d+ refuses connections\. Start PostgreSQL there/)
    assert.doesNotMatch(log, /canary|could not start/)
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
