// Tests of consents: their history, the current consent, and their effect on the do-not-contact list.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { blockContact, findContactRule } from './index.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

const phone = '+14155550100'
const at = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T09:00:00Z`

async function open() {
  const owner = await parley.createAccount()
  const record = (status: 'given' | 'withdrawn', day: number, topic: string | null = null) =>
    owner.client.consents.create({ phone_number: phone, status, source: 'web form', at: at(day), topic })
  return { ...owner, record }
}

const ruleOf = ({ account }: TestAccount, topic: string | null = null) =>
  findContactRule(asAccount(context, account), phone, topic)

async function blocksOf({ client }: TestAccount): Promise<string[]> {
  const { data } = await client.doNotContact.list({ phone_number: phone })
  return data.map(({ scope, topic, source }) => `${topic ?? scope} ${source}`).sort()
}

describe('consents', () => {
  it('are a history, the latest first', async () => {
    const owner = await open()
    const request = rawRequests(parley, owner.token)
    const { status, body } = await request('POST', '/api/user/consents', {
      phone_number: '415-555-0100',
      status: 'given',
      topic: 'Winter Sale',
      source: 'web form',
      at: '2026-01-05T10:00:00+01:00',
      note: 'At the fair',
      evidence: 'I agree to calls.',
    })
    const { id, created_at, ...consent } = body.data
    assert.deepEqual(
      [status, body.message, consent],
      [
        201,
        'Consent recorded successfully',
        {
          phone_number: phone,
          status: 'given',
          topic: 'winter sale',
          source: 'web form',
          at: '2026-01-05T09:00:00.000000Z',
          note: 'At the fair',
          evidence: 'I agree to calls.',
        },
      ],
    )
    const { data } = await owner.client.consents.create({ phone_number: phone, status: 'withdrawn', source: 'call' })
    assert.ok(Math.abs(Date.parse(data.at) - Date.now()) < 60_000)
    await owner.record('given', 2)
    await owner.client.consents.create({ phone_number: '+14155550101', status: 'given', source: 'fair', at: at(9) })
    const daysOf = async (filter: object) =>
      (await owner.client.consents.list(filter)).data.map((one) => `${one.source} ${one.at.slice(8, 10)}`)
    assert.deepEqual(await daysOf({ phone_number: phone }), [
      `call ${data.at.slice(8, 10)}`,
      'web form 05',
      'web form 02',
    ])
    assert.deepEqual(await daysOf({ per_page: 2, page: 2 }), ['web form 05', 'web form 02'])
    assert.equal((await (await parley.createAccount()).client.consents.list({})).total, 0)
  })

  it('are rejected if they are invalid', async () => {
    const { client } = await open()
    const create = (input: object) =>
      client.consents.create({ phone_number: phone, status: 'given', source: 'web form', ...input })
    await assertInvalid(create({ at: new Date(Date.now() + 3_600_000).toISOString() }), {
      at: ['The at must not be in the future.'],
    })
    for (const time of ['0000-01-01T00:00:00Z', '1066-10-14T00:00:00Z', 'yesterday'])
      await assertInvalid(create({ at: time }), { at: ['The at is not a valid date.'] })
    await assertInvalid(create({ phone_number: '911' }), {
      phone_number: ['The phone number must be a valid phone number.'],
    })
    await assertInvalid(create({ status: 'maybe' }), { status: ['The selected status is invalid.'] })
    await assertInvalid(create({ evidence: 'x'.repeat(2001) }), {
      evidence: ['The evidence may not be greater than 2000 characters.'],
    })
    assert.equal((await client.consents.list({})).total, 0)
  })

  it('of all topics and of one topic count by their time', async () => {
    const owner = await open()
    assert.deepEqual(await ruleOf(owner), { blockedBy: undefined, consent: undefined })
    await owner.record('given', 3, 'sale')
    await owner.record('given', 2)
    const consentOf = async (topic: string | null) => {
      const { consent } = await ruleOf(owner, topic)
      return consent && [consent.status, consent.topic, consent.at.slice(8, 10)]
    }
    assert.deepEqual(await consentOf('Sale'), ['given', 'sale', '03'])
    assert.deepEqual([await consentOf(null), await consentOf('orders')], Array(2).fill(['given', null, '02']))
    await owner.record('withdrawn', 4)
    assert.deepEqual(await consentOf('sale'), ['withdrawn', null, '04'])
  })

  it('change the do-not-contact list, in whichever order they are recorded', async () => {
    const owner = await open()
    await owner.record('withdrawn', 5)
    await owner.record('withdrawn', 6, 'sale')
    assert.deepEqual(await blocksOf(owner), ['campaigns consent', 'sale consent'])
    await owner.record('given', 4)
    assert.deepEqual(await blocksOf(owner), ['campaigns consent', 'sale consent'])
    await owner.record('given', 7, 'sale')
    assert.deepEqual(await blocksOf(owner), ['campaigns consent'])
    await owner.record('given', 8)
    assert.deepEqual(await blocksOf(owner), [])
    await owner.record('withdrawn', 3)
    assert.deepEqual(await blocksOf(owner), [])
  })

  it('end what a message made, and nothing that the account or a call has added', async () => {
    const owner = await open()
    await owner.client.doNotContact.create({ phone_number: phone, scope: 'campaigns' })
    await owner.client.doNotContact.create({ phone_numbers: [phone] })
    await transaction(asAccount(context, owner.account), async (tx) => {
      const block = { address: phone, scope: 'campaigns', topic: null, reference: '1' } as const
      await blockContact(tx, { ...block, source: 'message' })
      await blockContact(tx, { ...block, source: 'call' })
    })
    const kept = ['campaigns api', 'campaigns call', 'everything import']
    await owner.record('given', 1)
    assert.deepEqual(await blocksOf(owner), [...kept, 'campaigns message'].sort())
    await owner.client.consents.create({ phone_number: phone, status: 'given', source: 'web form' })
    assert.deepEqual(await blocksOf(owner), kept)
  })

  it('of concurrent requests leave the list as the latest one says', async () => {
    const owner = await open()
    const days = [1, 2, 3, 4, 5, 6]
    await Promise.all(days.map((day) => owner.record(day % 2 === 0 ? 'given' : 'withdrawn', day)))
    assert.deepEqual(await blocksOf(owner), [])
    await Promise.all(days.map((day) => owner.record(day % 2 === 0 ? 'withdrawn' : 'given', day + 6)))
    assert.deepEqual(await blocksOf(owner), ['campaigns consent'])
  })

  it('block campaigns exactly if the latest one for all topics is a withdrawal', async () => {
    const status = fc.constantFrom('given' as const, 'withdrawn' as const)
    const history = fc
      .uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 6 })
      .chain((days) => fc.tuple(...days.map((day) => fc.record({ day: fc.constant(day), status }))))
    await fc.assert(
      fc.asyncProperty(history, async (consents) => {
        const owner = await open()
        for (const { day, status } of consents) await owner.record(status, day)
        const latest = consents.toSorted((a, b) => b.day - a.day)[0]!
        const { blockedBy, consent } = await ruleOf(owner, 'sale')
        assert.equal(consent!.status, latest.status)
        assert.equal(blockedBy !== undefined, latest.status === 'withdrawn')
      }),
      { numRuns: 25 },
    )
  })
})
