// Tests of the do-not-contact list: adding, listing and deleting entries, and whom they block.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { asAccount, type Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertInvalid, assertNotFound } from '#testing/requests/expect-refusal.ts'
import { blockContact, findContactRule, isDoNotContact, selectBlocked, unblockContact } from './index.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

const phone = '+14155550100'
const required = 'The phone number field is required when phone numbers is not present.'

async function blockOf({ account }: TestAccount, number: string, topic: string | null = null) {
  const { blockedBy } = await findContactRule(asAccount(context, account), number, topic)
  const { [number]: listed } = Object.fromEntries(
    await selectBlocked(asAccount(context, account), [phone, number], topic),
  )
  assert.deepEqual(listed, blockedBy)
  return blockedBy && [blockedBy.scope, blockedBy.source]
}

const inTransaction = ({ account }: TestAccount, work: (tx: Tx) => Promise<void>): Promise<void> =>
  transaction(asAccount(parley.app.context, account), work)

describe('the do-not-contact list', () => {
  it('reads numbers as they are copied, and refuses those that could be of two people', async () => {
    const { client } = await parley.createAccount({ country: 'DE' })
    const { data } = await client.doNotContact.create({
      phone_numbers: ['\u2066+49 151 1234 5678\u2069', '="4915112345679"', 'tel:+1-415-555-0142;ext=7', '14155550143'],
    })
    assert.deepEqual(
      data.map(({ phone_number }) => phone_number),
      ['+4915112345678', '+4915112345679', '+14155550142', '+14155550143'],
    )
    await assertInvalid(client.doNotContact.create({ phone_numbers: ['15712345678', '4.9151E+12'] }), {
      'phone_numbers.0': [
        'The phone numbers.0 can be read as the number of two people. Write it with a plus sign and the country code.',
      ],
      'phone_numbers.1': [
        'The phone numbers.1 was rounded by a spreadsheet, such as 1.23E+11. Format its cells as text, and enter the number again.',
      ],
    })
  })

  it('contains a number once for each scope and source', async () => {
    const owner = await parley.createAccount()
    const { doNotContact } = owner.client
    const { status, body } = await rawRequests(parley, owner.token)('POST', '/api/user/do-not-contact', {
      phone_number: '(415) 555-0100',
      note: 'Asked by e-mail',
    })
    const { id, created_at, ...entry } = body.data[0]
    assert.deepEqual(
      [status, body.message, body.added, entry],
      [
        201,
        'Added to the do-not-contact list',
        1,
        {
          phone_number: phone,
          address: phone,
          scope: 'everything',
          topic: null,
          source: 'api',
          note: 'Asked by e-mail',
          reference: null,
        },
      ],
    )
    const again = await doNotContact.create({ phone_number: phone, note: 'Other' })
    assert.deepEqual([again.added, again.data], [0, [{ id, created_at, ...entry }]])
    const other = await doNotContact.create({ phone_number: phone, scope: 'campaigns' })
    assert.deepEqual([other.added, other.data[0]!.scope], [1, 'campaigns'])
    const imported = await doNotContact.create({
      phone_numbers: ['+14155550101', phone, '4155550101', '+49 171 1234567'],
    })
    assert.deepEqual(
      [imported.added, imported.data.map(({ phone_number, source }) => [phone_number, source])],
      [
        3,
        [
          ['+14155550101', 'import'],
          [phone, 'import'],
          ['+491711234567', 'import'],
        ],
      ],
    )
    const concurrent = await Promise.all(
      [1, 2, 3, 4].map(() => doNotContact.create({ phone_numbers: ['+14155550103', '+14155550102'] })),
    )
    assert.equal(
      concurrent.reduce((sum, { added }) => sum + added, 0),
      2,
    )
  })

  it('rejects the whole request if it is invalid', async () => {
    const { client } = await parley.createAccount()
    const create = (input: object) => client.doNotContact.create(input)
    const valid = 'must be a valid phone number.'
    await assertInvalid(create({}), { phone_number: [required] })
    await assertInvalid(create({ phone_number: 'call me' }), { phone_number: [`The phone number ${valid}`] })
    await assertInvalid(create({ phone_numbers: ['911', phone, 'x'] }), {
      'phone_numbers.0': [`The phone numbers.0 ${valid}`],
      'phone_numbers.2': [`The phone numbers.2 ${valid}`],
    })
    await assertInvalid(create({ phone_numbers: Array(1001).fill(phone) }), {
      phone_numbers: ['The phone numbers may not have more than 1000 items.'],
    })
    await assertInvalid(create({ phone_number: phone, phone_numbers: [phone] }), {
      phone_numbers: ['The phone numbers field must be missing when phone number is present.'],
    })
    await assertInvalid(create({ phone_number: phone, scope: 'topic' }), {
      topic: ['The topic field is required when scope is topic.'],
    })
    await assertInvalid(create({ phone_number: phone, scope: 'campaigns', topic: 'sale' }), {
      topic: ['The topic field must be missing when scope is campaigns.'],
    })
    await assertInvalid(create({ phone_number: phone, scope: 'some' }), { scope: ['The selected scope is invalid.'] })
    assert.equal((await client.doNotContact.list({})).total, 0)
  })

  it('is listed with filters, newest first, and only for its account', async () => {
    const owner = await parley.createAccount()
    const other = await parley.createAccount()
    const { doNotContact } = owner.client
    await doNotContact.create({ phone_number: phone })
    await doNotContact.create({ phone_number: '+14155550101', scope: 'campaigns' })
    await doNotContact.create({ phone_number: phone, topic: 'Sale' })
    const listed = async (filter: object) =>
      (await doNotContact.list(filter)).data.map(({ phone_number, scope }) => `${phone_number!.at(-1)} ${scope}`)
    assert.deepEqual(await listed({}), ['0 topic', '1 campaigns', '0 everything'])
    assert.deepEqual(await listed({ phone_number: '415 555 0100' }), ['0 topic', '0 everything'])
    assert.deepEqual(await listed({ phone_number: phone, scope: 'everything' }), ['0 everything'])
    assert.deepEqual(await listed({ scope: 'campaigns' }), ['1 campaigns'])
    assert.deepEqual(await listed({ per_page: 1, page: 2 }), ['1 campaigns'])
    const request = rawRequests(parley, owner.token)
    assert.equal((await request('GET', `/api/user/do-not-contact?phone_number=${phone}`)).body.total, 2)
    await assertInvalid(doNotContact.list({ phone_number: 'x' }), {
      phone_number: ['The phone number must be a valid phone number.'],
    })
    assert.equal((await other.client.doNotContact.list({})).total, 0)
    const { id } = (await doNotContact.list({})).data[0]!
    await assertNotFound(other.client.doNotContact.delete({ id }), 'Do-not-contact entry not found')
    assert.deepEqual(await doNotContact.delete({ id }), { message: 'Deleted from the do-not-contact list' })
    await assertNotFound(doNotContact.delete({ id }), 'Do-not-contact entry not found')
  })

  it('blocks a number by its widest scope, and a topic only for campaigns about it', async () => {
    const owner = await parley.createAccount()
    const { doNotContact } = owner.client
    assert.equal(await blockOf(owner, phone, 'sale'), undefined)
    const { topic } = (await doNotContact.create({ phone_number: phone, topic: ' Winter Sale ' })).data[0]!
    assert.equal(topic, 'winter sale')
    assert.deepEqual(
      [await blockOf(owner, phone), await blockOf(owner, phone, 'orders'), await blockOf(owner, phone, 'WINTER sale')],
      [undefined, undefined, ['topic', 'api']],
    )
    await doNotContact.create({ phone_numbers: [phone], scope: 'campaigns' })
    assert.deepEqual(
      [await blockOf(owner, phone), await blockOf(owner, phone, 'winter sale')],
      [
        ['campaigns', 'import'],
        ['campaigns', 'import'],
      ],
    )
    assert.equal(await isDoNotContact(asAccount(context, owner.account), phone), false)
    await doNotContact.create({ phone_number: phone })
    assert.deepEqual(await blockOf(owner, phone, 'winter sale'), ['everything', 'api'])
    assert.equal(await isDoNotContact(asAccount(context, owner.account), phone), true)
    assert.equal(await blockOf(owner, '+14155550109'), undefined)
    assert.equal(await blockOf(await parley.createAccount(), phone), undefined)
  })

  it('blocks all forms of a number', async () => {
    const owner = await parley.createAccount()
    await owner.client.doNotContact.create({ phone_number: '+5531987654321' })
    assert.deepEqual(await blockOf(owner, '+553187654321'), ['everything', 'api'])
    const again = await owner.client.doNotContact.create({ phone_number: '+553187654321' })
    assert.deepEqual([again.added, again.data[0]!.phone_number], [0, '+5531987654321'])
  })

  it('loses only the entry that is unblocked', async () => {
    const owner = await parley.createAccount()
    const block = { address: phone, scope: 'campaigns', topic: null } as const
    await inTransaction(owner, async (tx) => {
      await blockContact(tx, { ...block, source: 'call', reference: 'call 7' })
      await blockContact(tx, { ...block, source: 'message', reference: 'message 8' })
    })
    const { data } = await owner.client.doNotContact.list({})
    assert.deepEqual(
      data.map(({ source, reference }) => [source, reference]),
      [
        ['message', 'message 8'],
        ['call', 'call 7'],
      ],
    )
    await inTransaction(owner, (tx) => unblockContact(tx, { ...block, source: 'message' }))
    assert.deepEqual(await blockOf(owner, phone), ['campaigns', 'call'])
    await inTransaction(owner, (tx) => unblockContact(tx, { ...block, source: 'call' }))
    assert.equal(await blockOf(owner, phone), undefined)
  })
})
