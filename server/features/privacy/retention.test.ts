// Tests of retention: what is deleted, what is reported, and what happens when the clock jumps.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { selectBalance } from '#server/features/billing/index.ts'
import { retentionKinds } from '#server/platform/personal-data.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { createOffice, createPerson, leaveTraces } from '#testing/features/person-traces.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { checkClock } from './retention/check-clock.ts'

const dayMs = 86_400_000
const receiver = await openReceiver()
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(receiver.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

async function enforce(): Promise<void> {
  await parley.runCron('privacy.plan-retention')
  await until(async () => {
    await parley.runUntilIdle()
    const { rows } = await sql`select from retention_rules where run_before is not null`.execute(parley.app.context.db)
    return rows.length === 0
  })
}

/** Asserts that the latest run of each kind has deleted records and left none that is old. */
async function assertReported(client: TestAccount['client'], kinds: readonly string[]): Promise<void> {
  const { data, suspended_until } = await client.privacy.getRetention()
  assert.equal(suspended_until, null)
  for (const { kind, is_running, last_run } of data.filter((rule) => kinds.includes(rule.kind))) {
    assert.deepEqual([is_running, last_run?.remaining], [false, 0], kind)
    assert.ok(last_run!.deleted > 0, kind)
    assert.ok(last_run!.oldest_at! > last_run!.before, kind)
  }
}

async function filesOf({ id }: { id: number }): Promise<string[]> {
  const names = await readdir(join(parley.config.dataDir, 'files'), { recursive: true })
  return names.filter((name) => new RegExp(`^(media|recordings|conversations)/${id}/`).test(name))
}

describe('the retention of personal data', () => {
  it('deletes what is older, with files, keeps the rest and the ledger, and reports both', async () => {
    const office = await createOffice(parley, receiver.url)
    const { client, account } = office.sender
    const { callId } = await leaveTraces(parley, office, createPerson(parley))
    await parley.turnClock(20 * dayMs)
    const late = createPerson(parley)
    const { callId: lateCallId } = await leaveTraces(parley, office, late)
    const money = await selectBalance(parley.app.context.db, account.id)
    const cost = (await client.calls.get({ id: callId })).total_cost
    assert.equal((await filesOf(account)).length, 6)

    const days = {
      recordings: 10,
      transcripts: 10,
      messages: 10,
      leads: 10,
      runs: 10,
      webhook_deliveries: 10,
      audit: 10,
    }
    await client.privacy.setRetention(days)
    await enforce()
    await assertReported(client, Object.keys(days))
    assert.equal((await client.calls.get({ id: callId })).recording_url, null)
    await client.privacy.setRetention({ calls: 10 })
    await enforce()
    await assertReported(client, ['calls'])

    const old = await client.calls.get({ id: callId })
    assert.deepEqual(
      [old.client_phone_number, old.variables, old.transcript, old.recording_url, old.total_cost],
      [null, {}, [], null, cost],
    )
    const { timeline } = await client.calls.explain({ id: callId })
    assert.deepEqual(
      timeline.map(({ type }) => type),
      ['created', 'charged'],
    )
    const kept = await client.calls.get({ id: lateCallId })
    assert.equal(kept.transcript[0]!.text, late.words)
    assert.ok(kept.recording_url)
    assert.equal((await filesOf(account)).length, 3)
    const { data: conversations } = await client.conversations.list({})
    assert.equal(conversations.length, 4)
    assert.ok(conversations.every(({ created_at }) => Date.parse(created_at) > Date.now() + 19 * dayMs))
    assert.equal((await client.automations.listRuns({ id: office.flow.id })).runs!.length, 1)
    assert.deepEqual(await selectBalance(parley.app.context.db, account.id), money)

    await enforce()
    for (const { kind, last_run } of (await client.privacy.getRetention()).data)
      if (last_run) assert.deepEqual([last_run.deleted, last_run.remaining], [0, 0], kind)
  })

  it('deletes documents with their files, and nothing of other accounts', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const [first, second] = await Promise.all(
      [owner, other].map(async ({ client }) => {
        const { id: knowledgebaseId } = (await client.knowledge.create({ name: 'Prices' })).data
        const file = new File(['A loaf costs three euros.'], 'prices.txt')
        await client.knowledge.createDocument({ knowledgebaseId, name: 'Prices', type: 'txt', file })
        return () => client.knowledge.listDocuments({ knowledgebaseId })
      }),
    )
    await parley.runJobs()
    await parley.turnClock(dayMs * 1.5)
    await owner.client.privacy.setRetention({ documents: 1 })
    await other.client.privacy.setRetention({ documents: 2 })
    await enforce()
    assert.deepEqual([(await first!()).data.length, (await second!()).data.length], [0, 1])
  })

  it('refuses zero and more than the installation keeps, and changes only the kinds in the request', async () => {
    const { client } = await parley.createAccount()
    const invalid = { recordings: 0, transcripts: 3651, webhook_deliveries: 2 }
    await assertInvalid(client.privacy.setRetention(invalid), {
      recordings: ['The recordings must be at least 1 day. Use null to keep the data.'],
      transcripts: ['The transcripts may not be greater than 3650.'],
    })
    await assertInvalid(client.privacy.setRetention({ webhook_deliveries: 31 }), {
      webhook_deliveries: ['The webhook deliveries may not be greater than 30, because nothing is kept for longer.'],
    })
    await client.privacy.setRetention({ recordings: 5, runs: 1 })
    const { data } = await client.privacy.setRetention({ recordings: null, messages: 3650 })
    assert.deepEqual(
      data.flatMap(({ kind, days }) => (days === null ? [] : [[kind, days]])),
      [
        ['messages', 3650],
        ['runs', 1],
      ],
    )
    assert.deepEqual(
      data.map(({ kind }) => kind),
      retentionKinds,
    )
  })
})

describe('a clock that jumps ahead', () => {
  it('deletes nothing until it has gone on for a day', async () => {
    const { client, sender } = await createOffice(parley, receiver.url).then(({ sender }) => ({ ...sender, sender }))
    await enforce()
    await parley.askAssistant(sender, parley.createPhoneNumber(), 'Good evening')
    await client.privacy.setRetention({ messages: 30 })
    const count = async () => (await client.conversations.list({})).total
    await parley.turnClock(400 * dayMs)
    await enforce()
    const { suspended_until } = await client.privacy.getRetention()
    assert.ok(Date.parse(suspended_until!) > Date.now() + 400 * dayMs)
    await parley.turnClock(dayMs / 2)
    await enforce()
    assert.equal(await count(), 1)
    await parley.turnClock(dayMs / 2 + 1_000)
    await enforce()
    assert.equal(await count(), 0)
    assert.equal((await client.privacy.getRetention()).suspended_until, null)
  })

  it('is trusted again at once when it goes back', () => {
    const at = (day: number) => `2026-01-${String(day).padStart(2, '0')} 00:00:00+00`
    const jumped = checkClock({ now: at(20), trustedAt: at(1), jumpedAt: null })
    assert.deepEqual(jumped, { isTrusted: false, state: { trustedAt: at(1), jumpedAt: at(20) } })
    const back = checkClock({ now: at(2), ...jumped.state })
    assert.deepEqual(back, { isTrusted: true, state: { trustedAt: at(2), jumpedAt: null } })
    const again = checkClock({ now: at(25), ...jumped.state })
    assert.deepEqual(again, { isTrusted: false, state: { trustedAt: at(1), jumpedAt: at(25) } })
    assert.ok(checkClock({ now: at(21), ...jumped.state }).isTrusted)
  })
})
