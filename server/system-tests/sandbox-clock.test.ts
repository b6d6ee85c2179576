// The sandbox that several processes share: its clock, which all of them go by, and what becomes of it when one ends.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { openApp } from '#server/app.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp } from '#server/testing/test-app.ts'

const dayMs = 24 * 60 * 60 * 1000

it('has a clock that is followed by every process, signs no webhook, and goes back', async () => {
  await using receiver = await openReceiver()
  const sandboxPort = await freePort()
  await using parley = await startTestApp({
    config: { twilio: undefined, sandboxPort, allowPrivate: ['127.0.0.1'] },
  })
  const turn = async (method: string, body?: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${sandboxPort}/sandbox/clock`
    const reply = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
    assert.equal(reply.status, 200)
  }
  const log = createLog({ level: 'silent', pretty: false })
  await turn('POST', { forward_ms: dayMs })
  await using other = await openApp(parley.config, { log, jobsRunning: false })
  const aheadMs = ({ context }: typeof other): number =>
    Math.round((context.now().getTime() - context.machineNow().getTime()) / 60_000) * 60_000
  assert.deepEqual([aheadMs(parley.app), aheadMs(other)], [dayMs, dayMs])

  const { account } = await parley.createAccount()
  await transaction(asAccount(parley.app.context, account), (tx) =>
    deliverWebhook(tx, { url: receiver.url, kind: 'call.ended', subject: 'call-1', payload: {} }),
  )
  await parley.runJobs()
  const sentAtMs = Number(receiver.requests[0]!.headers['webhook-timestamp']) * 1000
  assert.ok(Math.abs(sentAtMs - Date.now()) < 60_000)

  await turn('DELETE')
  assert.equal(aheadMs(parley.app), 0)
  while (aheadMs(other) !== 0) await new Promise(setImmediate)
})

it('is opened once for a data directory: a process with another SANDBOX_PORT uses the one that runs', async () => {
  const [sandboxPort, otherPort] = [await freePort(), await freePort()]
  await using parley = await startTestApp({ config: { twilio: undefined, sandboxPort } })
  const log = createLog({ level: 'silent', pretty: false })
  await using other = await openApp({ ...parley.config, sandboxPort: otherPort }, { log, jobsRunning: false })
  assert.equal(other.sandboxPage, parley.app.sandboxPage)
  await assert.rejects(fetch(`http://127.0.0.1:${otherPort}/sandbox`))
})

it('is neither opened again nor written to by a command', async () => {
  await using parley = await startTestApp({ config: { twilio: undefined, sandboxPort: await freePort() } })
  const { dataDir } = parley.config
  const file = join(dataDir, 'sandbox', 'sandbox.jsonl')
  const before = await stat(file)
  for (const words of [
    ['doctor', '--json'],
    ['account', 'create', '--email=a@b.example', '--name=Ann'],
  ]) {
    const child = spawn(process.execPath, ['cli/main.ts', ...words], {
      env: { PATH: '/usr/bin:/bin', DATABASE_URL: parley.connectionString, DATA_DIR: dataDir, SANDBOX_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.equal(code, 0)
    if (words[0] === 'doctor') assert.match(said, /the sandbox accepts the credentials/)
  }
  const { ino, size, mtimeMs } = await stat(file)
  assert.deepEqual({ ino, size, mtimeMs }, { ino: before.ino, size: before.size, mtimeMs: before.mtimeMs })
})

it('stays when the process whose sandbox it is has ended: another one serves it with what it remembers', async () => {
  const sandboxPort = await freePort()
  const config = { twilio: undefined, sandboxPort }
  const log = createLog({ level: 'silent', pretty: false })
  await using first = await startTestApp({ config })
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${sandboxPort}/sandbox/${path}`, init)
  const headers = { 'content-type': 'application/json' }
  await ask('clock', { method: 'POST', headers, body: JSON.stringify({ forward_ms: dayMs }) })
  await using survivor = await openApp(first.config, { log, jobsRunning: false })
  await first.app[Symbol.asyncDispose]()

  let reply: Response | undefined
  while (!reply?.ok) reply = await ask('clock').catch(() => undefined)
  const { turned_ms: turnedMs } = (await reply.json()) as { turned_ms: number }
  assert.ok(Math.abs(turnedMs - dayMs) < 60_000)
  const aheadMs = survivor.context.now().getTime() - survivor.context.machineNow().getTime()
  assert.ok(Math.abs(aheadMs - dayMs) < 60_000)
})
