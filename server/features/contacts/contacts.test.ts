// Tests of what accounts do with contacts: create, change, search, merge, separate, annotate, export and erase them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { findTraces } from '#testing/features/find-traces.ts'
import { assertInvalid, assertNotFound, refusedWith } from '#testing/requests/expect-refusal.ts'
import { readZip } from '#testing/requests/read-zip.ts'

const parley = await startTestApp({ carrier: {}, script: 'We will see to it.' })
after(() => parley[Symbol.asyncDispose]())

type Fields = Parameters<TestAccount['client']['contacts']['create']>[0]

const create = async ({ client }: TestAccount, fields: Fields) => (await client.contacts.create(fields)).data
const namesIn = async ({ client }: TestAccount, query: object) =>
  (await client.contacts.list(query)).data.map(({ name }) => name)

describe('a contact', () => {
  it('is created with what the account knows, and changed by any of its addresses', async () => {
    const owner = await parley.createAccount()
    const first = await owner.client.contacts.create({
      name: 'Ann Bell',
      phone_number: '+44 7700 900201',
      attributes: { plan: 'gold', seats: 3 },
      labels: ['vip', 'vip'],
    })
    assert.equal(first.created, true)
    const { data } = first
    assert.deepEqual(
      [data.name, data.addresses.map(({ kind, address }) => [kind, address]), data.attributes, data.labels],
      ['Ann Bell', [['phone', '+447700900201']], { plan: 'gold', seats: '3' }, ['vip']],
    )
    const again = await owner.client.contacts.create({
      phone_number: '+447700900201',
      email: 'Ann@Example.com',
      attributes: { plan: 'silver' },
    })
    assert.deepEqual([again.created, again.data.id, again.data.name], [false, data.id, 'Ann Bell'])
    assert.deepEqual(again.data.attributes, { plan: 'silver', seats: '3' })
    const byEmail = await create(owner, { email: 'ann@example.com', name: 'Ann B.' })
    assert.deepEqual([byEmail.id, byEmail.name], [data.id, 'Ann B.'])
    const changed = await owner.client.contacts.update({
      id: data.id,
      name: null,
      attributes: { plan: null },
      labels: [],
    })
    assert.deepEqual([changed.data.name, changed.data.attributes, changed.data.labels], [null, { seats: '3' }, []])
  })

  it('is rejected without a name and an address, or with too much', async () => {
    const owner = await parley.createAccount()
    await assertInvalid(owner.client.contacts.create({ attributes: { plan: 'gold' } }), {
      name: ['The name field is required when there is no address.'],
    })
    const { id } = await create(owner, { name: 'Ann', attributes: { a: 'x'.repeat(9_000) } })
    await assertInvalid(owner.client.contacts.update({ id, attributes: { b: 'x'.repeat(9_000) } }), {
      attributes: ['The attributes may not be greater than 16000 characters.'],
    })
    await assertInvalid(owner.client.contacts.addAddress({ id, email: 'a@example.com', external_id: '1' }), {
      phone_number: ['Exactly one address is required.'],
    })
    for (let index = 0; index < 20; index++) await owner.client.contacts.addAddress({ id, external_id: `crm-${index}` })
    const tooMany = owner.client.contacts.addAddress({ id, external_id: 'crm-20' })
    await assert.rejects(tooMany, refusedWith(409, { message: 'A contact has at most 20 addresses.' }))
    const large = owner.client.contacts.create({ external_id: 'crm-1', email: 'ann@example.com' })
    await assert.rejects(large, refusedWith(409, { message: 'A contact has at most 20 addresses.' }))
    await assertNotFound(owner.client.contacts.get({ id: id + 1_000 }), 'Contact not found')
  })

  it('is made of everyone who writes or is called, and lists what is known of them', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'Hi', { profileName: 'Zoe' })
    const [contact] = (await sender.client.contacts.list({})).data
    assert.deepEqual([contact!.name, contact!.given_name, contact!.profile_name], ['Zoe', null, 'Zoe'])
    await sender.client.contacts.update({ id: contact!.id, name: 'Zoe Bell' })
    await parley.askAssistant(sender, parley.createPhoneNumber(), 'Hi')
    const { data } = await sender.client.conversations.list({ contact_id: contact!.id })
    assert.deepEqual(
      data.map(({ customer_phone }) => customer_phone),
      [phone],
    )
    assert.equal((await sender.client.calls.list({ contact_id: contact!.id })).total, 0)
    assert.equal((await sender.client.leads.list({ contact_id: contact!.id })).total, 0)
    for (const list of [sender.client.conversations.list, sender.client.calls.list, sender.client.leads.list])
      await assertInvalid(list({ contact_id: contact!.id + 1_000 }), {
        contact_id: ['The selected contact id is invalid.'],
      })
  })

  it('is found by parts of names and addresses, in pages', async () => {
    const owner = await parley.createAccount()
    const people: [name: string, more: Fields][] = [
      ['Ann Bell', { phone_number: '+447700900211' }],
      ['Bob Anders', { email: 'bob@bakery.example', labels: ['vip'] }],
      ['Cleo 100%', { external_id: 'crm-77' }],
    ]
    for (const [name, more] of people) await create(owner, { name, ...more })
    assert.deepEqual(await namesIn(owner, {}), ['Cleo 100%', 'Bob Anders', 'Ann Bell'])
    const searches = ['BELL', '0900 211', 'bakery', 'crm-7', 'an', '0%', '_', 'nobody']
    assert.deepEqual(await Promise.all(searches.map((search) => namesIn(owner, { search }))), [
      ['Ann Bell'],
      ['Ann Bell'],
      ['Bob Anders'],
      ['Cleo 100%'],
      ['Bob Anders', 'Ann Bell'],
      ['Cleo 100%'],
      [],
      [],
    ])
    assert.deepEqual(await namesIn(owner, { label: 'vip' }), ['Bob Anders'])
    const first = await owner.client.contacts.list({ per_page: 2 })
    assert.deepEqual([first.total, first.data.length], [3, 2])
    const second = await owner.client.contacts.list({ per_page: 2, cursor: first.next_cursor! })
    assert.deepEqual([second.data.map(({ name }) => name), second.next_cursor], [['Ann Bell'], null])
    await assertInvalid(owner.client.contacts.list({ cursor: 'x' }), { cursor: ['The selected cursor is invalid.'] })
  })

  it('is masked for viewers, who cannot search it either', async () => {
    const owner = await parley.createAccount()
    const viewer = await signInMember(parley, owner.account, 'viewer')
    const agent = await signInMember(parley, owner.account, 'agent')
    const { id } = await create(owner, {
      name: 'Ann Bell',
      phone_number: '+447700900221',
      attributes: { plan: 'gold' },
    })
    const text = JSON.stringify(await viewer.client.contacts.get({ id }))
    for (const hidden of ['Ann', '900221', 'gold']) assert.ok(!text.includes(hidden), hidden)
    await assert.rejects(viewer.client.contacts.list({ search: 'Ann' }), { status: 403 })
    await assert.rejects(viewer.client.contacts.update({ id, name: 'X' }), { status: 403 })
    assert.equal((await agent.client.contacts.update({ id, name: 'Ann C.' })).data.name, 'Ann C.')
    await assert.rejects(agent.client.privacy.eraseContact({ id }), { status: 403 })
  })
})

describe('two contacts of one person', () => {
  it('are merged with everything, and separated again', async () => {
    const owner = await parley.createAccount()
    const { contacts } = owner.client
    const ann = await create(owner, { phone_number: '+447700900231', attributes: { plan: 'gold' }, labels: ['vip'] })
    const other = await create(owner, {
      name: 'Ann Bell',
      email: 'ann@example.com',
      attributes: { plan: 'silver', city: 'Bath' },
      labels: ['vip', 'press'],
    })
    await contacts.createNote({ id: other.id, text: 'Likes tea.' })
    const merged = (await contacts.merge({ id: ann.id, contact_id: other.id })).data
    assert.deepEqual(
      [merged.name, merged.addresses.length, merged.attributes, merged.labels],
      ['Ann Bell', 2, { plan: 'gold', city: 'Bath' }, ['vip', 'press']],
    )
    const shown = await contacts.get({ id: other.id })
    assert.deepEqual([shown.data.id, shown.notes.map(({ text }) => text)], [ann.id, ['Likes tea.']])
    assert.deepEqual(
      shown.merges.map(({ contact_id, name, cause }) => [contact_id, name, cause]),
      [[other.id, 'Ann Bell', 'request']],
    )
    assert.equal((await contacts.list({})).total, 1)
    await assert.rejects(contacts.merge({ id: ann.id, contact_id: ann.id }), { status: 422 })

    await contacts.update({ id: ann.id, attributes: { city: 'York' } })
    const separated = (await contacts.separate({ id: ann.id, contact_id: other.id })).data
    assert.deepEqual(
      [separated.id, separated.name, separated.attributes, separated.labels],
      [other.id, 'Ann Bell', { plan: 'silver', city: 'Bath' }, ['vip', 'press']],
    )
    const rest = (await contacts.get({ id: ann.id })).data
    assert.deepEqual(
      [rest.name, rest.addresses.length, rest.attributes, rest.labels],
      [null, 1, { plan: 'gold', city: 'York' }, ['vip']],
    )
    await assert.rejects(contacts.separate({ id: ann.id, contact_id: other.id }), { status: 409 })
    const actions = (await owner.client.audit.list({})).data.map(({ action }) => action)
    assert.ok(['contacts.merge', 'contacts.separate'].every((action) => actions.includes(action)))
  })

  it('have no more attributes and labels than a contact may have', async () => {
    const owner = await parley.createAccount()
    const { contacts } = owner.client
    const many = (prefix: string) => Array.from({ length: 15 }, (_, index) => `${prefix}-${index}`)
    const attributesOf = (prefix: string) =>
      Object.fromEntries([...many(prefix), ...many(`${prefix}2`)].map((name) => [name, 'x']))
    const [ann, other] = [
      await create(owner, { name: 'Ann', labels: many('a'), attributes: attributesOf('a') }),
      await create(owner, { name: 'Bob', labels: many('b'), attributes: attributesOf('b') }),
    ]
    const { data } = await contacts.merge({ id: ann.id, contact_id: other.id })
    assert.deepEqual([data.labels.length, Object.keys(data.attributes).length], [20, 50])
    assert.equal((await contacts.update({ id: ann.id, name: 'Ann Bell' })).data.name, 'Ann Bell')
    await contacts.separate({ id: ann.id, contact_id: other.id })
    const rest = (await contacts.get({ id: ann.id })).data
    assert.deepEqual([rest.labels, rest.attributes], [many('a'), attributesOf('a')])
  })

  it('are merged by a request that names addresses of both', async () => {
    const owner = await parley.createAccount()
    const ann = await create(owner, { phone_number: '+447700900241' })
    await create(owner, { external_id: 'crm-9', name: 'Ann' })
    const { data, created } = await owner.client.contacts.create({
      phone_number: '+447700900241',
      external_id: 'crm-9',
    })
    assert.deepEqual([created, data.id, data.name, data.addresses.length], [false, ann.id, 'Ann', 2])
  })
})

describe('an address', () => {
  it('belongs to one contact, from which it can be removed', async () => {
    const owner = await parley.createAccount()
    const { contacts } = owner.client
    const [ann, bob] = [await create(owner, { name: 'Ann' }), await create(owner, { name: 'Bob' })]
    const { data } = await contacts.addAddress({ id: ann.id, phone_number: '+447700900251' })
    assert.equal((await contacts.addAddress({ id: ann.id, phone_number: '+44 7700 900251' })).data.addresses.length, 1)
    await assert.rejects(contacts.addAddress({ id: bob.id, phone_number: '+447700900251' }), { status: 409 })
    const addressId = data.addresses[0]!.id
    await assertNotFound(contacts.removeAddress({ id: bob.id, addressId }), 'Address not found')
    assert.deepEqual((await contacts.removeAddress({ id: ann.id, addressId })).data.addresses, [])
    assert.equal((await contacts.addAddress({ id: bob.id, phone_number: '+447700900251' })).data.addresses.length, 1)
  })
})

describe('everything about a contact', () => {
  it('is exported and erased by its id, even if it has no address', async () => {
    const sender = await parley.createSender()
    const { contacts, privacy } = sender.client
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'My secret words', { profileName: 'Zebedee' })
    const { id } = (await contacts.list({})).data[0]!
    await contacts.createNote({ id, text: 'Zebedee likes tea.' })
    const archive = readZip(await privacy.exportContact({ id }))
    const person = JSON.parse(archive.get('persons.jsonl')!.toString())
    assert.deepEqual([person.profile_name, person.notes[0].text], ['Zebedee', 'Zebedee likes tea.'])
    assert.ok(archive.get('conversation_messages.jsonl')!.toString().includes('My secret words'))
    assert.equal((await privacy.eraseContact({ id })).status, 'completed')
    assert.deepEqual(await findTraces(parley, [phone, 'Zebedee', 'secret words']), [])
    await assertNotFound(privacy.eraseContact({ id }), 'Contact not found')
    const large = await create(sender, { name: 'Zoe' })
    for (let index = 0; index < 20; index++)
      await contacts.addAddress({ id: large.id, external_id: `crm-zoe-${index}` })
    assert.equal((await privacy.eraseContact({ id: large.id })).deleted.contacts, 1)
    const unaddressed = await create(sender, { name: 'Yolanda' })
    assert.equal((await privacy.eraseContact({ id: unaddressed.id })).deleted.contacts, 1)
  })

  it('includes its notes, up to 200', async () => {
    const owner = await parley.createAccount()
    const { contacts } = owner.client
    const { id } = await create(owner, { name: 'Ann' })
    const { data: note } = await contacts.createNote({ id, text: 'One' })
    for (let index = 1; index < 200; index++) await contacts.createNote({ id, text: 'More' })
    await assert.rejects(contacts.createNote({ id, text: 'Too many' }), { status: 409 })
    await contacts.deleteNote({ id, contactNoteId: note.id })
    assert.equal((await contacts.get({ id })).notes.length, 199)
    await assertNotFound(contacts.deleteNote({ id, contactNoteId: note.id }), 'Note not found')
  })
})
