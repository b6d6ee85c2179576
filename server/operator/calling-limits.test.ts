// Tests of the operator's changes to calling limits.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { changeCallingLimits } from './calling-limits.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

it('the operator changes the limits and countries of one account, and restores their defaults', async () => {
  const { account, client } = await parley.createAccount()
  const { context } = parley.app
  const change = (limits: object, countries?: string[] | null) =>
    changeCallingLimits(context, { accountId: account.id, limits, countries })
  const before = (await client.phoneNumbers.getCallingLimits()).data
  await change({ concurrentCalls: 200, spendPerDayMicros: 1_500_000 }, ['US', 'AT'])
  assert.deepEqual((await client.phoneNumbers.getCallingLimits()).data, {
    ...before,
    allowed_countries: ['US', 'AT'],
    concurrent_calls: 200,
    spend_per_day_usd: 1.5,
  })
  const other = await parley.createAccount()
  assert.deepEqual((await other.client.phoneNumbers.getCallingLimits()).data, before)
  await change({ concurrentCalls: null, spendPerDayMicros: null }, null)
  assert.deepEqual((await client.phoneNumbers.getCallingLimits()).data, before)
  await assert.rejects(change({}, ['ZZ']), /The selected allowed countries.0 is invalid/)
  await assert.rejects(changeCallingLimits(context, { accountId: 999, limits: {}, countries: null }), /does not exist/)
})
