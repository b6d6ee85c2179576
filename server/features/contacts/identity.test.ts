// Tests that a person is one contact under all addresses: with one conversation and window, one opt-out, and one erasure.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { actFor } from '#server/features/accounts/index.ts'
import { findContactRule, isDoNotContact } from '#server/features/consents/index.ts'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { findTraces } from '#testing/features/find-traces.ts'
import { mergeContacts, separateContact } from './merging/merge-contacts.ts'

const parley = await startTestApp({ carrier: {}, script: 'We will see to it.' })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

let users = 0
const createUserId = (): string => `US.4500${String(++users).padStart(6, '0')}`
const withId = (id: string, more: object = {}) => ({ fields: { ExternalUserId: `whatsapp:${id}`, ...more } })

const contactsOf = async ({ account }: TestSender) => {
  const { rows } = await sql<{ id: number; addresses: string[] }>`
    select c.id, array_agg(a.address order by a.address) as addresses from contacts c
    join contact_addresses a on a.account_id = c.account_id and a.contact_id = c.id
    where c.account_id = ${account.id} group by c.id order by c.id`.execute(context.db)
  return rows
}

const addressesOf = async (sender: TestSender) => (await contactsOf(sender)).map(({ addresses }) => addresses)

async function conversationsOf({ client }: TestSender) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  const loaded = data.map(({ id }) => client.conversations.show({ uuid: id }))
  return (await Promise.all(loaded)).map(({ data: { customer_phone, history } }) => ({
    phone: customer_phone,
    texts: history.filter(({ sent_by }) => sent_by === 'customer').map(({ content }) => content),
  }))
}

describe('a customer who first writes with a number and an id, then with the id alone', () => {
  it('stays one person with one conversation, and is answered', async () => {
    const sender = await parley.createSender()
    const [phone, id] = [parley.createPhoneNumber(), createUserId()]
    await parley.askAssistant(sender, phone, 'Hi', withId(id))
    await parley.askAssistant(sender, id, 'Me again')
    assert.deepEqual(await addressesOf(sender), [[phone, id].sort()])
    assert.deepEqual(await conversationsOf(sender), [{ phone, texts: ['Hi', 'Me again'] }])
    assert.equal(parley.textsReceivedBy(id).length, 1)
  })

  it('stays one person if the id came first, whose number the conversation then has', async () => {
    const sender = await parley.createSender()
    const [phone, id] = [parley.createPhoneNumber(), createUserId()]
    await parley.askAssistant(sender, id, 'Hi')
    assert.deepEqual(await conversationsOf(sender), [{ phone: null, texts: ['Hi'] }])
    await parley.askAssistant(sender, phone, 'Me again', withId(id))
    await parley.askAssistant(sender, id, 'And again')
    assert.deepEqual(await conversationsOf(sender), [{ phone, texts: ['Hi', 'Me again', 'And again'] }])
  })

  it('continues one conversation if there were two before the addresses were known to belong together', async () => {
    const sender = await parley.createSender()
    const [phone, id] = [parley.createPhoneNumber(), createUserId()]
    await parley.askAssistant(sender, phone, 'By number')
    await parley.askAssistant(sender, id, 'By id')
    assert.equal((await contactsOf(sender)).length, 2)
    await parley.askAssistant(sender, phone, 'By both', withId(id))
    await parley.askAssistant(sender, phone, 'By number again')
    assert.deepEqual(await addressesOf(sender), [[phone, id].sort()])
    const texts = (await conversationsOf(sender)).map((one) => one.texts)
    assert.deepEqual(texts.toSorted(), [['By id', 'By both', 'By number again'], ['By number']])
  })

  it('has one window', async () => {
    const sender = await parley.createSender()
    const [phone, id] = [parley.createPhoneNumber(), createUserId()]
    await parley.askAssistant(sender, phone, 'Hi', withId(id))
    await parley.advanceClock(25 * 60 * 60 * 1000)
    await assert.rejects(sender.sendFreeform(phone, 'Hello'), { status: 403 })
    await parley.askAssistant(sender, id, 'Still there?')
    assert.equal((await sender.sessionStatus(phone)).session_status.is_open, true)
    await sender.sendFreeform(phone, 'Yes')
    assert.ok(parley.textsReceivedBy(id).includes('Yes'))
  })

  it('opts out and in again under both', async () => {
    const sender = await parley.createSender()
    const [phone, id] = [parley.createPhoneNumber(), createUserId()]
    const ctx = (await actFor(context, sender.account.id))!
    const blocks = async () =>
      (await Promise.all([phone, id].map((one) => findContactRule(ctx, one, null)))).map(
        (rule) => rule.blockedBy?.scope,
      )
    await parley.askAssistant(sender, phone, 'Hi', withId(id))
    await parley.askAssistant(sender, id, 'STOP')
    assert.deepEqual(await blocks(), ['campaigns', 'campaigns'])
    await assert.rejects(sender.sendFreeform(phone, 'Offer'), { status: 422 })
    await parley.askAssistant(sender, phone, 'START', withId(id))
    assert.deepEqual(await blocks(), [undefined, undefined])
    await sender.sendFreeform(phone, 'Welcome back')
  })

  it('is erased by either address, and is still opted out under both', async () => {
    const sender = await parley.createSender()
    const ctx = (await actFor(context, sender.account.id))!
    for (const by of [0, 1]) {
      const [phone, id] = [parley.createPhoneNumber(), createUserId()]
      await parley.askAssistant(sender, phone, `Words ${id}`, withId(id, { ProfileUsername: 'ann.bell' }))
      await parley.askAssistant(sender, id, 'STOP')
      const receipt = await sender.client.privacy.erasePerson({ identifier: [phone, id][by]! })
      assert.equal(receipt.status, 'completed')
      assert.equal(receipt.do_not_contact_kept, true)
      assert.deepEqual(await findTraces(parley, [phone, id]), [])
      assert.deepEqual(await addressesOf(sender), [])
      for (const address of [phone, id])
        assert.notEqual((await findContactRule(ctx, address, null)).blockedBy, undefined, address)
    }
  })
})

describe('addresses', () => {
  it('of another person are another contact, even if the number was of a person before', async () => {
    const sender = await parley.createSender()
    const [phone, former, next] = [parley.createPhoneNumber(), createUserId(), createUserId()]
    await parley.askAssistant(sender, phone, 'My secret', withId(former))
    await parley.askAssistant(sender, phone, 'I am new', withId(next))
    await parley.askAssistant(sender, former, 'My number has changed')
    assert.deepEqual(await addressesOf(sender), [[former], [phone, next].sort()])
    assert.deepEqual(
      (await conversationsOf(sender)).sort((a, b) => a.texts.length - b.texts.length),
      [
        { phone, texts: ['I am new'] },
        { phone: null, texts: ['My secret', 'My number has changed'] },
      ],
    )
  })

  it('of a former owner are still written to at the id, if contacts are separated afterwards', async () => {
    const sender = await parley.createSender()
    const [phone, former, next] = [parley.createPhoneNumber(), createUserId(), createUserId()]
    await parley.askAssistant(sender, phone, 'By number')
    await parley.askAssistant(sender, former, 'By id')
    await parley.askAssistant(sender, phone, 'By both', withId(former))
    const [contact] = await contactsOf(sender)
    await parley.askAssistant(sender, phone, 'I am new', withId(next))
    const ctx = (await actFor(context, sender.account.id))!
    const { merges } = await sender.client.contacts.get({ id: contact!.id })
    await separateContact(ctx, { contactId: contact!.id, mergedId: merges[0]!.contact_id })
    const { data } = await sender.client.conversations.list({ type: 'chatapp' })
    for (const { id: uuid } of data) await sender.client.conversations.write({ uuid, message: `To ${uuid}` })
    await parley.runUntilIdle()
    const receivedBy = (address: string) =>
      parley.textsReceivedBy(address).filter((text) => text.startsWith('To ')).length
    assert.deepEqual([data.length, receivedBy(phone), receivedBy(former)], [3, 1, 2])
  })

  it('that a visitor types merge nothing, and a username moves to the person who has it now', async () => {
    const sender = await parley.createSender()
    const [one, other] = [createUserId(), createUserId()]
    await parley.askAssistant(sender, one, `Call me at ${parley.createPhoneNumber()}`, withId(one, { Username: 'Ann' }))
    assert.deepEqual(await addressesOf(sender), [['@Ann', one]])
    await parley.askAssistant(sender, one, 'I have another name', withId(one, { Username: 'annie' }))
    await parley.askAssistant(sender, other, 'Hi', withId(other, { Username: '@ann' }))
    assert.deepEqual(await addressesOf(sender), [
      ['@annie', one],
      ['@ann', other],
    ])
  })
})

describe('contacts that are merged by hand', () => {
  it('are one person until they are separated', async () => {
    const sender = await parley.createSender()
    const [first, second] = [parley.createPhoneNumber(), createUserId()]
    await parley.askAssistant(sender, first, 'By number')
    await parley.askAssistant(sender, second, 'By id')
    const [contact, other] = await contactsOf(sender)
    const ctx = (await actFor(context, sender.account.id))!
    await mergeContacts(ctx, { contactId: contact!.id, mergedId: other!.id })
    await sender.client.doNotContact.create({ phone_number: first })
    assert.equal(await isDoNotContact(ctx, second), true)
    await parley.askAssistant(sender, first, 'As one')
    const texts = async () => (await conversationsOf(sender)).map((one) => one.texts).toSorted()
    assert.deepEqual(await texts(), [['By id', 'As one'], ['By number']])

    await separateContact(ctx, { contactId: contact!.id, mergedId: other!.id })
    assert.deepEqual(await addressesOf(sender), [[first], [second]])
    assert.equal(await isDoNotContact(ctx, second), false)
    await parley.askAssistant(sender, first, 'Apart')
    assert.deepEqual(await texts(), [
      ['By id', 'As one'],
      ['By number', 'Apart'],
    ])
    await parley.askAssistant(sender, second, 'Apart, too')
    assert.equal(parley.textsReceivedBy(second).length, 2)
    await assert.rejects(separateContact(ctx, { contactId: contact!.id, mergedId: other!.id }), {
      code: 'NOT_MERGED',
    })
  })

  it('cannot be separated after 30 days', async () => {
    const sender = await parley.createSender()
    for (const address of [parley.createPhoneNumber(), createUserId()]) await parley.askAssistant(sender, address, 'Hi')
    const [contact, other] = await contactsOf(sender)
    const ctx = (await actFor(context, sender.account.id))!
    await mergeContacts(ctx, { contactId: contact!.id, mergedId: other!.id })
    await parley.advanceClock(31 * 24 * 60 * 60 * 1000)
    await parley.runCron('contacts.forget-merges')
    await assert.rejects(separateContact(ctx, { contactId: contact!.id, mergedId: other!.id }), {
      code: 'NOT_MERGED',
    })
  })
})
