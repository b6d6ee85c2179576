// Tests of phone numbers: import, purchase, search, changes, deletion and assignment by the operator.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { assignPhoneNumber } from './index.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { carrier } = parley
const { control } = carrier

const voiceUrl = `${parley.config.settings.publicUrl}/carrier/twilio/voice`
let numbers = 0
/** Returns a number that the carrier account has and that is not imported. */
function addNumber(fields: { voiceUrl?: string } = {}): string {
  const phoneNumber = `+1415523${String(++numbers).padStart(4, '0')}`
  control.addNumber({ phoneNumber, ...fields })
  return phoneNumber
}

interface AtCarrier {
  sid: string
  phone_number: string
  voice_url: string
}

/** The number at the carrier; undefined if the carrier account does not have it. */
async function findAtCarrier(phoneNumber: string): Promise<AtCarrier | undefined> {
  const path = `/2010-04-01/Accounts/${carrier.accountSid}/IncomingPhoneNumbers.json?PageSize=1000`
  const authorization = `Basic ${Buffer.from(`${carrier.accountSid}:${carrier.authToken}`).toString('base64')}`
  const response = await fetch(carrier.baseUrl + path, { headers: { authorization } })
  const body = (await response.json()) as { incoming_phone_numbers: AtCarrier[] }
  return body.incoming_phone_numbers.find(({ phone_number }) => phone_number === phoneNumber)
}

const importNumber = async ({ client }: TestAccount, phone_number = addNumber(), more = {}) =>
  (await client.phoneNumbers.create({ phone_number, ...more })).data

const freeNumber = async ({ client }: TestAccount, contains = '212'): Promise<string> =>
  (await client.phoneNumbers.search({ country_code: 'US', contains })).data[0]!.phone_number

const notUsable = /The phone number is not a number at the carrier that this account may use\./
const notFound = refusedWith(404, { message: 'Phone number not found' })
const unavailable = refusedWith(503, { message: 'The carrier cannot be reached right now. Please try again.' })

describe('an imported phone number', () => {
  it('is verified at the carrier, which then posts its calls to Parley, and is listed', async () => {
    const owner = await parley.createAccount()
    const phone_number = addNumber({ voiceUrl: 'https://before.example/voice' })
    const { message, data } = await owner.client.phoneNumbers.create({ phone_number, nickname: 'Front desk' })
    assert.equal(message, 'Phone number imported successfully')
    assert.match(data.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.deepEqual(data, {
      id: data.id,
      phone_number,
      nickname: 'Front desk',
      country_code: 'US',
      type: 'both',
      type_label: 'Inbound and outbound',
      sms_capable: true,
      region: data.region,
      source: 'imported',
      created_at: data.created_at,
    })
    assert.equal((await findAtCarrier(phone_number))?.voice_url, voiceUrl)
    assert.deepEqual(await owner.client.phoneNumbers.list(), [data])
    assert.deepEqual(await owner.client.phoneNumbers.listAll(), { data: [data] })
    const inbound = await importNumber(owner, addNumber(), { type: 'inbound' })
    assert.deepEqual([inbound.type, inbound.type_label, inbound.nickname], ['inbound', 'Inbound', null])
    const elsewhere = 'https://before.example/voice'
    const outbound = await importNumber(owner, addNumber({ voiceUrl: elsewhere }), { type: 'outbound' })
    assert.equal((await findAtCarrier(outbound.phone_number))?.voice_url, elsewhere)
  })

  it('exists at the carrier, and belongs to one account only', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    await assert.rejects(importNumber(owner, '+14155239999'), notUsable)
    const { phone_number } = await importNumber(owner)
    await assert.rejects(importNumber(owner, phone_number), /The phone number has already been taken\./)
    await assert.rejects(importNumber(other, phone_number), notUsable)
    const disputed = addNumber()
    const accounts = await Promise.all([1, 2, 3, 4].map(() => parley.createAccount()))
    const claims = await Promise.allSettled(accounts.map((account) => importNumber(account, disputed)))
    assert.equal(claims.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const invalid of ['12345', '+0123456789', 'hello'])
      await assert.rejects(importNumber(owner, invalid), /The phone number format is invalid\./)
  })

  it('is given to a tenant by the operator only, unless the tenant has its own carrier account', async () => {
    const tenant = await parley.createAccount({ kind: 'tenant' })
    const phoneNumber = addNumber()
    await assert.rejects(importNumber(tenant, phoneNumber), notUsable)
    await assert.rejects(tenant.client.phoneNumbers.purchase({ phone_number: '+12125550100' }), notUsable)
    const assignment = { accountId: tenant.account.id, phoneNumber }
    const { id } = await assignPhoneNumber(parley.app.context, assignment)
    assert.equal((await assignPhoneNumber(parley.app.context, assignment)).id, id)
    assert.deepEqual(
      (await tenant.client.phoneNumbers.list()).map(({ phone_number }) => phone_number),
      [phoneNumber],
    )
    const other = await parley.createAccount({ kind: 'tenant' })
    const again = assignPhoneNumber(parley.app.context, { accountId: other.account.id, phoneNumber })
    await assert.rejects(again, new RegExp(`is a phone number of account ${tenant.account.id}\\.`))
  })

  it('is not stored if the carrier is unavailable', async () => {
    const owner = await parley.createAccount()
    const phoneNumber = addNumber()
    control.script({ faults: [{ fault: 'error-before-accept' }], on: 'POST /2010' })
    await assert.rejects(importNumber(owner, phoneNumber), unavailable)
    assert.deepEqual(await owner.client.phoneNumbers.list(), [])
    assert.equal((await importNumber(owner, phoneNumber)).phone_number, phoneNumber)
  })
})

describe('a phone number', () => {
  it('is renamed', async () => {
    const { client, ...owner } = await parley.createAccount()
    const { id } = await importNumber({ client, ...owner })
    const renamed = await client.phoneNumbers.update({ id, nickname: ' Bakery ' })
    assert.deepEqual([renamed.message, renamed.data.nickname], ['Phone number updated successfully', 'Bakery'])
    assert.equal((await client.phoneNumbers.update({ id, nickname: null })).data.nickname, null)
    await assert.rejects(client.phoneNumbers.update({ id, nickname: 'x'.repeat(256) }), /may not be greater than 255/)
  })

  it('of another account is not found', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id } = await importNumber(owner)
    for (const absent of [id, 999_999, 0]) {
      await assert.rejects(other.client.phoneNumbers.update({ id: absent, nickname: 'mine' }), notFound)
      await assert.rejects(other.client.phoneNumbers.delete({ id: absent }), notFound)
    }
    assert.deepEqual(await other.client.phoneNumbers.list(), [])
  })

  it('stays at the carrier without the webhook of Parley when it was imported and is deleted', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id, phone_number } = await importNumber(owner)
    assert.deepEqual(await owner.client.phoneNumbers.delete({ id }), { message: 'Phone number deleted successfully' })
    assert.equal((await findAtCarrier(phone_number))?.voice_url, '')
    assert.deepEqual(await owner.client.phoneNumbers.list(), [])
    await assert.rejects(owner.client.phoneNumbers.delete({ id }), notFound)
    await importNumber(other, phone_number)
  })

  it('keeps a webhook that was set at the carrier in the meantime', async () => {
    const owner = await parley.createAccount()
    const { id, phone_number } = await importNumber(owner)
    const elsewhere = 'https://elsewhere.example/voice'
    control.addNumber({ phoneNumber: phone_number, voiceUrl: elsewhere })
    await owner.client.phoneNumbers.delete({ id })
    assert.equal((await findAtCarrier(phone_number))?.voice_url, elsewhere)
  })

  it('is kept if the carrier is unavailable when it is deleted', async () => {
    const owner = await parley.createAccount()
    const { id } = await importNumber(owner)
    control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /2010' })
    await assert.rejects(owner.client.phoneNumbers.delete({ id }), unavailable)
    assert.equal((await owner.client.phoneNumbers.list()).length, 1)
    await owner.client.phoneNumbers.delete({ id })
  })

  it('prevents a change of the carrier account', async () => {
    const owner = await parley.createAccount()
    const { id } = await importNumber(owner)
    const other = { account_sid: `AC${'7'.repeat(32)}`, auth_token: '7'.repeat(32) }
    const inUse = /Delete the senders and phone numbers of the current carrier account first\./
    await assert.rejects(owner.client.senders.setCarrier(other), inUse)
    await owner.client.phoneNumbers.delete({ id })
    await assert.rejects(owner.client.senders.setCarrier(other), /does not accept these credentials/)
  })
})

describe('a purchased phone number', () => {
  it('is found by a search, purchased, and released when it is deleted', async () => {
    const owner = await parley.createAccount()
    const { data: offered } = await owner.client.phoneNumbers.search({ country_code: 'gb' })
    assert.ok(offered.length > 0 && offered.length <= 30)
    assert.ok(
      offered.every(({ phone_number, country_code }) => phone_number.startsWith('+44') && country_code === 'GB'),
    )
    assert.deepEqual((await owner.client.phoneNumbers.search({})).data.map(({ country_code }) => country_code)[0], 'US')
    await assert.rejects(owner.client.phoneNumbers.search({ contains: 'abc' }), /The contains format is invalid/)
    const phone_number = await freeNumber(owner)
    const { message, data } = await owner.client.phoneNumbers.purchase({ phone_number, nickname: 'New' })
    assert.deepEqual(
      [message, data.phone_number, data.source, data.nickname, data.country_code],
      ['Phone number purchased successfully', phone_number, 'purchased', 'New', 'US'],
    )
    assert.equal((await findAtCarrier(phone_number))?.voice_url, voiceUrl)
    await owner.client.phoneNumbers.delete({ id: data.id })
    assert.equal(await findAtCarrier(phone_number), undefined)
  })

  it('is refused if the carrier does not offer it or the carrier account has it already', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const purchase = (phone_number: string) => owner.client.phoneNumbers.purchase({ phone_number })
    await assert.rejects(purchase('+14155234321'), /The phone number is no longer available\./)
    await assert.rejects(importNumber(owner, '+14155234321'), notUsable)
    await assert.rejects(purchase(addNumber()), /already has this phone number\. Import it instead\./)
    const { phone_number } = await importNumber(other)
    await assert.rejects(purchase(phone_number), notUsable)
    assert.deepEqual(await owner.client.phoneNumbers.list(), [])
  })

  it('is purchased once if the response of the carrier is lost', async () => {
    const owner = await parley.createAccount()
    const phone_number = await freeNumber(owner, '305')
    control.script({ faults: [{ fault: 'lost-reply' }], on: 'POST /2010' })
    assert.equal((await owner.client.phoneNumbers.purchase({ phone_number })).data.phone_number, phone_number)
    assert.equal((await findAtCarrier(phone_number))?.voice_url, voiceUrl)
  })

  for (const [settled, finish] of [
    [
      'a repeated request',
      (owner: TestAccount, phone_number: string) => owner.client.phoneNumbers.purchase({ phone_number }),
    ],
    [
      'the job',
      async () => {
        await parley.turnClock(3 * 60_000)
        await parley.runCron('phone-numbers.settle-purchases')
      },
    ],
  ] as const)
    it(`whose webhook could not be set is completed by ${settled}`, async () => {
      const owner = await parley.createAccount()
      const phone_number = await freeNumber(owner, '312')
      control.script({
        faults: [{ fault: 'error-before-accept' }],
        on: `POST /2010-04-01/Accounts/${carrier.accountSid}/IncomingPhoneNumbers/`,
      })
      await assert.rejects(owner.client.phoneNumbers.purchase({ phone_number }), unavailable)
      assert.deepEqual(await owner.client.phoneNumbers.list(), [])
      await finish(owner, phone_number)
      const [number] = await owner.client.phoneNumbers.list()
      assert.deepEqual([number?.phone_number, number?.source], [phone_number, 'purchased'])
      assert.equal((await findAtCarrier(phone_number))?.voice_url, voiceUrl)
    })

  it('that the carrier never received becomes free again', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const phone_number = await freeNumber(owner, '404')
    control.script({ faults: [{ fault: 'error-before-accept' }], on: 'POST /2010' })
    await assert.rejects(owner.client.phoneNumbers.purchase({ phone_number }), unavailable)
    await assert.rejects(other.client.phoneNumbers.purchase({ phone_number }), notUsable)
    await parley.turnClock(3 * 60_000)
    await parley.runCron('phone-numbers.settle-purchases')
    await other.client.phoneNumbers.purchase({ phone_number })
  })
})

it('nothing is imported if the carrier cannot reach Parley', async () => {
  await using remote = await startTestApp({ settings: { carrierIsLocal: false } })
  const { client } = await remote.createAccount()
  const create = client.phoneNumbers.create({ phone_number: '+14155238886' })
  await assert.rejects(create, /The carrier cannot reach the address of this installation/)
})
