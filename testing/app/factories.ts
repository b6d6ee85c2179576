// Creates a record of each kind, for tests that are generated from the contract.
import { sql } from 'kysely'
import { storeCalendar } from '#server/features/calendars/index.ts'
import { claimWebCall, connectBrowser, finishCall } from '#server/features/calls/index.ts'
import { insertOwnVoice } from '#server/features/catalogues/index.ts'
import { createMember } from '#server/features/members/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { retryRequest } from '../requests/retry-request.ts'
import { contactFactories } from './contact-factories.ts'
import type { Factory } from './made-record.ts'
import { signInAgain } from './members.ts'
import { refusedUrl } from './open-settings.ts'
import type { TestAccount, TestApp } from './test-app.ts'

export type { MadeRecord } from './made-record.ts'

let numbers = 2_000_000

const makeAssistant =
  (fields: { widget_enabled?: boolean }): Factory =>
  async ({ client }, text) => {
    const { data } = await client.assistants.create({
      name: text,
      initial_message: text,
      system_prompt: text,
      webhook_url: `${refusedUrl}/${text}`,
      conversation_ended_webhook_url: `${refusedUrl}/${text}`,
      variables: { name: text },
      widget_voice_enabled: true,
      ...fields,
    })
    const { uuid } = (await client.assistants.get({ id: data.id })).data
    return { id: data.id, uuid, remove: () => client.assistants.delete({ id: data.id }) }
  }

const makeConversation: Factory = async (owner, text, parley, kept) => {
  const { uuid } = await makeAssistant({})(owner, text, parley, kept)
  const { conversation_id } = await owner.client.conversations.create({
    assistant_id: uuid!,
    variables: { name: text },
  })
  await owner.client.conversations.write({ uuid: conversation_id, message: text })
  return { uuid: conversation_id }
}

const makeGroup =
  (kind: 'folders' | 'labels'): Factory =>
  async ({ client }, text) => {
    const { id } = (await client[kind].create({ name: `${text} ${crypto.randomUUID()}` })).data
    return { id, remove: () => client[kind].delete({ id }) }
  }

export const factories: Record<string, Factory> = {
  'api-key': async ({ client }, text) => {
    await client.accounts.createApiKey({ name: text })
    const { id } = (await client.accounts.listApiKeys()).api_keys.at(-1)!
    return { id, remove: () => client.accounts.deleteApiKey({ id }) }
  },

  // Its own id: a member can enter only accounts of which they are a member.
  account: async ({ account }) => ({ id: account.id }),

  member: async ({ account, client }, text, parley) => {
    const { context } = parley.app
    const member = {
      email: `${text}-${context.newId()}@example.com`,
      name: text,
      role: 'viewer',
      isOperator: false,
    } as const
    const id = await createMember(asAccount(context, account), member)
    return { id, remove: () => client.members.remove({ id }) }
  },

  invitation: async ({ client }, text) => {
    const { id } = (await client.members.invite({ email: `${text}-${crypto.randomUUID()}@example.com`, role: 'agent' }))
      .data
    return { id, remove: () => client.members.revokeInvitation({ id }) }
  },

  session: async (owner, _text, parley) => {
    const browser = await signInAgain(parley, owner)
    const id = (await browser.client.session.list()).data.find(({ is_current }) => is_current)!.id
    return { id, remove: () => browser.client.session.signOut() }
  },

  assistant: makeAssistant({}),

  /** The number of each version is unique, although it counts the versions of its assistant only. */
  version: async ({ account, client }, text, { app }, kept) => {
    const { id } = await kept('assistant')
    numbers += 2
    const version = numbers
    await sql`update assistants set version = ${version - 1} where account_id = ${account.id} and id = ${id!}`.execute(
      app.context.db,
    )
    await client.assistants.update({ id: id!, name: `${text} ${version}` })
    return { id: version }
  },

  calendar: async ({ account, client }, text, { app }) => {
    const { context } = app
    const eventTypes = [{ ref: '1', name: text, durationMinutes: 30 }]
    const access = { provider: 'calcom' as const, apiKey: text, baseUrl: refusedUrl }
    const owner = { ref: crypto.randomUUID(), name: text, eventTypes }
    const { id } = await storeCalendar(asAccount(context, account), access, owner)
    return { id, remove: () => client.calendars.delete({ id }) }
  },

  /** The UUID is the id. */
  flow: async ({ client }, text) => {
    const { automation_id: id } = await client.automations.create({
      name: text,
      flow: { trigger: { type: 'manual' }, steps: [{ name: 'note', type: 'set', input: { values: { text } } }] },
      sample: { text },
    })
    return { uuid: id, remove: () => client.automations.delete({ id }) }
  },

  run: async ({ client }, text, _parley, kept) => {
    const id = (await kept('flow')).uuid!
    return { uuid: (await client.automations.run({ id, input: { text } })).run_id }
  },

  /** Ended before it was dialed, because jobs of other records must not run. */
  call: async (owner, text, parley) => {
    const { id } = await parley.createCallingAssistant({ owner, assistant: { name: text, max_duration: 20 } })
    numbers++
    // Limits count calls to numbers that begin alike.
    const phone_number = `+1202${560 + (numbers % 8)}${String(numbers).slice(-4)}`
    const order = { assistant_id: id, phone_number, variables: { name: text } }
    const { call_id: callId } = await owner.client.calls.make(order)
    const ref = { accountId: owner.account.id, callId }
    await finishCall(parley.app.context, ref, {
      endedReason: 'assistant_ended',
      endedBy: 'assistant',
      transcript: [{ speaker: 'customer', text, atMs: 0 }],
      latency: [],
      timeline: [{ atMs: 0, type: 'tool_called', detail: text }],
    })
    return { id: callId, remove: () => owner.client.calls.delete({ id: callId }) }
  },

  campaign: async ({ client }, text) => {
    const { id } = (await client.campaigns.create({ name: text, purpose: text, topic: text, sms_body: text })).data
    return { id, remove: () => client.campaigns.delete({ id }) }
  },

  connection: async ({ client }, text) => {
    const { id } = (
      await client.connections.create({
        name: `${text} ${crypto.randomUUID()}`,
        type: 'basic',
        username: text,
        password: text,
      })
    ).data
    return { id, remove: () => client.connections.delete({ id }) }
  },

  conversation: makeConversation,

  delivery: async ({ account }, text, { app }) => {
    const { deliveryId } = await transaction(asAccount(app.context, account), (tx) =>
      deliverWebhook(tx, { url: `${refusedUrl}/${text}`, kind: text, subject: text, payload: { text } }),
    )
    return { id: deliveryId }
  },

  erasure: async (owner, text, parley, kept) => {
    const identifier = (await makeConversation(owner, text, parley, kept)).uuid!
    return { id: (await owner.client.privacy.erasePerson({ identifier })).id }
  },

  /** The UUID of a conversation identifies a person. */
  identifier: async (owner, text, parley, kept) => {
    const { uuid } = await makeConversation(owner, text, parley, kept)
    return { uuid: uuid!, remove: () => owner.client.privacy.erasePerson({ identifier: uuid! }) }
  },

  knowledgebase: async ({ client }, text) => {
    const { id } = (await client.knowledge.create({ name: text, description: text })).data
    return { id, remove: () => client.knowledge.delete({ id }) }
  },

  /** Not processed, because jobs of other records must not run. */
  document: async ({ client }, text, _parley, kept) => {
    const knowledgebaseId = (await kept('knowledgebase')).id!
    const file = new File([text], `${text}.txt`)
    const { id } = (await client.knowledge.createDocument({ knowledgebaseId, name: text, type: 'txt', file })).data
    return { id, remove: () => client.knowledge.deleteDocument({ knowledgebaseId, documentId: id }) }
  },

  'do-not-contact': async ({ client }, text) => {
    const phone_number = `+1415${String(++numbers).padStart(7, '0')}`
    const { id } = (await client.doNotContact.create({ phone_number, topic: text, note: text })).data[0]!
    return { id, remove: () => client.doNotContact.delete({ id }) }
  },

  ...contactFactories,

  note: async ({ client }, text, _parley, kept) => {
    const uuid = (await kept('conversation')).uuid!
    const { id } = (await client.conversations.createNote({ uuid, text })).data
    return { id, remove: () => client.conversations.deleteNote({ uuid, noteId: id }) }
  },

  file: async ({ client }, text, _parley, kept) => {
    const uuid = (await kept('conversation')).uuid!
    const file = { name: `${text}.txt`, data: Buffer.from(text) }
    return { uuid: (await client.conversations.uploadFile({ uuid, file })).file.id }
  },

  'conversation-label': async ({ client }, text) => {
    const { id } = (await client.conversationLabels.create({ name: `${text} ${crypto.randomUUID()}` })).data
    return { id, remove: () => client.conversationLabels.delete({ id }) }
  },

  'conversation-view': async (owner, text, parley) => {
    const { conversationViews } = (await signInAgain(parley, owner)).client
    const name = `${text} ${crypto.randomUUID().slice(0, 8)}`
    const { id } = (await conversationViews.create({ name, filters: { unread: true } })).data
    return { id, remove: () => conversationViews.delete({ id }) }
  },

  'saved-reply': async ({ client }, text) => {
    const shortcut = `r${crypto.randomUUID()}`
    const { id } = (await client.savedReplies.create({ shortcut, text })).data
    return { id, remove: () => client.savedReplies.delete({ id }) }
  },

  folder: makeGroup('folders'),
  label: makeGroup('labels'),

  lead: async ({ client }, text, _parley, kept) => {
    const { id } = (
      await client.leads.create({
        campaign_id: (await kept('campaign')).id!,
        phone_number: `+1415${String(++numbers).padStart(7, '0')}`,
        variables: { name: text },
        secondary_contacts: [{ phone_number: '+442071838750', variables: { name: text } }],
      })
    ).data
    return { id, remove: () => client.leads.delete({ id }) }
  },

  'phone-number': async ({ client }, text, { carrier }) => {
    const phoneNumber = `+1415${String(++numbers).padStart(7, '0')}`
    carrier.control.addNumber({ phoneNumber })
    const { id } = (await client.phoneNumbers.create({ phone_number: phoneNumber, nickname: text })).data
    return { id, remove: () => client.phoneNumbers.delete({ id }) }
  },

  sender: async ({ client }, text, { carrier }, kept) => {
    const number = `+1415${String(++numbers).padStart(7, '0')}`
    carrier.control.addSender({ number, name: text })
    const { id } = (
      await client.senders.create({
        phone_number: number,
        display_name: text,
        assistant_id: (await kept('assistant')).id!,
        receipts_webhook_url: `${refusedUrl}/${text}`,
      })
    ).data
    return { id, remove: () => client.senders.delete({ id }) }
  },

  /** Its address does not exist, so nothing is connected. */
  'sip-trunk': async ({ client }, text) => {
    const number = { sip_trunk_type: 'number', phone_number: `+1415${String(++numbers).padStart(7, '0')}` } as const
    const line = { sip_address: 'sip.invalid', sip_username: text, sip_password: text, nickname: text }
    const { id } = (await client.sipTrunks.create({ ...number, ...line })).data
    return { id, remove: () => client.phoneNumbers.delete({ id }) }
  },

  'sip-phone': async ({ client }, text) => {
    const { id } = (await client.sipPhones.create({ name: text })).data
    return { id, remove: () => client.sipPhones.delete({ id }) }
  },

  sms: async ({ client }, text, _parley, kept) => {
    const order = { from: (await kept('phone-number')).id!, to: '+447700900123', body: text }
    return { id: (await retryRequest(() => client.sms.send(order), [429])).data.id }
  },

  template: async ({ client }, text, { carrier }, kept) => {
    const name = `template_${++numbers}`
    const { id } = (
      await client.senders.createTemplate({
        senderId: (await kept('sender')).id!,
        name,
        language: 'en_US',
        category: 'utility',
        body_text: `Hello {{1}}, this is ${text} with your order.`,
      })
    ).data
    carrier.control.changeTemplate(name, { status: 'approved' })
    await client.senders.sync()
    return { id }
  },

  test: async ({ client }, text, _parley, kept) => {
    const assistantId = (await kept('assistant')).id!
    const script = [{ say: text }, { expect: { assistant: text } }]
    const { id: testId } = (await client.assistantTests.create({ assistantId, name: text, script })).data
    return { id: testId, remove: () => client.assistantTests.delete({ assistantId, testId }) }
  },

  /** Waits, because jobs of other records must not run. */
  'test-run': async ({ account, client }, _text, { app }, kept) => {
    const ref = { assistantId: (await kept('assistant')).id!, testId: (await kept('test')).id! }
    await sql`
      update assistant_test_runs set status = 'cancelled', finished_at = app_now()
      where account_id = ${account.id} and test_id = ${ref.testId} and finished_at is null`.execute(app.context.db)
    return { id: (await client.assistantTests.run(ref)).data.id }
  },

  tool: async ({ client }, text) => {
    const name = `${text}-${crypto.randomUUID().slice(0, 8)}`.slice(-64)
    const { id } = (
      await client.tools.create({ name, description: text, url: refusedUrl, headers: { 'x-text': text } })
    ).data
    return { id, remove: () => client.tools.delete({ id }) }
  },

  voice: async ({ account }, text, { app }) => {
    const voice = { name: text, languageId: 1, gender: 'female', synthesizerProviderId: 1, code: text } as const
    return { id: await insertOwnVoice(app.context.db, account.id, voice) }
  },
}

/** Creates records that public endpoints must not expose even if their id is known. */
export const closedFactories: Record<string, Factory> = {
  assistant: makeAssistant({ widget_enabled: false }),

  conversation: async (owner, text, parley, kept) => {
    const { id } = await makeAssistant({})(owner, text, parley, kept)
    const reply = await owner.client.conversations.generateReply({
      assistant_id: id!,
      customer_identifier: text,
      message: text,
    })
    return { uuid: reply.conversation_id }
  },
}

/** Maps field names to the kind of record that they refer to, where the names differ. */
export const aliases: Record<string, string> = {
  actor: 'member',
  'chat-llm-fallback': 'llm-model',
  'secondary-language': 'language',
  'chatapp-sender': 'sender',
  'chatapp-template': 'template',
  'whatsapp-sender': 'sender',
  'whatsapp-template': 'template',
  'sms-from-phone-number': 'phone-number',
  widget: 'assistant',
}

/** Records that all accounts share. */
export const sharedRecords: ReadonlySet<string> = new Set([
  'language',
  'llm-model',
  'multimodal-model',
  'synthesizer-provider',
  'transcriber-provider',
  'vendor',
  /** What a server on this machine does. */
  'kind',
  /** Of voices. */
  'pack',
])

/** A call in progress, without the session that would hold it. */
export async function makeLiveCall(
  { client }: TestAccount,
  { app }: TestApp,
  { assistantId, isTakenOver }: { assistantId: number; isTakenOver: boolean },
): Promise<number> {
  const { call_id: id, token } = await client.calls.makeWebCall({ assistant_id: assistantId })
  const call = await claimWebCall(app.context, { token, origin: undefined })
  await connectBrowser(app.context, call!)
  if (!isTakenOver) return id
  await client.liveCalls.takeOver({ id })
  await sql`update call_listeners set took_over_at = app_now() where call_id = ${id}`.execute(app.context.db)
  return id
}
