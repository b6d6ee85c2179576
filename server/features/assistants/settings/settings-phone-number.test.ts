// Tests of the phone number of an assistant.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { refusedFor } from '#testing/features/assistant-settings.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

let numbers = 0
async function importNumber({ client }: TestAccount, type: 'inbound' | 'outbound' | 'both' = 'both') {
  const phone_number = `+1415524${String(++numbers).padStart(4, '0')}`
  parley.carrier.control.addNumber({ phoneNumber: phone_number })
  return (await client.phoneNumbers.create({ phone_number, type })).data.id
}

const refused = (message: string) => refusedFor({ phone_number_id: [message] })
const invalid = refused('The selected phone number id is invalid.')
const answered = refused('Another assistant already answers the selected phone number id.')

describe('the phone number of an assistant', () => {
  it('is shown, and activates the assistant unless it was deactivated', async () => {
    const owner = await parley.createAccount()
    const { assistants } = owner.client
    const phone_number_id = await importNumber(owner)
    const created = (await assistants.create({ name: 'Ada', type: 'inbound', phone_number_id })).data
    assert.equal(created.status, 'active')
    assert.equal((await assistants.get({ id: created.id })).data.phone_number_id, phone_number_id)
    const { id } = (await assistants.create({ name: 'Bo', system_prompt: null })).data
    assert.equal((await assistants.get({ id })).data.status, 'inactive')
    const given = await assistants.update({ id, phone_number_id })
    assert.equal(given.data.status, 'active')
    await assistants.deactivate({ id })
    assert.equal((await assistants.update({ id, phone_number_id })).data.status, 'inactive')
    await assistants.update({ id, phone_number_id: null })
    assert.equal((await assistants.get({ id })).data.phone_number_id, null)
  })

  it('belongs to the account', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const phone_number_id = await importNumber(other)
    await assert.rejects(owner.client.assistants.create({ name: 'Ada', phone_number_id }), invalid)
    const { id } = (await owner.client.assistants.create({ name: 'Ada' })).data
    await assert.rejects(owner.client.assistants.update({ id, phone_number_id }), invalid)
  })

  it('keeps the type that suits it if another assistant answers the number of a restored version', async () => {
    const owner = await parley.createAccount()
    const { assistants } = owner.client
    const phone_number_id = await importNumber(owner)
    const { id } = (await assistants.create({ name: 'Ada', type: 'inbound', phone_number_id })).data
    await assistants.update({ id, type: 'outbound', name: 'Grace' })
    await assistants.create({ name: 'Bo', type: 'inbound', phone_number_id })
    const { skipped } = await assistants.restoreVersion({ id, version: 1 })
    assert.deepEqual(skipped, { type: ['The selected type does not suit the phone number that stays.'] })
    const { name, type, phone_number_id: kept } = (await assistants.get({ id })).data
    assert.deepEqual([name, type, kept], ['Ada', 'outbound', phone_number_id])
  })

  it('is answered by one assistant, while several can call from it', async () => {
    const owner = await parley.createAccount()
    const { assistants } = owner.client
    const phone_number_id = await importNumber(owner)
    const inbound = { name: 'Ada', type: 'inbound', phone_number_id } as const
    const { id: first } = (await assistants.create(inbound)).data
    await assert.rejects(assistants.create(inbound), answered)
    const { id: second } = (await assistants.create({ ...inbound, type: 'outbound' })).data
    await assistants.create({ ...inbound, type: 'outbound' })
    await assert.rejects(assistants.update({ id: second, type: 'inbound' }), answered)
    await assistants.update({ id: first, ...inbound, name: 'Ada Lovelace' })
    await assistants.delete({ id: first })
    await assistants.update({ id: second, type: 'inbound' })
    await assert.rejects(assistants.create(inbound), answered)
  })

  it('is answered by one assistant, even if several ask at the same moment', async () => {
    const owner = await parley.createAccount()
    const phone_number_id = await importNumber(owner)
    const create = (name: string) => owner.client.assistants.create({ name, type: 'inbound', phone_number_id })
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map(create))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(answered(outcome.reason))
  })

  it('is one for calls of its direction', async () => {
    const owner = await parley.createAccount()
    const { assistants } = owner.client
    const [inbound, outbound] = [await importNumber(owner, 'inbound'), await importNumber(owner, 'outbound')]
    const create = (type: 'inbound' | 'outbound', phone_number_id: number) =>
      assistants.create({ name: 'Ada', type, phone_number_id })
    await assert.rejects(
      create('outbound', inbound),
      refused('The selected phone number id is not for outbound calls.'),
    )
    await assert.rejects(create('inbound', outbound), refused('The selected phone number id is not for inbound calls.'))
    const { id } = (await create('outbound', outbound)).data
    const changed = assistants.update({ id, type: 'inbound' })
    await assert.rejects(changed, refused('The selected phone number id is not for inbound calls.'))
    await create('inbound', inbound)
  })

  it('is none after the number was deleted, even while assistants are updated', async () => {
    const owner = await parley.createAccount()
    const { assistants, phoneNumbers } = owner.client
    const phone_number_id = await importNumber(owner)
    const { id } = (await assistants.create({ name: 'Ada', phone_number_id })).data
    const updates = ['a', 'b', 'c', 'd'].map((name) => assistants.update({ id, name }))
    await Promise.all([...updates, phoneNumbers.delete({ id: phone_number_id })])
    assert.equal((await assistants.get({ id })).data.phone_number_id, null)
    await assert.rejects(assistants.update({ id, phone_number_id }), invalid)
  })
})

it('the phone numbers for assistants are listed by direction, with those that are still available', async () => {
  const owner = await parley.createAccount()
  const { assistants, catalogues } = owner.client
  const both = await importNumber(owner)
  const inbound = await importNumber(owner, 'inbound')
  const outbound = await importNumber(owner, 'outbound')
  const { id } = (await assistants.create({ name: 'Ada', type: 'inbound', phone_number_id: both })).data
  const listed = async (type?: 'inbound' | 'outbound') =>
    (await catalogues.phoneNumbers(type ? { type } : {})).map((number) => [number.id, number.is_available])
  assert.deepEqual(await listed('inbound'), [
    [both, false],
    [inbound, true],
  ])
  assert.deepEqual(await listed('outbound'), [
    [both, true],
    [outbound, true],
  ])
  assert.equal((await listed()).length, 3)
  await assistants.delete({ id })
  assert.deepEqual((await listed('inbound'))[0], [both, true])
  const [first] = await catalogues.phoneNumbers({ type: 'outbound' })
  assert.deepEqual(first, {
    id: both,
    phone_number: first!.phone_number,
    country_code: 'US',
    type_label: 'Inbound and outbound',
    is_available: true,
  })
})
