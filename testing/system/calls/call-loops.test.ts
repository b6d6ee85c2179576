// Tests of calls that would continue forever: two assistants that talk to each other, and assistants that transfer a call back and forth.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { configFrom } from '#server/config.ts'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import type { TestAccount } from '../../app/test-app.ts'
import { until } from '../../app/until.ts'
import { line, startPhoneCalls } from '../../calls/phone-calls.ts'

const { calling } = configFrom({}).settings
const calls = await startPhoneCalls({ settings: { calling: { ...calling, callsPerHourToNumber: 1 } } })
after(() => calls[Symbol.asyncDispose]())
const { createParty, nextPhone, parley } = calls
const { control } = parley.carrier

async function assertSettled({ account }: TestAccount): Promise<void> {
  const { db } = parley.app.context
  await until(async () => (await selectBalance(db, account.id)).heldMicros === 0)
  assert.deepEqual(await selectBrokenBalances(db), [])
}

describe('a call without an end', { concurrency: true, timeout: 120_000 }, () => {
  it('between two assistants that always answer each other ends at its longest duration', async () => {
    const settings = { max_duration: 20, max_silence_duration: 60 }
    const script = 'And what do you think about that?'
    const callee = await createParty({ assistant: { ...settings, type: 'inbound' }, script })
    const caller = await createParty({ assistant: { ...settings, wait_for_customer: true }, script })
    await caller.client.calls.make({ assistant_id: caller.id, phone_number: callee.number })
    const ended = await Promise.all([caller.ended, callee.ended])
    const reasons: (string | null)[] = []
    for (const [index, { client }] of [caller, callee].entries()) {
      const { duration, transcript, ended_reason } = await client.calls.get({ id: Number(ended[index]!['id']) })
      assert.ok(duration <= 20 && transcript.length >= 4, `${duration} s, ${transcript.length} turns`)
      reasons.push(ended_reason)
    }
    assert.ok(reasons.includes('max_duration'), reasons.join())
    for (const party of [caller, callee]) await assertSettled(party)
  })

  it('through assistants that transfer it to each other ends at the limit of calls to a number', async () => {
    const transfer = { pieces: [{ tool: 'call_transfer' }] }
    const owner = await parley.createAccount()
    const create = () =>
      createParty({ owner, assistant: { type: 'inbound', max_silence_duration: 5 }, script: () => transfer })
    const [ada, bob] = [await create(), await create()]
    for (const [party, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      await party.client.assistants.update({
        id: party.id,
        tools: [{ type: 'call_transfer', phone_number: other.number }],
      })
    }
    const phone = nextPhone()
    control.behaveOnCalls(phone, { steps: Array.from({ length: 12 }, () => line('A person please.')) })
    const { sid } = control.call({ from: phone, to: ada.number })
    await control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null, 60_000)
    const dialed = control
      .recentCalls(50)
      .filter(({ direction, to }) => direction === 'outbound-api' && [ada.number, bob.number].includes(to))
      .map(({ to }) => to)
    assert.deepEqual(dialed.sort(), [ada.number, bob.number])
    await assertSettled(owner)
  })
})
