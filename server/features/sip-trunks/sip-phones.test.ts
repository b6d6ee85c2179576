// Tests of SIP telephones.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { assertInvalid, refusedWith } from '#testing/requests/expect-refusal.ts'

/** Without a process at which telephones register. */
const parley = await startTestApp({ config: { roles: ['api', 'worker'] } })
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

const create = async ({ client }: TestAccount, fields = {}) =>
  (await client.sipPhones.create({ name: 'Front desk', ...fields })).data

const notFound = refusedWith(404, { message: 'SIP telephone not found' })
const taken = (field: string) => ({ [field]: [`The ${field} has already been taken.`] })

it('a telephone is created with an extension, a user name and a password, which its account can read again', async () => {
  const owner = await parley.createAccount()
  const { client } = owner
  const { message, data } = await client.sipPhones.create({ name: 'Front desk' })
  assert.equal(message, 'SIP telephone created successfully')
  const { id, username, password, created_at: _created, ...shown } = data
  assert.deepEqual(shown, {
    name: 'Front desk',
    extension: '100',
    phone_number_id: null,
    server: null,
    registered_until: null,
    address: null,
    user_agent: null,
    unreadable: false,
  })
  assert.match(username, /^100-[a-z2-9]{8}$/)
  assert.match(password!, /^[a-z2-9]{20}$/)
  assert.deepEqual(await client.sipPhones.get({ id }), { data })
  const { password: _password, ...listed } = data
  assert.deepEqual(await client.sipPhones.list(), { data: [listed] })
  assert.equal((await create(owner)).extension, '101')
  const { rows } = await sql<{ row: string }>`
    select row_to_json(p)::text || encode(sealed_password, 'escape') as row from sip_phones p where id = ${id}`.execute(
    db,
  )
  assert.ok(!rows[0]!.row.includes(password!))
  assert.ok(!JSON.stringify(await client.audit.list()).includes(password!))
})

it('the password of a telephone is masked for members who may not change it', async () => {
  const owner = await parley.createAccount()
  const { id, password } = await create(owner)
  const viewer = await signInMember(parley, owner.account, 'viewer')
  const seen = (await viewer.client.sipPhones.get({ id })).data.password
  assert.ok(seen && seen !== password)
  const editor = await signInMember(parley, owner.account, 'editor')
  assert.equal((await editor.client.sipPhones.get({ id })).data.password, password)
  await assert.rejects(viewer.client.sipPhones.update({ id, name: 'Mine' }), { status: 403 })
})

it('a telephone keeps what an update does not give, and gets a new password for null', async () => {
  const owner = await parley.createAccount()
  const { client } = owner
  const phone = await create(owner, { username: 'lobby', password: 'a long password'.replaceAll(' ', '-') })
  const { id } = phone
  const number = { sip_trunk_type: 'number', phone_number: '+493055555555', sip_address: 'sip.example.com' } as const
  const phone_number_id = (await client.sipTrunks.create(number)).data.id
  const updated = await client.sipPhones.update({ id, extension: '42', phone_number_id })
  assert.equal(updated.message, 'SIP telephone updated successfully')
  assert.deepEqual(updated.data, { ...phone, extension: '42', phone_number_id })
  const renewed = (await client.sipPhones.update({ id, password: null })).data
  assert.match(renewed.password!, /^[a-z2-9]{20}$/)
  await client.phoneNumbers.delete({ id: phone_number_id })
  assert.equal((await client.sipPhones.get({ id })).data.phone_number_id, null)
})

it('a telephone has an extension of its own in the account, and a user name of its own in the installation', async () => {
  const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
  const first = await create(owner, { username: 'reception', extension: '100' })
  assert.equal((await create(other)).extension, '100')
  await assertInvalid(owner.client.sipPhones.create({ name: 'x', extension: '100' }), taken('extension'))
  await assertInvalid(other.client.sipPhones.create({ name: 'x', username: 'reception' }), taken('username'))
  const second = await create(owner)
  await assertInvalid(owner.client.sipPhones.update({ id: second.id, extension: '100' }), taken('extension'))
  await assertInvalid(owner.client.sipPhones.update({ id: second.id, username: 'reception' }), taken('username'))
  await owner.client.sipPhones.update({ id: first.id, username: 'reception', extension: '100' })
  const results = await Promise.allSettled(
    [owner, other].map(({ client }) => client.sipPhones.create({ name: 'x', username: 'lobby-2' })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

it('a telephone of another account is not found, and cannot show its numbers', async () => {
  const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
  const phone = await create(owner)
  for (const id of [phone.id, 999_999, 0]) {
    await assert.rejects(other.client.sipPhones.get({ id }), notFound)
    await assert.rejects(other.client.sipPhones.update({ id, name: 'mine' }), notFound)
    await assert.rejects(other.client.sipPhones.delete({ id }), notFound)
  }
  const number = { sip_trunk_type: 'extension', phone_number: '620', sip_address: 'pbx.example.com' } as const
  const { id } = (await owner.client.sipTrunks.create({ ...number, caller_id_from: 'number' })).data
  await assertInvalid(other.client.sipPhones.create({ name: 'x', phone_number_id: id }), {
    phone_number_id: ['The selected phone number id is invalid.'],
  })
})

it('a telephone is deleted', async () => {
  const owner = await parley.createAccount()
  const { id } = await create(owner)
  assert.deepEqual(await owner.client.sipPhones.delete({ id }), { message: 'SIP telephone deleted successfully' })
  await assert.rejects(owner.client.sipPhones.get({ id }), notFound)
  assert.deepEqual(await owner.client.sipPhones.list(), { data: [] })
})

it('a telephone needs a new password if its own was encrypted with another master key', async () => {
  const owner = await parley.createAccount()
  const { id } = await create(owner)
  await sql`update sip_phones set sealed_password = ${Buffer.alloc(64)} where id = ${id}`.execute(db)
  const { unreadable, password } = (await owner.client.sipPhones.get({ id })).data
  assert.deepEqual([unreadable, password], [true, null])
  assert.equal((await owner.client.sipPhones.update({ id, name: 'Desk' })).data.unreadable, true)
  assert.equal((await owner.client.sipPhones.update({ id, password: null })).data.unreadable, false)
})

for (const [field, value, message] of [
  ['extension', '1', 'The extension format is invalid.'],
  ['extension', '12a', 'The extension format is invalid.'],
  ['username', 'Reception', 'The username format is invalid.'],
  ['password', 'short', 'The password must be at least 12 characters.'],
  ['password', 'with a space inside', 'The password format is invalid.'],
] as const)
  it(`a telephone is refused with the ${field} ${value}`, async () => {
    const { client } = await parley.createAccount()
    await assertInvalid(client.sipPhones.create({ name: 'x', [field]: value }), { [field]: [message] })
  })
