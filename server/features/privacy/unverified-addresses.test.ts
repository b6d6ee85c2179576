// Tests that what anyone can type or send links no persons: only addresses of channels, calls and the account count.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { createFlow, post, runOf, step } from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { findTraces } from '#testing/features/find-traces.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { readZip } from '#testing/requests/read-zip.ts'

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
const { context } = parley.app

interface Customer {
  phone: string
  email: string
  identifier: string
  words: string
}

function createCustomer(): Customer {
  const id = crypto.randomUUID().slice(0, 8)
  const phone = parley.createPhoneNumber()
  return { phone, email: `ann-${id}@example.com`, identifier: `crm-${id}`, words: `My-secret-${id}` }
}

const declared = { customer_name: '', customer_phone: '', phone: '', phone_number: '', email: '', name: '' }

/** An assistant for visitors with a sender, whose account gets webhooks about everything. */
async function createOffice() {
  const sender = await parley.createSender()
  await sender.client.assistants.update({
    id: sender.id,
    variables: declared,
    widget_voice_enabled: true,
    conversation_ended_webhook_url: receiver.url,
    is_conversation_ended_webhook_active: true,
  })
  const caller = await parley.createCallingAssistant({ owner: sender, assistant: { type: 'inbound' } })
  const outbound = await parley.createCallingAssistant({ owner: sender })
  const { id: campaignId } = (await sender.client.campaigns.create({ name: 'Spring' })).data
  return { sender, caller, outbound, campaignId }
}

type Office = Awaited<ReturnType<typeof createOffice>>

/** What the account itself knows of a customer: its own channel, a lead, and a message. */
async function know({ sender, campaignId }: Office, { phone, email, identifier, words }: Customer): Promise<void> {
  const { client } = sender
  const order = { assistant_id: sender.id, customer_identifier: identifier, message: words }
  await client.conversations.generateReply({ ...order, variables: { customer_phone: phone } })
  await client.leads.create({ campaign_id: campaignId, phone_number: phone, variables: { email, note: words } })
  await parley.askAssistant(sender, phone, words)
}

/** Pretends that both customers are one, by every way that is open to anyone. */
async function pretend(office: Office, one: Customer, other: Customer): Promise<void> {
  const { sender, caller, outbound, campaignId } = office
  const variables = {
    customer_name: one.phone,
    customer_phone: other.phone,
    phone: one.phone,
    phone_number: other.phone,
    name: one.email,
    email: other.email,
  }
  const stranger = await parley.createAccount()
  for (const client of [parley.anonymous, stranger.client])
    for (const type of ['widget', 'test'] as const) {
      const order = { assistant_id: sender.uuid, type, variables }
      const { conversation_id: uuid } = await client.conversations.create(order)
      await client.conversations.sendMessage({ uuid, message: `${one.phone} is ${other.phone}, ${other.email}` })
    }
  await parley.anonymous.calls.startAsVisitor({ assistant_id: sender.uuid, variables })

  const text = `I am ${one.phone} and ${other.phone}.`
  const fields = { profileName: other.phone }
  await parley.askAssistant(sender, parley.createPhoneNumber(), text, fields)
  await parley.askAssistant(caller, parley.createPhoneNumber(), text, { channel: 'sms' })
  await ring(caller.number, { From: parley.createPhoneNumber(), CallerName: other.phone })

  const { id: lead_id } = (
    await sender.client.leads.create({ campaign_id: campaignId, phone_number: parley.createPhoneNumber() })
  ).data
  const sent = '{{ trigger.variables }}'
  const flow = await createFlow(sender, [
    step('answer', 'reply', {
      customer_identifier: '{{ trigger.id }}',
      message: 'Hello',
      assistant_id: sender.id,
      variables: sent,
    }),
    step('known', 'reply', {
      customer_identifier: one.identifier,
      message: 'Hello',
      assistant_id: sender.id,
      variables: { phone_number: other.phone, email: other.email },
    }),
    step('lead', 'create_lead', { campaign_id: campaignId, phone_number: '{{ trigger.number }}', variables: sent }),
    step('change', 'update_lead', { lead_id, variables: sent }),
    step('call', 'make_call', {
      assistant_id: outbound.id,
      phone_number: '{{ trigger.number }}',
      variables: sent,
    }),
  ])
  const number = parley.createPhoneNumber()
  const { body } = await post(parley, flow.url!, { id: `form-${number.slice(1)}`, number, variables })
  await until(async () => (await runOf(flow, body['run_id'] as string)).status === 'SUCCEEDED')
  await parley.runUntilIdle()
}

let calls = 0

async function ring(to: string, fields: Record<string, string>): Promise<void> {
  const { externalId: accountSid, credentials: authToken } = context.settings.carrierAccount
  const url = `${context.settings.publicUrl}/carrier/twilio/voice`
  const call = {
    CallSid: `CA${String(++calls).padStart(32, '0')}`,
    To: to,
    CallStatus: 'ringing',
    Direction: 'inbound',
  }
  const form = { AccountSid: accountSid, ...call, ...fields }
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken, url, form }) }
  assert.match(await (await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })).text(), /Connect/)
}

async function exportOf({ client }: TestSender, identifier: string) {
  const entries = readZip(await client.privacy.exportPerson({ identifier }))
  const texts = new Map([...entries].map(([name, content]) => [name, content.toString()]))
  return { texts, manifest: JSON.parse(texts.get('manifest.json')!) }
}

const wordsIn = ({ words }: Customer) => findTraces(parley, [words])

describe('addresses that anyone can have given', () => {
  it('bring no other person into the export or the erasure of a person, by any way in', async () => {
    const office = await createOffice()
    const { sender } = office
    const [one, other] = [createCustomer(), createCustomer()]
    await know(office, one)
    await know(office, other)
    await pretend(office, one, other)
    for (const [person, stranger] of [
      [one, other],
      [other, one],
    ] as const)
      for (const identifier of [person.phone, person.email]) {
        const { texts, manifest } = await exportOf(sender, identifier)
        assert.deepEqual(manifest.phone_numbers, [person.phone], identifier)
        assert.ok(texts.get('conversation_messages.jsonl')!.includes(person.words))
        for (const [name, text] of texts) {
          assert.ok(!text.includes(stranger.words), name)
          // What a flow did with the data that it was sent is found by its texts.
          if (name !== 'runs.jsonl' && name !== 'conversations.jsonl' && name !== 'manifest.json')
            assert.ok(!text.includes(stranger.phone.slice(1)), name)
        }
      }
    const before = await wordsIn(other)
    await sender.client.privacy.erasePerson({ identifier: one.phone })
    assert.deepEqual(await wordsIn(one), [])
    assert.deepEqual(await wordsIn(other), before)
    await sender.client.privacy.erasePerson({ identifier: other.email })
    assert.deepEqual(await wordsIn(other), [])
  })

  it('do not keep a person from being erased, however many there are', async () => {
    const office = await createOffice()
    const { sender, campaignId } = office
    const person = createCustomer()
    await know(office, person)
    const { client } = sender
    const sent = { customer_phone: '{{ trigger.number }}', email: person.email, phone: person.phone }
    const flow = await createFlow(sender, [
      step('lead', 'create_lead', { campaign_id: campaignId, phone_number: '{{ trigger.number }}', variables: sent }),
    ])
    for (let index = 0; index < 22; index++) {
      const number = parley.createPhoneNumber()
      const variables = { phone: person.phone, name: person.email, customer_phone: number }
      const request = rawRequests(parley)
      const order = { assistant_id: sender.uuid, variables }
      assert.equal((await request('POST', '/api/conversations', order)).status, 200)
      const { body } = await post(parley, flow.url!, { number })
      await until(async () => (await runOf(flow, body['run_id'] as string)).status === 'SUCCEEDED')
    }
    const { deleted } = await client.privacy.erasePerson({ identifier: person.email })
    assert.deepEqual([deleted.leads, deleted.contacts], [1, 2])
    assert.deepEqual(await wordsIn(person), [])
    assert.equal((await client.leads.list({ campaign_id: campaignId })).total, 22)
  })

  it('do not hide the addresses that the account gives', async () => {
    const office = await createOffice()
    const { sender, campaignId } = office
    const person = createCustomer()
    await know(office, person)
    const identifier = `form-${crypto.randomUUID()}`
    const reply = { customer_identifier: identifier, message: 'Hello', assistant_id: sender.id }
    const variables = { customer_phone: person.phone }
    const flow = await createFlow(sender, [step('answer', 'reply', { ...reply, variables })])
    const { body } = await post(parley, flow.url!, {})
    await until(async () => (await runOf(flow, body['run_id'] as string)).status === 'SUCCEEDED')
    const before = await exportOf(sender, identifier)
    assert.deepEqual(before.manifest.phone_numbers, [])
    await sender.client.conversations.generateReply({ ...reply, variables })
    const { manifest } = await exportOf(sender, identifier)
    assert.deepEqual(manifest.phone_numbers, [person.phone])
    assert.deepEqual(manifest.identifiers.sort(), [identifier, person.identifier].sort())
    const [lead] = (await sender.client.leads.list({ campaign_id: campaignId })).data
    const again = await createFlow(sender, [
      step('change', 'update_lead', { lead_id: lead!.id, variables: lead!.variables }),
    ])
    const { body: changed } = await post(parley, again.url!, {})
    await until(async () => (await runOf(again, changed['run_id'] as string)).status === 'SUCCEEDED')
    assert.deepEqual((await exportOf(sender, person.email)).manifest.phone_numbers, [person.phone])
  })

  it('leave the conversation of a visitor to those who know its id', async () => {
    const office = await createOffice()
    const { sender } = office
    const person = createCustomer()
    const variables = { customer_phone: person.phone, name: person.words }
    const { conversation_id: uuid } = await parley.anonymous.conversations.create({
      assistant_id: sender.uuid,
      variables,
    })
    await parley.anonymous.conversations.sendMessage({ uuid, message: person.words })
    const { texts } = await exportOf(sender, uuid)
    assert.ok(texts.get('conversations.jsonl')!.includes(person.phone))
    assert.ok(texts.get('conversation_messages.jsonl')!.includes(person.words))
    await assert.rejects(sender.client.privacy.erasePerson({ identifier: person.phone }), { status: 404 })
    const { deleted } = await sender.client.privacy.erasePerson({ identifier: uuid })
    assert.equal(deleted.conversations, 1)
    assert.deepEqual(await wordsIn(person), [])
  })
})
