// Tests of the limits for outgoing calls.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type AccountContext, asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { callingPolicyOf, endDestination, reserveDestination, saveLimits } from '../index.ts'

const calling = {
  concurrentCalls: 4,
  callsPerMinute: 5,
  callsPerHourToNumber: 3,
  callsPerHourToPrefix: 6,
  spendPerHourMicros: 10_000_000,
  spendPerDayMicros: 25_000_000,
}
const parley = await startTestApp({ settings: { calling, carrierIsLocal: false } })
after(() => parley[Symbol.asyncDispose]())

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const open = async (): Promise<AccountContext> => asAccount(parley.app.context, (await parley.createAccount()).account)

let calls = 0
/** Reserves a call and returns its reference. */
async function dial(
  ctx: AccountContext,
  { to, ref = `call-${++calls}`, amountMicros = 1000 }: { to: string; ref?: string; amountMicros?: number },
): Promise<string> {
  await transaction(ctx, (tx) => reserveDestination(tx, { ref, to, amountMicros, forMs: 10 * minuteMs }))
  return ref
}
const end = (ctx: AccountContext, ref: string, amountMicros = 1000) =>
  transaction(ctx, (tx) => endDestination(tx, { ref, amountMicros }))
const dialAndEnd = async (ctx: AccountContext, call: Parameters<typeof dial>[1]) =>
  end(ctx, await dial(ctx, call), call.amountMicros)

const reached = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.deepEqual([error.code, message.test(error.message)], ['CALLING_LIMIT_REACHED', true], error.message)
  return true
}

/** Numbers whose prefixes differ. */
const apart = (count: number): string[] => Array.from({ length: count }, (_, index) => `+14155${23 + index}8886`)

describe('the limits for outgoing calls', () => {
  it('count the calls at the same time, until they end or their longest time has passed', async () => {
    const ctx = await open()
    const numbers = apart(7)
    const refs: string[] = []
    for (const to of numbers.slice(0, 4)) refs.push(await dial(ctx, { to }))
    await assert.rejects(dial(ctx, { to: numbers[4]! }), reached(/^The account may have 4 calls at the same time\.$/))
    await end(ctx, refs[0]!)
    await dial(ctx, { to: numbers[4]! })
    await assert.rejects(dial(ctx, { to: numbers[5]! }), reached(/at the same time/))
    await parley.turnClock(11 * minuteMs)
    await dial(ctx, { to: numbers[5]! })
  })

  it('count the calls per minute', async () => {
    const ctx = await open()
    const numbers = apart(6)
    for (const to of numbers.slice(0, 5)) await dialAndEnd(ctx, { to })
    await assert.rejects(dial(ctx, { to: numbers[5]! }), reached(/^The account may start 5 calls per minute\.$/))
    await parley.turnClock(minuteMs)
    await dial(ctx, { to: numbers[5]! })
  })

  it('count the calls to the same number, and to numbers with the same prefix', async () => {
    const ctx = await open()
    const to = '+14155238886'
    for (let call = 0; call < 3; call++) await dialAndEnd(ctx, { to })
    await assert.rejects(dial(ctx, { to }), reached(/^The account may call this phone number 3 times per hour\.$/))
    await parley.turnClock(minuteMs)
    for (const last of ['0001', '0002', '0003']) await dialAndEnd(ctx, { to: `+1415523${last}` })
    const other = '+14155230004'
    await assert.rejects(dial(ctx, { to: other }), reached(/begin like this one 6 times per hour\.$/))
    await dialAndEnd(ctx, { to: '+14155240004' })
    await parley.turnClock(hourMs)
    await dial(ctx, { to })
  })

  it('count the estimated cost of running calls and the actual cost of ended ones, per hour and per day', async () => {
    const ctx = await open()
    const numbers = apart(12)
    const costly = 9_000_000
    const ref = await dial(ctx, { to: numbers[0]!, amountMicros: costly })
    const perHour = reached(/spending limit for calls per hour/)
    await assert.rejects(dial(ctx, { to: numbers[1]!, amountMicros: costly }), perHour)
    await end(ctx, ref, 500_000)
    await end(ctx, ref, costly)
    await dialAndEnd(ctx, { to: numbers[1]!, amountMicros: costly })
    await assert.rejects(dial(ctx, { to: numbers[2]!, amountMicros: 1_000_000 }), perHour)
    await parley.turnClock(hourMs + 10 * minuteMs)
    await dialAndEnd(ctx, { to: numbers[3]!, amountMicros: costly })
    await parley.turnClock(hourMs + 10 * minuteMs)
    const perDay = reached(/spending limit for calls per day/)
    await assert.rejects(dial(ctx, { to: numbers[4]!, amountMicros: costly }), perDay)
    await dialAndEnd(ctx, { to: numbers[5]!, amountMicros: 5_000_000 })
    await parley.runCron('phone-numbers.forget-calls')
    await assert.rejects(dial(ctx, { to: numbers[6]!, amountMicros: 2_000_000 }), perDay)
    await parley.turnClock(24 * hourMs)
    await dial(ctx, { to: numbers[7]!, amountMicros: costly })
  })

  it('count a repeated reservation once, and forget one whose transaction is rolled back', async () => {
    const ctx = await open()
    const to = '+14155238886'
    const ref = await dial(ctx, { to })
    for (let again = 0; again < 5; again++) await dial(ctx, { to, ref })
    const failing = transaction(ctx, async (tx) => {
      await reserveDestination(tx, { ref: 'rolled back', to, amountMicros: 1000, forMs: minuteMs })
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    await dial(ctx, { to })
    await dial(ctx, { to })
    await assert.rejects(dial(ctx, { to }), reached(/this phone number 3 times/))
  })

  it('allow any number of calls to one fictional number of a local carrier', async () => {
    const ctx = await open()
    const local = { ...ctx, settings: { ...ctx.settings, carrierIsLocal: true } }
    for (let call = 0; call < 5; call++) await dialAndEnd(local, { to: '+12025550101' })
    await assert.rejects(dial(local, { to: '+12025550101' }), reached(/5 calls per minute/))
  })

  it('are exact for calls that start at the same moment', async () => {
    const ctx = await open()
    const outcomes = await Promise.allSettled(apart(12).map((to) => dial(ctx, { to })))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 4)
  })

  it('are counted for each account alone', async () => {
    const [one, other] = [await open(), await open()]
    for (let call = 0; call < 3; call++) await dialAndEnd(one, { to: '+14155238886' })
    await dial(other, { to: '+14155238886' })
  })

  it('can be changed for one account, and restored', async () => {
    const ctx = await open()
    await saveLimits(ctx.db, ctx.account.id, { callsPerHourToNumber: 1, callsPerMinute: 50 })
    await dialAndEnd(ctx, { to: '+14155238886' })
    await assert.rejects(dial(ctx, { to: '+14155238886' }), reached(/this phone number 1 time per hour/))
    await saveLimits(ctx.db, ctx.account.id, { callsPerHourToNumber: null })
    await dial(ctx, { to: '+14155238886' })
    const { callsPerHourToNumber, callsPerMinute } = await callingPolicyOf(ctx)
    assert.deepEqual([callsPerHourToNumber, callsPerMinute], [3, 50])
  })

  it('refuse a forbidden destination before they count it', async () => {
    const ctx = await open()
    for (let call = 0; call < 6; call++) {
      const forbidden = dial(ctx, { to: '+881612345678' })
      await assert.rejects(forbidden, (error) => error instanceof Refusal && error.code === 'DESTINATION_FORBIDDEN')
    }
    await dial(ctx, { to: '+14155238886' })
  })
})

describe('the countries that an account may call', () => {
  it('are its own until it sets others, which null restores', async () => {
    const { account, client } = await parley.createAccount()
    const ctx = asAccount(parley.app.context, account)
    const british = () => dial(ctx, { to: '+442071838750' })
    assert.deepEqual((await client.phoneNumbers.getCallingLimits()).data, {
      allowed_countries: ['US'],
      concurrent_calls: 4,
      calls_per_minute: 5,
      calls_per_hour_to_number: 3,
      calls_per_hour_to_prefix: 6,
      spend_per_hour_usd: 10,
      spend_per_day_usd: 25,
    })
    await assert.rejects(british(), /Calls to the country GB are not allowed/)
    const { data } = await client.phoneNumbers.setCallingLimits({ allowed_countries: ['us', 'GB', 'GB'] })
    assert.deepEqual(data.allowed_countries, ['US', 'GB'])
    await british()
    await client.phoneNumbers.setCallingLimits({ allowed_countries: null })
    await assert.rejects(british(), /Calls to the country GB are not allowed/)
  })

  it('are two letters of an existing country', async () => {
    const { client } = await parley.createAccount()
    const set = (allowed_countries: string[]) => client.phoneNumbers.setCallingLimits({ allowed_countries })
    await assert.rejects(set(['US', 'ZZ']), /The selected allowed countries.1 is invalid\./)
    await assert.rejects(set(['USA']), /The allowed countries.0 format is invalid\./)
    assert.deepEqual((await set([])).data.allowed_countries, [])
  })
})
