// Parley works again by itself after a failover of a frozen primary, silent connections and a restart of PostgreSQL.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { postgresMissing } from '#testing/database/debian-postgres.ts'
import { openTcpFront } from '#testing/database/tcp-front.ts'
import { type FaultName, faultOf } from '#testing/failover-test/faults.ts'
import { openPostgresPair } from '#testing/failover-test/postgres-pair.ts'

const faults: readonly FaultName[] = ['frozen primary', 'idle connections dropped', 'immediate restart']

it('requests, events, jobs and calls work after each fault, and every acknowledged write is there', {
  skip: postgresMissing,
  timeout: 180_000,
}, async (test) => {
  await using pair = await openPostgresPair()
  await using front = await openTcpFront(pair.primary().target)
  const database = {
    connectionString: `postgresql://parley@127.0.0.1:${front.port}/postgres`,
    async [Symbol.asyncDispose]() {},
  }
  await using parley = await startTestApp({ database, carrier: {}, jobsRunning: true })
  const assistant = await parley.createCallingAssistant()
  const client = createClient({ baseUrl: parley.config.settings.publicUrl, apiKey: assistant.token })
  const acknowledged: string[] = []
  const called: string[] = []
  const seen = new Set<unknown>()
  const closing = new AbortController()
  const following = (async () => {
    const stream = client.events.stream({ types: 'conversation.started' }, { signal: closing.signal })
    for await (const { data } of stream) seen.add((data as { conversation_uuid?: string }).conversation_uuid)
  })().catch(() => {})

  const succeeds = async (work: () => Promise<unknown>): Promise<boolean> =>
    work().then(
      () => true,
      () => false,
    )
  const parts: Record<string, () => Promise<void>> = {
    write: () =>
      until(() =>
        succeeds(async () => {
          const { data } = await client.folders.create({ name: `Folder ${acknowledged.length}` })
          acknowledged.push(data.name)
        }),
      ),
    event: () =>
      until(() =>
        succeeds(async () => {
          const { conversation_id: uuid } = await client.conversations.create({
            assistant_id: assistant.id,
            type: 'test',
          })
          await until(() => seen.has(uuid))
        }),
      ),
    call: () =>
      until(() =>
        succeeds(async () => {
          const phone = `+1202555${7000 + called.length}`
          parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
          await client.calls.make({ assistant_id: assistant.id, phone_number: phone })
          called.push(phone)
          await parley.carrier.control.waitForCall(({ to }) => to === phone)
        }),
      ),
    ready: () => until(async () => (await fetch(`${parley.config.settings.publicUrl}/readyz`)).status === 200),
  }
  async function check(after: string): Promise<void> {
    const startedAt = performance.now()
    const took = Object.entries(parts).map(async ([part, works]) => {
      await works()
      return `${part} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`
    })
    test.diagnostic(`${after}: ${(await Promise.all(took)).join(', ')}`)
  }

  await check('before the faults')
  for (const name of faults) {
    await faultOf(name).run({ pair, front, processes: { count: 0, async replace() {} }, random: () => 0.2 })
    await check(name)
  }
  const { data } = await client.folders.list({ per_page: 100 })
  const names = data.map(({ name }) => name)
  for (const name of acknowledged) assert.ok(names.includes(name), name)
  for (const phone of called) assert.equal(parley.carrier.calls().filter(({ to }) => to === phone).length, 1)
  closing.abort()
  await following
})
