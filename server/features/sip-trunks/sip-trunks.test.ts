// Tests of SIP trunks: their settings, passwords and phone numbers.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { findCarrierAccount, saveCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import { inspectPhoneNumbers } from '#server/features/phone-numbers/index.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { assertInvalid, refusedWith } from '#testing/requests/expect-refusal.ts'

/** Without a process that connects to the providers. */
const parley = await startTestApp({ config: { roles: ['api', 'worker'] } })
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

let numbers = 0
const newNumber = (): string => `+4930${String(++numbers).padStart(8, '0')}`

const sipgate = () =>
  ({
    sip_trunk_type: 'number',
    phone_number: newNumber(),
    sip_username: '1234567e0',
    sip_password: 'very secret',
    sip_address: 'sip.example.com',
  }) as const

const create = async ({ client }: TestAccount, fields = {}) =>
  (await client.sipTrunks.create({ ...sipgate(), ...fields })).data

const notFound = refusedWith(404, { message: 'SIP trunk not found' })

describe('a SIP trunk', () => {
  it('is created with sensible settings, and its number becomes a phone number of the account', async () => {
    const { client } = await parley.createAccount()
    const input = sipgate()
    const { message, data } = await client.sipTrunks.create(input)
    assert.equal(message, 'SIP trunk created successfully')
    const { id, created_at, state, ...shown } = data
    assert.deepEqual(shown, {
      phone_number_id: id,
      sip_trunk_type: 'number',
      phone_number: input.phone_number,
      nickname: null,
      type: 'both',
      country_code: 'DE',
      additional_phone_numbers: [],
      sip_address: 'sip.example.com',
      sip_port: null,
      sip_transport: null,
      sip_domain: null,
      outbound_proxy: false,
      sip_username: '1234567e0',
      sip_auth_username: null,
      register: true,
      sip_calling_format: '+e164',
      caller_id_fields: ['p-asserted'],
      caller_id_from: 'number',
      inbound_authorization_type: 'auth',
      allowed_inbound_ips: [],
      srtp: 'off',
      codecs: ['PCMA', 'PCMU'],
      max_calls: null,
      allow_refer: false,
      has_password: true,
      unreadable: false,
      last_call_at: null,
      last_error: null,
      last_error_at: null,
    })
    assert.deepEqual(state, { status: 'unchecked', error: null, round_trip_ms: null, since: created_at })
    assert.deepEqual(await client.sipTrunks.list(), { data: [data] })
    assert.deepEqual(await client.sipTrunks.get({ id }), { data })
    const [number, ...others] = await client.phoneNumbers.list()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [number?.id, number?.phone_number, number?.sms_capable, number?.source],
      [id, input.phone_number, false, 'imported'],
    )
  })

  it('has other defaults for extensions, and for providers that know the address of the server', async () => {
    const owner = await parley.createAccount()
    const extension = await create(owner, {
      sip_trunk_type: 'extension',
      phone_number: '620',
      sip_address: 'FRITZ.box',
    })
    assert.deepEqual(
      [extension.sip_address, extension.country_code, extension.caller_id_from, extension.codecs],
      ['fritz.box', 'US', 'account', ['PCMU', 'PCMA']],
    )
    const open = await create(owner, { sip_username: null, sip_password: null, sip_domain: 'Example.com' })
    assert.deepEqual(
      [open.inbound_authorization_type, open.register, open.has_password, open.outbound_proxy, open.sip_domain],
      ['ip', false, false, true, 'example.com'],
    )
  })

  it('keeps the fields that an update does not give, and restores the default of those that are null', async () => {
    const owner = await parley.createAccount()
    const created = await create(owner, { sip_port: 5070, max_calls: 2, srtp: 'offered', nickname: 'Berlin' })
    const { id } = created
    const { message, data } = await owner.client.sipTrunks.update({ id, max_calls: 3, srtp: null, nickname: 'Office' })
    assert.equal(message, 'SIP trunk updated successfully')
    assert.deepEqual(
      { ...data, state: null },
      { ...created, state: null, max_calls: 3, srtp: 'off', nickname: 'Office' },
    )
    assert.equal((await owner.client.phoneNumbers.list())[0]?.nickname, 'Office')
  })

  it('stores its password encrypted, and never returns it', async () => {
    const owner = await parley.createAccount()
    const { id } = await create(owner)
    const { client } = owner
    await client.sipTrunks.update({ id, sip_password: 'even more secret' })
    const replies = [await client.sipTrunks.get({ id }), await client.sipTrunks.list(), await client.audit.list()]
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text || encode(sealed_password, 'escape') as row from sip_trunks t
      where phone_number_id = ${id}`.execute(db)
    for (const text of [JSON.stringify(replies), rows[0]!.row]) {
      assert.ok(!text.includes('very secret'))
      assert.ok(!text.includes('even more secret'))
    }
    assert.ok(JSON.stringify(replies).includes('sipTrunks.update'))
  })

  it('needs its password again if it was encrypted with another master key', async () => {
    const owner = await parley.createAccount()
    const { id } = await create(owner)
    await sql`update sip_trunks set sealed_password = ${Buffer.alloc(64)} where phone_number_id = ${id}`.execute(db)
    const own = (await findCarrierAccount(db, owner.account.id, 'sip'))!
    await saveCarrierAccount(db, owner.account.id, { ...own, credentials: Buffer.alloc(64) })
    assert.equal((await owner.client.sipTrunks.get({ id })).data.unreadable, true)
    const renamed = (await owner.client.sipTrunks.update({ id, nickname: 'Office' })).data
    assert.deepEqual([renamed.unreadable, renamed.has_password], [true, true])
    assert.equal((await owner.client.sipTrunks.update({ id, sip_password: 'secret' })).data.unreadable, false)
    await owner.client.phoneNumbers.delete({ id })
  })

  it('is unchecked again only after a change that the provider notices', async () => {
    const owner = await parley.createAccount()
    const { id } = await create(owner)
    const works = () =>
      sql`update sip_trunks set status = 'registered', round_trip_ms = 20 where phone_number_id = ${id}`.execute(db)
    const statusAfter = async (fields: object) => {
      await works()
      return (await owner.client.sipTrunks.update({ id, ...fields })).data.state.status
    }
    assert.equal(await statusAfter({ nickname: 'Office', type: 'inbound', sip_password: 'very secret' }), 'registered')
    for (const fields of [{ sip_password: 'another' }, { sip_port: 5061 }, { additional_phone_numbers: [newNumber()] }])
      assert.equal(await statusAfter(fields), 'unchecked')
  })

  it('of another account is not found', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const trunk = await create(owner)
    for (const id of [trunk.id, 999_999, 0]) {
      await assert.rejects(other.client.sipTrunks.get({ id }), notFound)
      await assert.rejects(other.client.sipTrunks.update({ id, nickname: 'mine' }), notFound)
      await assert.rejects(other.client.sipTrunks.test({ id }), notFound)
    }
    // Another account can have a line with the same number, for example at another provider.
    await create(other, { phone_number: trunk.phone_number })
    assert.equal((await owner.client.sipTrunks.list()).data.length, 1)
  })

  it('cannot be tested by a server without SIP', async () => {
    const owner = await parley.createAccount()
    const { id } = await create(owner)
    const { works, message } = (await owner.client.sipTrunks.test({ id })).data
    assert.deepEqual([works, message], [false, 'No process with the role voice serves SIP at the moment.'])
  })
})

describe('the fields of a SIP trunk', () => {
  const invalid: [what: string, fields: Record<string, unknown>, errors: Record<string, string[]>][] = [
    ['a number', { phone_number: '030123' }, { phone_number: ['The phone number format is invalid.'] }],
    [
      'an extension',
      { sip_trunk_type: 'extension', phone_number: '1234567890123456' },
      { phone_number: ['The phone number format is invalid.'] },
    ],
    [
      'a host with a port',
      { sip_address: 'sip.example.com:5060' },
      { sip_address: ['The sip address format is invalid.'] },
    ],
    ['a host of digits', { sip_address: '2130706433' }, { sip_address: ['The sip address format is invalid.'] }],
    [
      'an IP address with too many parts',
      { sip_address: '192.0.2.1.5' },
      { sip_address: ['The sip address format is invalid.'] },
    ],
    ['a domain', { sip_domain: '0x7f.1' }, { sip_domain: ['The sip domain format is invalid.'] }],
    [
      'networks',
      { allowed_inbound_ips: ['192.0.2.1', '192.0.2.0/4', '2001:db8::/129'] },
      {
        'allowed_inbound_ips.1': ['The allowed inbound ips.1 format is invalid.'],
        'allowed_inbound_ips.2': ['The allowed inbound ips.2 format is invalid.'],
      },
    ],
    [
      'a missing user name and password',
      { sip_username: '', sip_password: '', inbound_authorization_type: 'auth' },
      { sip_username: ['The sip username field is required.'], sip_password: ['The sip password field is required.'] },
    ],
    [
      'a missing password of a trunk that registers',
      { sip_password: null, register: true },
      { sip_password: ['The sip password field is required.'] },
    ],
    ['a short password', { sip_password: 'ab' }, { sip_password: ['The sip password must be at least 3 characters.'] }],
    ['a country', { country_code: 'XX' }, { country_code: ['The selected country code is invalid.'] }],
    [
      'more numbers of an extension',
      { sip_trunk_type: 'extension', phone_number: '621', additional_phone_numbers: ['+493012345678'] },
      { additional_phone_numbers: ['The additional phone numbers cannot be used with an extension.'] },
    ],
  ]
  for (const [what, fields, errors] of invalid)
    it(`are refused with ${what}`, async () => {
      const { client } = await parley.createAccount()
      await assertInvalid(client.sipTrunks.create({ ...sipgate(), ...fields }), errors)
    })

  it('are checked together with the stored ones', async () => {
    const owner = await parley.createAccount()
    const { id } = await create(owner)
    await assertInvalid(owner.client.sipTrunks.update({ id, sip_password: null }), {
      sip_password: ['The sip password field is required.'],
    })
    const changed = { id, sip_password: null, register: false, inbound_authorization_type: 'ip' } as const
    assert.equal((await owner.client.sipTrunks.update(changed)).data.has_password, false)
  })

  it('accept IPv6, and private addresses except for tenants', async () => {
    const [owner, tenant] = [await parley.createAccount(), await parley.createAccount({ kind: 'tenant' })]
    assert.equal((await create(owner, { sip_address: '[2001:DB8::1]' })).sip_address, '2001:db8::1')
    assert.equal((await create(owner, { sip_address: '192.168.178.1' })).sip_address, '192.168.178.1')
    for (const sip_address of ['192.168.178.1', '::1', 'localhost', '127.0.0.1', '169.254.169.254'])
      await assertInvalid(tenant.client.sipTrunks.create({ ...sipgate(), sip_address }), {
        sip_address: [
          'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.',
        ],
      })
    assert.equal((await create(tenant, { sip_address: '9.9.9.9', sip_port: 5080 })).sip_address, '9.9.9.9')
  })
})

describe('the phone numbers of a SIP trunk', () => {
  const listed = async ({ client }: TestAccount) =>
    (await client.phoneNumbers.list()).map(({ phone_number }) => phone_number)

  it('can be several, and are replaced by an update', async () => {
    const owner = await parley.createAccount()
    const [first, second, third, fourth] = [newNumber(), newNumber(), newNumber(), newNumber()]
    const trunk = await create(owner, { phone_number: first, additional_phone_numbers: [second, third, first, second] })
    assert.deepEqual(trunk.additional_phone_numbers, [second, third])
    assert.deepEqual(await listed(owner), [first, second, third])
    const before = (await owner.client.phoneNumbers.list()).find(({ phone_number }) => phone_number === third)
    const swapped = await owner.client.sipTrunks.update({
      id: trunk.id,
      phone_number: second,
      additional_phone_numbers: [third, first, fourth],
    })
    assert.equal(swapped.data.id, trunk.id)
    assert.equal(swapped.data.phone_number, second)
    assert.deepEqual(swapped.data.additional_phone_numbers, [third, first, fourth])
    const after = (await owner.client.phoneNumbers.list()).find(({ phone_number }) => phone_number === third)
    assert.equal(after?.id, before?.id)
  })

  it('belong to one trunk of the account', async () => {
    const owner = await parley.createAccount()
    const { phone_number } = await create(owner)
    await assertInvalid(owner.client.sipTrunks.create({ ...sipgate(), phone_number }), {
      phone_number: ['The phone number has already been taken.'],
    })
    const other = await create(owner)
    const taken = { id: other.id, additional_phone_numbers: [newNumber(), phone_number] }
    await assertInvalid(owner.client.sipTrunks.update(taken), {
      'additional_phone_numbers.1': ['The additional phone numbers.1 has already been taken.'],
    })
    await assertInvalid(owner.client.sipTrunks.update({ id: other.id, phone_number }), {
      phone_number: ['The phone number has already been taken.'],
    })
    assert.equal((await listed(owner)).length, 2)
  })

  it('delete the trunk with its own number, and only themselves otherwise', async () => {
    const owner = await parley.createAccount()
    const [extra, kept] = [newNumber(), newNumber()]
    const { id } = await create(owner, { additional_phone_numbers: [extra, kept] })
    const numbers = await owner.client.phoneNumbers.list()
    await owner.client.phoneNumbers.delete({ id: numbers.find(({ phone_number }) => phone_number === extra)!.id })
    assert.deepEqual((await owner.client.sipTrunks.get({ id })).data.additional_phone_numbers, [kept])
    await owner.client.phoneNumbers.delete({ id })
    await assert.rejects(owner.client.sipTrunks.get({ id }), notFound)
    assert.deepEqual(await listed(owner), [])
    assert.deepEqual(await owner.client.sipTrunks.list(), { data: [] })
  })

  it('are not expected at the carrier, where nothing leads to Parley', async () => {
    const owner = await parley.createAccount()
    await create(owner)
    assert.deepEqual(await inspectPhoneNumbers(parley.app.context), { working: 0, faults: [] })
  })

  it('are created once by requests at the same time', async () => {
    const owner = await parley.createAccount()
    const input = sipgate()
    const results = await Promise.allSettled([1, 2, 3].map(() => owner.client.sipTrunks.create(input)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await owner.client.phoneNumbers.list()).length, 1)
  })
})
