// The sandbox that several processes share: its clock turns Parley's, and another process takes it over when one ends.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createClient } from '#sdk/index.ts'
import { type App, openApp } from '#server/app.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import { openDemo } from '#server/operator/demo.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { injectFetch } from '../app/inject.ts'
import { startTestApp, testBaseUrl } from '../app/test-app.ts'
import { openReceiver } from '../emulators/receiver.ts'
import { bundleOf } from '../processes/bundle.ts'
import { freePort } from '../processes/free-port.ts'
import { compileCacheEnv } from '../processes/server-process.ts'

const dayMs = 24 * 60 * 60 * 1000

const log = createLog({ level: 'silent', pretty: false })

/** Turns the sandbox's clock as its page does. */
async function turnSandbox(baseUrl: string, method: 'POST' | 'DELETE', body?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${baseUrl}/sandbox/clock`, { method, headers, body: body && JSON.stringify(body) })
  assert.equal(reply.status, 200)
}

/** How far the process is ahead of real time, to the minute. */
const aheadMs = ({ context }: App): number => Math.round((context.now().getTime() - Date.now()) / 60_000) * 60_000

/** Other processes follow by a notification. */
async function untilAhead(app: App, ms: number): Promise<void> {
  while (aheadMs(app) !== ms) await new Promise(setImmediate)
}

it('turns the clock of every process, signs webhooks with real time, and goes back', async () => {
  await using receiver = await openReceiver()
  const sandboxPort = await freePort()
  await using parley = await startTestApp({
    config: { twilio: undefined, sandboxPort, allowPrivate: ['127.0.0.1'] },
  })
  const baseUrl = `http://127.0.0.1:${sandboxPort}`
  await turnSandbox(baseUrl, 'POST', { forward_ms: dayMs })
  await using other = await openApp(parley.config, { log, jobsRunning: false })
  assert.deepEqual([aheadMs(parley.app), aheadMs(other)], [dayMs, dayMs])

  const { account } = await parley.createAccount()
  await transaction(asAccount(parley.app.context, account), (tx) =>
    deliverWebhook(tx, { url: receiver.url, kind: 'call.ended', subject: 'call-1', payload: {} }),
  )
  await parley.runJobs()
  const sentAtMs = Number(receiver.requests[0]!.headers['webhook-timestamp']) * 1000
  assert.ok(Math.abs(sentAtMs - Date.now()) < 60_000)

  await turnSandbox(baseUrl, 'POST', { forward_ms: dayMs })
  assert.equal(aheadMs(parley.app), 2 * dayMs)
  await untilAhead(other, 2 * dayMs)

  await turnSandbox(baseUrl, 'DELETE')
  assert.equal(aheadMs(parley.app), 0)
  await untilAhead(other, 0)
})

it('closes windows, makes jobs due and ends quiet conversations in every process when it is turned', async () => {
  const sandboxPort = await freePort()
  await using parley = await startTestApp({ config: { twilio: undefined, sandboxPort } })
  await using other = await openApp(parley.config, { log, jobsRunning: false })
  const demo = await openDemo(parley.app.context, parley.config)
  const { senderId, templates } = demo.sender!
  const clients = [parley.app, other].map(({ http }) =>
    createClient({ baseUrl: testBaseUrl, apiKey: demo.apiKey, fetch: injectFetch(http) }),
  )
  const recipient = { sender_id: senderId, recipient_phone: '+447700900123' }
  const variables = { customer_name: 'Grace', order_number: 'A-1001' }
  await clients[0]!.messages.sendTemplate({ ...recipient, template_id: templates.approved, variables })
  const seen = () =>
    Promise.all(
      clients.map(async ({ messages, conversations }) => {
        const { session_status } = await messages.sessionStatus(recipient)
        const { data: listed } = await conversations.list({})
        const { data } = await conversations.show({ uuid: listed[0]!.id })
        return [session_status.is_open, data.status]
      }),
    )
  await other.worker!.runDue()
  assert.deepEqual(await seen(), [
    [true, 'open'],
    [true, 'open'],
  ])
  await turnSandbox(`http://127.0.0.1:${sandboxPort}`, 'POST', { forward_ms: dayMs })
  await untilAhead(other, dayMs)
  await other.worker!.runDue()
  assert.deepEqual(await seen(), [
    [false, 'ended'],
    [false, 'ended'],
  ])
})

it('sets the clock of the database to what the sandbox remembers when it is opened', async () => {
  await using parley = await startTestApp({ config: { twilio: undefined, sandboxPort: await freePort() } })
  await turnSandbox(`http://127.0.0.1:${parley.config.sandboxPort}`, 'POST', { forward_ms: dayMs })
  await parley.app[Symbol.asyncDispose]()
  await using database = openDatabase(parley.connectionString, { maxConnections: 1, name: 'test' })
  await sql`select turn_clock(0)`.execute(database.db)
  await using again = await openApp(parley.config, { log, jobsRunning: false })
  assert.equal(aheadMs(again), dayMs)
})

it('is opened once for a data directory: a process with another SANDBOX_PORT uses the one that runs', async () => {
  const [sandboxPort, otherPort] = [await freePort(), await freePort()]
  await using parley = await startTestApp({ config: { twilio: undefined, sandboxPort } })
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
    const child = spawn(process.execPath, [await bundleOf('cli'), ...words], {
      env: {
        ...compileCacheEnv,
        PATH: '/usr/bin:/bin',
        DATABASE_URL: parley.connectionString,
        DATA_DIR: dataDir,
        SANDBOX_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.equal(code, 0)
    if (words[0] === 'doctor') assert.match(said, /The sandbox accepts the credentials/)
  }
  const { ino, size, mtimeMs } = await stat(file)
  assert.deepEqual({ ino, size, mtimeMs }, { ino: before.ino, size: before.size, mtimeMs: before.mtimeMs })
})

it('stays when the process whose sandbox it is has ended: another one serves it with what it remembers', async () => {
  const sandboxPort = await freePort()
  await using first = await startTestApp({ config: { twilio: undefined, sandboxPort } })
  await turnSandbox(`http://127.0.0.1:${sandboxPort}`, 'POST', { forward_ms: dayMs })
  await using survivor = await openApp(first.config, { log, jobsRunning: false })
  await first.app[Symbol.asyncDispose]()

  let reply: Response | undefined
  while (!reply?.ok) reply = await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/clock`).catch(() => undefined)
  const { turned_ms: turnedMs } = (await reply.json()) as { turned_ms: number }
  assert.ok(Math.abs(turnedMs - dayMs) < 60_000)
  assert.equal(aheadMs(survivor), dayMs)
})
