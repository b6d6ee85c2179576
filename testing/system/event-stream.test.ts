// The event stream loses nothing when server processes and PostgreSQL are killed and started again.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import type { LiveEvent } from '#contract/events/live-events.ts'
import { createClient } from '#sdk/index.ts'
import { readPostmasterFile } from '#server/platform/embedded-postgres/postmaster-file.ts'
import { startTestApp } from '../app/test-app.ts'
import { temporaryFolder } from '../embedded-postgres/harness.ts'
import { openStream } from '../features/event-streams.ts'
import { freePort } from '../processes/free-port.ts'
import { startServerProcess } from '../processes/server-process.ts'

const uuidsOf = (events: readonly LiveEvent[]): unknown[] =>
  events.map(({ data }) => (data as { conversation_uuid?: string }).conversation_uuid)

it('continues in order and without a gap over kill -9 of the server and of PostgreSQL', {
  timeout: 120_000,
}, async (t) => {
  const dataDir = await temporaryFolder(t)
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error', DRAIN_SECONDS: '0' }
  let server = await startServerProcess(env)
  t.after(() => server.kill())
  const { apiKey: token } = JSON.parse(await readFile(join(dataDir, 'demo-key.json'), 'utf8'))
  const { baseUrl } = server
  const client = createClient({ baseUrl, apiKey: token })
  await using stream = await openStream({ baseUrl, token, input: { types: 'conversation.started' } })
  const created: string[] = []
  const received: LiveEvent[] = []
  const create = async (): Promise<void> => {
    for (let count = 0; count < 5; count++)
      created.push((await client.conversations.create({ assistant_id: 1 })).conversation_id)
  }
  await create()
  received.push(...(await stream.take(3)))
  for (const isPostgresKilled of [false, true]) {
    // Some of these events have not been numbered, announced or read when the processes die.
    await create()
    await server.kill()
    if (isPostgresKilled) await killPostgres(dataDir)
    server = await startServerProcess(env)
    await create()
  }
  received.push(...(await stream.take(created.length - received.length)))
  assert.deepEqual(uuidsOf(received), created)
})

async function killPostgres(dataDir: string): Promise<void> {
  for await (const file of glob('**/postmaster.pid', { cwd: dataDir }))
    process.kill((await readPostmasterFile(join(dataDir, file, '..')))!.pid, 'SIGKILL')
}

it('delivers the events of every process in every process, and continues in another one', async () => {
  await using parley = await startTestApp()
  const env = { DATABASE_URL: parley.connectionString, DATA_DIR: parley.config.dataDir, LOG_LEVEL: 'error' }
  const first = { baseUrl: await parley.app.http.listen({ host: '127.0.0.1', port: 0 }) }
  await using second = await startServerProcess(env)
  const { token, uuid } = await parley.createAssistant()
  const clients = [first, second].map(({ baseUrl }) => createClient({ baseUrl, apiKey: token }))
  const input = { types: 'conversation.started' }
  await using onFirst = await openStream({ baseUrl: first.baseUrl, token, input })
  await using onSecond = await openStream({ baseUrl: second.baseUrl, token, input })
  const created: string[] = []
  for (let count = 0; count < 10; count++)
    created.push((await clients[count % 2]!.conversations.create({ assistant_id: uuid })).conversation_id)
  const events = await onFirst.take(10)
  assert.deepEqual(uuidsOf(events), created)
  assert.deepEqual(await onSecond.take(10), events)
  await using resumed = await openStream({
    baseUrl: second.baseUrl,
    token,
    input: { ...input, last_event_id: events[4]!.id },
  })
  assert.deepEqual(await resumed.take(5), events.slice(5))
})
