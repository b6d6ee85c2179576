// Tests of the erasure of a person: no trace, what remains, activity in the meantime, and crashes.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { crashAt } from '#testing/app/crash-at.ts'
import { headersOf, signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { findTraces } from '#testing/features/find-traces.ts'
import { createOffice, createPerson, endCall, leaveTraces, type Person } from '#testing/features/person-traces.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertNotFound } from '#testing/requests/expect-refusal.ts'

const receiver = await openReceiver()
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(receiver.url).host] },
  script: 'We will see to it.',
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
const { db } = parley.app.context

const canariesOf = ({ phone, otherPhone, identifier, name, words }: Person): string[] => [
  phone.slice(1),
  otherPhone.slice(1),
  identifier,
  name,
  words,
]
const tracesOf = (person: Person) => findTraces(parley, canariesOf(person))

/** Everywhere that `leaveTraces` leaves the person. */
const everywhere = [
  'public.assistant_tests',
  'public.assistant_versions',
  'public.audit_entries',
  'public.automation_runs',
  'public.automation_steps',
  'public.call_timeline',
  'public.call_transcript',
  'public.calls',
  'public.campaign_attempts',
  'public.carrier_inbox',
  'public.chatapp_contacts',
  'public.chatapp_messages',
  'public.consents',
  'public.contact_addresses',
  'public.contacts',
  'public.conversation_files',
  'public.conversation_messages',
  'public.conversation_notes',
  'public.conversations',
  'public.dialled_calls',
  'public.do_not_contact',
  'public.idempotency_keys',
  'public.lead_contacts',
  'public.leads',
  'public.webhook_deliveries',
]

describe('the erasure of a person', () => {
  it('leaves no trace in any table or file, does not touch other people, and keeps invoices and the do-not-contact list', async () => {
    const office = await createOffice(parley, receiver.url)
    const { client, account } = office.sender
    const [person, other] = [createPerson(parley), createPerson(parley)]
    const { callId } = await leaveTraces(parley, office, person)
    await leaveTraces(parley, office, other)
    const before = await tracesOf(person)
    assert.deepEqual(
      before.filter((name) => name.startsWith('public.')),
      everywhere,
    )
    assert.equal(before.length - everywhere.length, 3)
    const otherBefore = await tracesOf(other)
    const money = await selectBalance(db, account.id)
    const call = await client.calls.get({ id: callId })

    const receipt = await client.privacy.erasePerson({ identifier: person.identifier })
    assert.deepEqual([receipt.status, receipt.is_waiting, receipt.do_not_contact_kept], ['completed', false, true])
    assert.deepEqual(await tracesOf(person), [])
    assert.deepEqual(await tracesOf(other), otherBefore)
    assert.deepEqual(receipt.deleted, {
      calls: 1,
      recordings: 1,
      transfers: 0,
      conversations: 4,
      messages: 19,
      files: 2,
      contacts: 3,
      leads: 1,
      attempts: 1,
      runs: 1,
      webhook_deliveries: 2,
      consents: 1,
      do_not_contact: 1,
      bookings: 0,
      dialled_calls: 1,
      stored_replies: 1,
      audit_entries: 2,
      assistant_versions: 1,
      assistant_tests: 1,
    })
    assert.deepEqual(await client.privacy.getErasure({ id: receipt.id }), receipt)
    assert.deepEqual((await client.privacy.listErasures({})).data, [receipt])
    const { data: audited } = await client.audit.list({ action: 'privacy.erasePerson' })
    assert.deepEqual(
      audited.map(({ subject, outcome }) => [subject, outcome]),
      [[String(receipt.id), 'done']],
    )

    assert.deepEqual(await selectBalance(db, account.id), money)
    assert.deepEqual(await selectBrokenBalances(db), [])
    const erased = await client.calls.get({ id: callId })
    assert.deepEqual(
      [erased.client_phone_number, erased.variables, erased.transcript, erased.duration, erased.total_cost],
      [null, {}, [], call.duration, call.total_cost],
    )
    assert.ok((await client.calls.list({})).data.length === 2)

    const { data: entries } = await client.doNotContact.list({ phone_number: person.phone })
    assert.deepEqual(
      entries.map(({ phone_number, scope, note }) => [phone_number, scope, note]),
      [[null, 'everything', null]],
    )
    const order = { assistant_id: office.outbound.id, phone_number: person.phone }
    await assert.rejects(client.calls.make(order), { message: /do-not-contact/ })
    await assert.rejects(office.sender.sendTemplate(person.phone), { message: /do-not-contact/ })
    await assert.rejects(client.sms.send({ from: office.caller.phoneNumberId, to: person.phone, body: 'Hi' }), {
      message: /do-not-contact/,
    })
    const { id: campaign_id } = (await client.campaigns.create({ name: 'Summer', assistant_id: office.outbound.id }))
      .data
    await client.leads.create({ campaign_id, phone_number: person.phone })
    const { waiting, skipped_by_reason } = await client.campaigns.preview({ id: campaign_id })
    assert.deepEqual([waiting, skipped_by_reason], [1, { do_not_contact: 1 }])

    await client.doNotContact.delete({ id: entries[0]!.id })
    assert.equal((await client.doNotContact.list({ phone_number: person.phone })).total, 0)
  })

  it('finds the person by any address, and only the person', async () => {
    const office = await createOffice(parley, receiver.url)
    const { client } = office.sender
    for (const address of ['phone', 'otherPhone', 'conversation'] as const) {
      const person = createPerson(parley)
      await leaveTraces(parley, office, person)
      const { data } = await client.conversations.list({ customer_phone: person.phone })
      await client.privacy.erasePerson({ identifier: address === 'conversation' ? data[0]!.id : person[address] })
      assert.deepEqual(await tracesOf(person), [], address)
    }
    const { id: campaign_id } = (await client.campaigns.create({ name: 'Autumn' })).data
    const phone_number = parley.createPhoneNumber()
    await client.leads.create({ campaign_id, phone_number, variables: { city: 'Berlin-24', code: '123456' } })
    const unknown = ['Berlin-24', '123456', `${phone_number}0`, '%', "'", 'x'.repeat(255), crypto.randomUUID()]
    const hostile = ['((((@1', '\\d+@.*', '[[:alnum:]]@', 'a\u0000b@c', '😀@é', '{}@"\\"', '../..', '$1@$2']
    for (const identifier of [...unknown, ...hostile])
      await assertNotFound(client.privacy.erasePerson({ identifier }), 'Nothing is stored about this person.')
    assert.equal((await client.leads.list({ campaign_id })).total, 1)
    assert.equal((await client.privacy.listErasures({})).total, 3)
  })

  it('erases the stored replies to requests of members', async () => {
    const sender = await parley.createSender()
    const member = await signInMember(parley, sender.account, 'editor')
    const person = createPerson(parley)
    const ask = rawRequests(parley)
    const order = { assistant_id: sender.id, customer_identifier: person.identifier, message: person.words }
    const headers = { ...headersOf(member.cookie()), 'idempotency-key': crypto.randomUUID() }
    assert.equal((await ask('POST', '/api/user/ai/generate-reply', order, headers)).status, 200)
    assert.ok((await tracesOf(person)).includes('public.idempotency_keys'))
    const { deleted } = await sender.client.privacy.erasePerson({ identifier: person.identifier })
    assert.equal(deleted.stored_replies, 1)
    assert.deepEqual(await tracesOf(person), [])
  })

  it('is refused if the identifier is that of many people', async () => {
    const { client } = await parley.createAccount()
    const { id: campaign_id } = (await client.campaigns.create({ name: 'Winter' })).data
    const email = 'form-2026@example.com'
    for (let index = 0; index < 21; index++)
      await client.leads.create({ campaign_id, phone_number: parley.createPhoneNumber(), variables: { email } })
    await assert.rejects(client.privacy.erasePerson({ identifier: email }), { status: 422, message: /More than 20/ })
    assert.equal((await client.leads.list({ campaign_id })).total, 21)
    const { data: leads } = await client.leads.list({ campaign_id })
    for (const { id } of leads.slice(0, 2)) await client.leads.delete({ id })
    const { deleted } = await client.privacy.erasePerson({ identifier: email.toUpperCase() })
    assert.equal(deleted.leads, 19)
  })

  it('keeps an opt-out until the person opts in again', async () => {
    const sender = await parley.createSender()
    const { client } = sender
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'STOP')
    const receipt = await client.privacy.erasePerson({ identifier: phone })
    assert.equal(receipt.do_not_contact_kept, true)
    assert.deepEqual(await findTraces(parley, [phone.slice(1)]), [])
    await assert.rejects(sender.sendTemplate(phone), { message: /do-not-contact/ })
    assert.equal((await client.privacy.erasePerson({ identifier: phone })).do_not_contact_kept, true)
    await parley.askAssistant(sender, phone, 'When do you close?')
    await parley.askAssistant(sender, phone, 'START')
    assert.equal((await sender.sendTemplate(phone)).success, true)
  })

  it('waits for a call and for messages that are in progress', async () => {
    const office = await createOffice(parley, receiver.url)
    const { client } = office.sender
    const person = createPerson(parley)
    const { callId } = await parley.placeCall(office.outbound, person.phone, { variables: { name: person.name } })
    await parley.askAssistant(office.sender, person.phone, person.words)
    const { id, status, is_waiting } = await client.privacy.erasePerson({ identifier: person.phone })
    assert.deepEqual([status, is_waiting], ['running', true])
    assert.deepEqual(await tracesOf(person), ['public.calls'])
    await parley.carrier.phones.send({ from: person.phone, to: office.sender.number, body: person.words })
    await parley.carrier.control.settled()
    await endCall(parley, office.sender, { callId, words: person.words })
    const read = () => client.privacy.getErasure({ id })
    for (let round = 0; (await read()).status === 'running'; round++) {
      assert.ok(round < 10)
      await parley.advanceClock(10_000)
    }
    const receipt = await read()
    assert.deepEqual([receipt.is_waiting, receipt.deleted.calls, receipt.deleted.recordings], [false, 1, 1])
    assert.deepEqual(await tracesOf(person), [])
  })

  it('is continued by another process after each moment at which its process can die', async () => {
    const office = await createOffice(parley, receiver.url)
    for (const failpoint of [
      'privacy.erasePerson/files.remove-after:1',
      'privacy.erasePerson/transaction-before-commit:5',
      'privacy.erasePerson/statement-after:3',
    ] as const) {
      const person = createPerson(parley)
      await leaveTraces(parley, office, person)
      await crashAt(parley, failpoint, office.sender.token, (client) =>
        client.privacy.erasePerson({ identifier: person.phone }),
      )
      await parley.advanceClock(20_000)
      const [receipt] = (await office.sender.client.privacy.listErasures({})).data
      assert.equal(receipt!.status, 'completed', failpoint)
      assert.deepEqual([receipt!.deleted.calls, receipt!.deleted.files, receipt!.deleted.conversations], [1, 2, 4])
      assert.deepEqual(await tracesOf(person), [], failpoint)
    }
  })
})
