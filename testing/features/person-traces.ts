// Lets one person appear in every feature, with texts by which tests find what is stored about the person.

import { findCall, finishCall, recordingKeyOf } from '#server/features/calls/index.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { createFlow, post, step } from '../automations/flows.ts'
import { rawRequests } from '../http/raw-request.ts'
import { retryRequest } from '../requests/retry-request.ts'
import { png } from './messages.ts'

export interface Person {
  phone: string
  otherPhone: string
  identifier: string
  name: string
  /** What the person says and writes. */
  words: string
}

export function createPerson(parley: TestApp): Person {
  const id = crypto.randomUUID().slice(0, 8)
  return {
    phone: parley.createPhoneNumber(),
    otherPhone: parley.createPhoneNumber(),
    identifier: `crm-${id}`,
    name: `Zebedee-${id}`,
    words: `My-secret-${id}`,
  }
}

/** An account whose assistants report to `webhookUrl`, with a chat-app sender, a phone number and an automation. */
export async function createOffice(parley: TestApp, webhookUrl: string) {
  const sender = await parley.createSender({
    sender: { messages_webhook_url: webhookUrl, is_messages_webhook_active: true },
  })
  const reports = { webhook_url: webhookUrl, is_webhook_active: true, send_webhook_only_on_completed: false }
  const ended = { conversation_ended_webhook_url: webhookUrl, is_conversation_ended_webhook_active: true }
  await sender.client.assistants.update({ id: sender.id, ...ended })
  const caller = await parley.createCallingAssistant({
    owner: sender,
    assistant: { ...reports, ...ended, type: 'inbound', record: true },
  })
  const outbound = await parley.createCallingAssistant({ owner: sender, assistant: { ...reports, record: true } })
  const flow = await createFlow(sender, [step('note', 'set', { values: { said: '{{ trigger.words }}' } })])
  return { sender, caller, outbound, flow }
}

export type Office = Awaited<ReturnType<typeof createOffice>>

/** Ends a call with the person that has not been dialed, with a recording. */
export async function endCall(
  parley: TestApp,
  { account }: Pick<TestAccount, 'account'>,
  { callId, words }: { callId: number; words: string },
): Promise<string> {
  const { context } = parley.app
  const { uuid } = (await findCall(context.db, account.id, callId))!
  const recordingKey = recordingKeyOf({ accountId: account.id, id: uuid })
  await context.files.put(recordingKey, Buffer.from(`RIFF ${words}`), 'audio/wav')
  await finishCall(
    context,
    { accountId: account.id, callId },
    {
      endedReason: 'assistant_ended',
      endedBy: 'assistant',
      transcript: [{ speaker: 'customer', text: words, atMs: 0 }],
      latency: [],
      timeline: [{ atMs: 0, type: 'tool_called', detail: words }],
      recordingKey,
    },
  )
  return recordingKey
}

/** The person calls, writes, is a lead and a contact, and appears in automations, webhooks and repeated requests. */
export async function leaveTraces(parley: TestApp, office: Office, person: Person): Promise<{ callId: number }> {
  const { sender, caller, outbound, flow } = office
  const { client } = sender
  const { phone, otherPhone, identifier, name, words } = person
  const ask = rawRequests(parley, sender.token)

  await sender.sendTemplate(phone, { recipient_name: name, variables: { 1: name } })
  const media = [{ contentType: 'image/png', bytes: Buffer.concat([png, Buffer.from(words)]) }]
  await parley.askAssistant(sender, phone, words, { media })
  await retryRequest(() => client.sms.send({ from: caller.phoneNumberId, to: phone, body: `${name}: ${words}` }), [429])
  await parley.askAssistant(caller, phone, words, { channel: 'sms' })

  const variables = { customer_name: name, phone }
  const { conversation_id } = await client.conversations.create({ assistant_id: sender.uuid, variables })
  const file = { name: `${name}.txt`, data: Buffer.from(words) }
  const { id } = (await client.conversations.uploadFile({ uuid: conversation_id, file })).file
  await client.conversations.sendMessage({ uuid: conversation_id, message: words, file_ids: [id] })
  await client.conversations.createNote({ uuid: conversation_id, text: words })
  const order = { assistant_id: sender.id, customer_identifier: identifier, message: words, variables }
  await ask('POST', '/api/user/ai/generate-reply', order, { 'idempotency-key': crypto.randomUUID() })

  const { call_id: callId } = await client.calls.make({ assistant_id: outbound.id, phone_number: phone, variables })
  await endCall(parley, sender, { callId, words })
  await client.assistantTests.createFromCall({ id: callId, answers_from: 'model' })

  const { id: campaign_id } = (
    await client.campaigns.create({
      name: 'Spring',
      channel: 'sms',
      sms_from_phone_number_id: caller.phoneNumberId,
      sms_body: 'Hello {{customer_name}}: {{said}}',
    })
  ).data
  const secondary_contacts = [{ phone_number: otherPhone, variables: { customer_name: name } }]
  await client.leads.create({
    campaign_id,
    phone_number: phone,
    variables: { customer_name: name, said: words },
    secondary_contacts,
  })
  await client.campaigns.updateStatus({ campaign_id, action: 'start' })
  await parley.runUntilIdle()

  await post(parley, flow.url!, { phone, words, name })
  await client.consents.create({
    phone_number: phone,
    status: 'given',
    source: 'web form',
    note: name,
    evidence: words,
  })
  await client.doNotContact.create({ phone_number: phone, note: name })
  for (const system_prompt of [`Transfer calls of ${name} to ${phone}.`, 'Answer briefly.'])
    await client.assistants.update({ id: outbound.id, system_prompt })
  // A run that has begun with its request continues in the background.
  await until(async () => {
    await parley.runUntilIdle()
    const { runs } = await client.automations.listRuns({ id: flow.id })
    return runs!.every(({ status }) => status !== 'RUNNING')
  })
  return { callId }
}
