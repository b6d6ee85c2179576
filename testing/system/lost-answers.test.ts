// Tests of requests whose connection to the database ends after a statement or commit has succeeded: each has one effect.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CallOptions } from '#sdk/index.ts'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { createTestDatabase } from '#testing/app/database.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openDatabaseFront } from '#testing/database/database-front.ts'
import type { Which } from '#testing/database/front-connection.ts'

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const front = await openDatabaseFront(opened.use(await createTestDatabase()).connectionString)
const parley = opened.use(await startTestApp({ carrier: {}, script: 'Hello.', database: front }))
const { db } = parley.app.context

/** The connections that serve requests. */
const pools: Which = ({ name }) => name === 'parley' || name === 'parley public'

/** Repeats the request until it is answered. The answer of PostgreSQL to its statement number `lost` is lost. */
async function losing<R>(lost: number, request: () => Promise<R>): Promise<{ reply: R; isLost: boolean }> {
  void front.loseAnswer(pools, lost)
  let reply: R | undefined
  await until(async () => {
    try {
      reply = await request()
      return true
    } catch (error) {
      const { status, headers } = error as { status?: number; headers?: Headers }
      assert.ok(status === 503 || status === 409, String(error))
      if (status === 503) assert.equal(headers!.get('retry-after'), '2')
      return false
    }
  })
  return { reply: reply!, isLost: !front.keepAnswers() }
}

/** Repeats `attempt` for each statement of its request. */
async function loseEach(attempt: (lost: number) => Promise<boolean>): Promise<void> {
  let lost = 0
  while (await attempt(lost)) lost++
  assert.ok(lost >= 1)
}

async function statesOf(uuid: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select m.author || ' ' || m.state as state from conversation_messages m
    join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
    where c.uuid = ${uuid} order by m.turn, m.part`.execute(db)
  return rows.map(({ state }) => state)
}

async function heldMicros(accountId: number): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(amount_micros), 0) as held from holds
    where account_id = ${accountId} and status = 'held'`.execute(db)
  return rows[0]!.held
}

const pair = ['customer done', 'assistant done']
const newKey = (): CallOptions => ({ idempotencyKey: crypto.randomUUID() })

describe('while the answers of the database are lost', () => {
  it('a message that is repeated under its key is stored, answered and charged once', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    await loseEach(async (lost) => {
      const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
      const balance = await ada.balance()
      const options = newKey()
      const send = () => parley.anonymous.conversations.sendMessage({ uuid, message: 'Hi' }, options)
      const { reply, isLost } = await losing(lost, send)
      assert.equal(reply.message, 'Hello.')
      assert.deepEqual(await statesOf(uuid), pair, `statement ${lost}`)
      assert.equal(balance - (await ada.balance()), 10)
      return isLost
    })
  })

  it('a message that is repeated without a key leaves nothing that is not answered', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    await loseEach(async (lost) => {
      const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
      const send = () => ada.client.conversations.sendMessage({ uuid, message: 'Hi' })
      const { isLost } = await losing(lost, send)
      await until(async () => (await statesOf(uuid)).length % 2 === 0)
      const states = await statesOf(uuid)
      // Twice only if the first answer was complete when the connection ended.
      assert.ok(
        [1, 2].some((times) => states.join() === Array(times).fill(pair).flat().join()),
        states.join(),
      )
      await until(async () => (await heldMicros(ada.account.id)) === 0)
      return isLost
    })
  })

  it('a conversation that is started again under its key is the same one', async () => {
    const ada = await parley.createAssistant()
    let started = 0
    await loseEach(async (lost) => {
      const options = newKey()
      const start = () => parley.anonymous.conversations.create({ assistant_id: ada.uuid }, options)
      const { isLost } = await losing(lost, start)
      started++
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from conversations where account_id = ${ada.account.id}`.execute(db)
      assert.equal(rows[0]!.count, started)
      return isLost
    })
  })

  it('a key whose request could not reach the database again is free for other processes', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const idempotencyKey = crypto.randomUUID()
    const isHeld = async () => {
      const { rows } = await sql`
        select from idempotency_keys where key = ${idempotencyKey} and holder is not null`.execute(db)
      return rows.length > 0
    }
    const isCut = front.loseAnswer(pools, 4).then(async () => {
      await front.refuse()
      front.cut()
    })
    const send = () => ada.client.conversations.sendMessage({ uuid, message: 'Hi' }, { idempotencyKey })
    await assert.rejects(send(), { status: 503 })
    await isCut
    await front.listen()
    await until(async () => !(await isHeld().catch(() => true)))
    assert.equal((await send()).message, 'Hello.')
    assert.deepEqual(await statesOf(uuid), pair)
  })

  it('a message that the carrier posts again is stored once', async () => {
    const sender = await parley.createSender()
    const { accountSid, authToken } = parley.carrier
    const url = `${parley.app.context.settings.publicUrl}/carrier/twilio/message`
    await loseEach(async (lost) => {
      const MessageSid = `SM${crypto.randomUUID().replaceAll('-', '')}`
      const form = {
        MessageSid,
        AccountSid: accountSid,
        From: 'whatsapp:+4477009001234',
        To: `whatsapp:${sender.number}`,
        Body: 'Hi',
        NumMedia: '0',
      }
      const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken, url, form }) }
      const post = async () => {
        const response = await parley.fetch(
          new Request(url, { method: 'POST', headers, body: new URLSearchParams(form) }),
        )
        if (!response.ok) throw response
      }
      const { isLost } = await losing(lost, post)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from carrier_inbox where external_id = ${MessageSid}`.execute(db)
      assert.equal(rows[0]!.count, 1)
      return isLost
    })
  })
})
