// Tests that calls of one account are placed and ended at the same time without deadlocks.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { hold } from '#server/features/billing/index.ts'
import { reserveDestination } from '#server/features/phone-numbers/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { finishCall } from './finish-call.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
  return rows.length > 0
}

it('the end of a call waits for a reservation of the same account before it charges', async () => {
  const assistant = await parley.createCallingAssistant()
  const { account, client } = assistant
  const { call_id: callId } = await client.calls.make({ assistant_id: assistant.id, phone_number: '+12025550100' })
  let attempts = 0
  let ending: Promise<boolean> | undefined
  await transaction(asAccount(context, account), async (tx) => {
    attempts++
    // This transaction notices a deadlock first, and would run again.
    await sql`set local deadlock_timeout = '10ms'`.execute(tx.db)
    await reserveDestination(tx, { ref: 'next', to: '+12025550101', amountMicros: 1_000, forMs: 60_000 })
    ending ??= finishCall(
      context,
      { accountId: account.id, callId },
      { endedReason: 'carrier_failed', endedBy: 'system', latency: [], timeline: [] },
    )
    if (attempts === 1) await until(isWaitingForLock)
    await hold(tx, { ref: 'next', amountMicros: 1_000 })
  })
  assert.equal(await ending, true)
  assert.equal(attempts, 1)
})
