// What the crash test has found: a failure that is learnt by looking, and a message that comes while its answer is written.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { findMessage } from './delivery/store.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {} })
})
after(() => parley[Symbol.asyncDispose]())

describe('a message that is found at the carrier after its answer was lost', () => {
  it('and has failed there is given back', async () => {
    const holder = await parley.createSender()
    const { control } = parley.carrier
    // The carrier's list answers nothing until the message has come to its end there.
    control.script(
      { faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }, { fault: 'fail', code: 63024 }] },
      { faults: [{ fault: 'refuse', code: 20500 }], on: 'GET /2010-04-01/Accounts', times: 2 },
    )
    const sent = await holder.sendTemplate(parley.createPhoneNumber())
    await parley.runUntilIdle()
    const message = await findMessage(parley.app.context.db, holder.account.id, sent.whatsapp_message_id)
    assert.deepEqual([message!.state, message!.status, message!.errorCode], ['accepted', 'undelivered', 63024])
    assert.deepEqual(await holder.money(), { balance: 100_000_000, held: 0 })
    assert.equal((await holder.sessionStatus(message!.address)).session_status.is_open, false)
  })
})

describe('two messages of the same text to the same person, both in doubt', () => {
  it('are one that was sent and one that was not, though the wrong one is looked for first', async () => {
    const { db } = parley.app.context
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { control, phones } = parley.carrier
    const lateMs = 60 * 60 * 1000
    control.script('lost-request', { faults: [{ fault: 'lost-reply' }, { fault: 'delay-callbacks', delayMs: lateMs }] })
    // Its list answers to nobody as long as they are asked for.
    control.script({ faults: [{ fault: 'refuse', code: 20500 }], on: 'GET /2010-04-01/Accounts', times: 40 })
    await assert.rejects(holder.sendTemplate(phone), { code: 'UNKNOWN_ERROR' })
    await assert.rejects(holder.sendTemplate(phone), { code: 'UNKNOWN_ERROR' })
    assert.deepEqual(await holder.money(), { balance: 100_000_000, held: 20_000 })
    for (let look = 0; look < 25; look++) {
      await parley.turnClock(125_000)
      await parley.runCron('messages.repair')
      await parley.runUntilIdle()
    }
    // The carrier's own news come now, at the address of the second.
    await parley.turnClock(lateMs)
    await parley.runUntilIdle()
    const { rows } = await sql<{ state: string; status: string }>`
      select state, status from chatapp_messages where account_id = ${holder.account.id} order by id`.execute(db)
    assert.deepEqual(rows, [
      { state: 'accepted', status: 'read' },
      { state: 'refused', status: 'failed' },
    ])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
    assert.equal(phones.thread(phone).length, 1)
    const { rows: failing } = await sql`
      select last_error from graphile_worker.jobs where last_error is not null`.execute(db)
    assert.deepEqual(failing, [])
  })
})

describe('a message that comes while an answer is about to be written', () => {
  const pauseMs = 2_000

  it('is answered by that one, or by the next, and never by both', async () => {
    for (const comesWhile of ['waiting for its turn', 'the model writes'] as const) {
      const holder = await parley.createSender()
      const phone = parley.createPhoneNumber()
      const { phones } = parley.carrier
      const asked: string[][] = []
      const write = async (body: string) => void (await phones.send({ from: phone, to: holder.number, body }))
      const gate = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      parley.model.use(async ({ body }) => {
        const users = (body['messages'] as { role: string; content: string }[]).filter(({ role }) => role === 'user')
        asked.push(users.map(({ content }) => content))
        if (asked.length === 1) {
          begun.resolve()
          await gate.promise
        }
        return `You said ${users.at(-1)!.content}.`
      })
      await write('One')
      await parley.runUntilIdle()
      await parley.turnClock(pauseMs)
      const first = parley.runJobs()
      await begun.promise
      await write('Two')
      await parley.runJobs()
      if (comesWhile === 'waiting for its turn') {
        // Its own answer begins, and waits behind the first one; then another message comes that it will read too.
        await parley.turnClock(pauseMs)
        const second = parley.runJobs()
        await answersBegun(2)
        await write('Three')
        await parley.runJobs()
        gate.resolve()
        await second
      }
      gate.resolve()
      await first
      await parley.runUntilIdle()
      await parley.turnClock(pauseMs)
      await parley.runUntilIdle()
      const heard = phones.inbox(phone).map(({ body }) => body)
      assert.deepEqual(heard, [...new Set(heard)], comesWhile)
      assert.equal(heard.at(-1), comesWhile === 'the model writes' ? 'You said Two.' : 'You said Three.')
    }
  })

  /** So many answers are under way, and all that they ask of the database is answered. */
  async function answersBegun(count: number): Promise<void> {
    const { db } = parley.app.context
    for (let seen = 0; seen < 50; ) {
      const { rows } = await sql`
        select 1 from graphile_worker.jobs where task_identifier = 'messages.answer' and locked_at is not null`.execute(
        db,
      )
      if (rows.length >= count) seen++
    }
  }
})
