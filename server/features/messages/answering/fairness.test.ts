// The slow answers of one account do not delay the answers of another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#server/testing/test-app.ts'

const customers = 200

test('a customer is answered while 200 customers of another account wait for a slow model', async () => {
  await using parley = await startTestApp({
    carrier: {},
    jobsRunning: true,
    config: { jobsPerAccount: 16 },
    settings: { inboundPauseMs: 0 },
  })
  const { carrier, app } = parley
  const [busy, other] = [await parley.createSender(), await parley.createSender()]
  const gate = Promise.withResolvers<void>()
  let waiting = 0
  parley.model.use(async ({ body }) => {
    const asked = (body['messages'] as { content: unknown }[]).at(-1)!
    if (asked.content !== 'Slow?') return 'We close at six.'
    waiting++
    await gate.promise
    return { status: 400 }
  })
  for (let count = 0; count < customers; count++)
    await carrier.phones.send({ from: parley.createPhoneNumber(), to: busy.number, body: 'Slow?' })
  const untouched = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs
      where task_identifier = 'messages.answer' and attempts = 0`.execute(app.context.db)
    return rows[0]!.count
  }
  while ((await untouched()) < 20 || waiting < 16);

  const phone = parley.createPhoneNumber()
  await carrier.phones.send({ from: phone, to: other.number, body: 'When do you close?' })
  while (parley.textsReceivedBy(phone).length === 0) await untouched()
  assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  // In the order of their arrival, all of them would have been begun before.
  assert.ok((await untouched()) > 0)
  gate.resolve()
})
