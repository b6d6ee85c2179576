// Tests of answers that are composed at the same time, for one customer or for several accounts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inboundPauseMs, startTestApp, type TestApp } from '#testing/app/test-app.ts'

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
    const last = (body['messages'] as { content: unknown }[]).at(-1)!
    if (last.content !== 'Slow?') return 'We close at six.'
    waiting++
    await gate.promise
    return { status: 400 }
  })
  for (let count = 0; count < customers; count++)
    await carrier.phones.send({ from: parley.createPhoneNumber(), to: busy.number, body: 'Slow?' })
  const countNotStarted = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs
      where task_identifier = 'messages.answer' and attempts = 0`.execute(app.context.db)
    return rows[0]!.count
  }
  while ((await countNotStarted()) < 20 || waiting < 16);

  const phone = parley.createPhoneNumber()
  await carrier.phones.send({ from: phone, to: other.number, body: 'When do you close?' })
  while (parley.textsReceivedBy(phone).length === 0) await countNotStarted()
  assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  // In the order of arrival, all of them would have started before.
  assert.ok((await countNotStarted()) > 0)
  gate.resolve()
})

/** Waits until this number of answers is under way and they have no further queries to make. */
async function answersBegun({ app }: TestApp, count: number): Promise<void> {
  for (let seen = 0; seen < 50; ) {
    const { rows } = await sql`
      select 1 from graphile_worker.jobs
      where task_identifier = 'messages.answer' and locked_at is not null`.execute(app.context.db)
    if (rows.length >= count) seen++
  }
}

test('a message that arrives during an answer is answered once, by that answer or the next', async () => {
  await using parley = await startTestApp({ carrier: {} })
  for (const isQueued of [true, false]) {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    let answers = 0
    const write = async (body: string) =>
      void (await parley.carrier.phones.send({ from: phone, to: sender.number, body }))
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    parley.model.use(async ({ body }) => {
      const last = (body['messages'] as { role: string; content: string }[]).findLast(({ role }) => role === 'user')!
      if (++answers === 1) {
        begun.resolve()
        await gate.promise
      }
      return `You said ${last.content}.`
    })
    await write('One')
    await parley.runUntilIdle()
    await parley.turnClock(inboundPauseMs)
    const first = parley.runJobs()
    await begun.promise
    await write('Two')
    await parley.runJobs()
    if (isQueued) {
      // The answer to “Two” begins and waits for the first one, and will also read “Three”.
      await parley.turnClock(inboundPauseMs)
      const second = parley.runJobs()
      await answersBegun(parley, 2)
      await write('Three')
      await parley.runJobs()
      gate.resolve()
      await second
    }
    gate.resolve()
    await first
    await parley.runUntilIdle()
    await parley.advanceClock(inboundPauseMs)
    const received = parley.textsReceivedBy(phone)
    assert.deepEqual(received, [...new Set(received)])
    assert.equal(received.at(-1), isQueued ? 'You said Three.' : 'You said Two.')
  }
})
