// The events that features emit, each with the schema of its payload: ids, so that subscribers read the rest again.
import { z } from 'zod'
import { memberRole } from '../wire/roles.ts'

const id = z.int().positive()
const callId = id
const conversationId = id
const messageId = id
const status = z.string()

/** The description is part of the API reference. */
const event = <S extends z.ZodRawShape>(description: string, shape: S) =>
  z.object({ accountId: id, ...shape }).meta({ description })

/** Fields with `x-personal` contain personal data. */
const words = (description: string) => z.string().meta({ description, 'x-personal': 'text' })

const ofCall = { callId, assistantId: id }
const optOutScope = z.enum(['topic', 'everything'])

const conversation = {
  conversationId,
  conversationUuid: z.uuid().meta({ description: 'The `id` of the conversation in `/api/user/conversations`.' }),
  assistantId: id.nullable(),
}

const change = z.enum(['created', 'updated', 'deleted'])

const transcriptEntries = z
  .array(
    z.object({
      speaker: z.enum(['customer', 'assistant', 'agent']),
      text: words('What was said so far.'),
      interrupted: z.boolean(),
      unspoken: words('What the assistant would have said without the interruption.').nullable(),
    }),
  )
  .meta({ description: 'The entries from `position` on. They replace all entries that were there before.' })

/** An event is emitted in the transaction in which it happens. */
export const events = {
  'call.received': event('A customer calls, and the assistant answers.', ofCall),
  'call.status': event('An outgoing call was created, or the carrier reports its progress.', { ...ofCall, status }),
  'call.started': event('The customer can hear the assistant.', ofCall),
  'call.transcript': event(
    'The words of a running call as they are spoken, at most twice a second. The words of the last entry can still change.',
    { ...ofCall, position: z.int().min(0), entries: transcriptEntries },
  ),
  'call.ended': event('The call is over and paid for. It may not have been evaluated yet.', { ...ofCall, status }),
  'call.opted-out': event(
    'The person does not want to be called again. Emitted once per scope; `everything` is the last one.',
    { callId, scope: optOutScope },
  ),
  'call.evaluated': event('The ended call has been evaluated.', ofCall),
  'call.deleted': event('The account has deleted the ended call. It is no longer evaluated.', ofCall),
  'conversation.started': event('A conversation was created.', { ...conversation, type: z.string() }),
  'conversation.message': event('A message was added to the conversation.', {
    ...conversation,
    messageId: messageId.nullable().meta({ description: 'Null for a message that waits for an answer.' }),
    author: z
      .enum(['customer', 'assistant', 'person'])
      .meta({ description: '`person` means an agent of the account.' }),
  }),
  'conversation.owner': event('The conversation has another owner: the assistant, a member, or nobody.', {
    ...conversation,
    aiEnabled: z.boolean().meta({ description: 'The assistant is the owner.' }),
    memberId: id.nullable(),
  }),
  'conversation.handed-over': event('A rule of the assistant gave the conversation to a member or to nobody.', {
    ...conversation,
    reason: z.enum(['keyword', 'request', 'failures']),
    memberId: id.nullable(),
  }),
  'conversation.activity': event(
    'A member has opened or left the conversation, or has begun or stopped writing. Not emitted when an activity expires.',
    { ...conversation, memberId: id, activity: z.enum(['reading', 'writing', 'left']) },
  ),
  'conversation.ended': event(
    'The conversation has ended. Emitted again for a conversation that continues and ends again only if the assistant is set to retrigger it.',
    conversation,
  ),
  'conversation.person-wrote': event('An agent wrote a message, which the channel delivers.', {
    conversationId,
    messageId,
  }),
  'message.received': event(
    'A customer has written on a channel. The conversation is null for a reaction without one.',
    { messageId, conversationId: conversationId.nullable() },
  ),
  'message.status': event('An outgoing message on a channel has another status.', {
    messageId,
    conversationId: conversationId.nullable(),
    status,
  }),
  'assistant.changed': event('An assistant was created, changed or deleted, or a version of it was restored.', {
    assistantId: id,
    change,
  }),
  'knowledgebase.changed': event('A knowledgebase was created, changed or deleted.', { knowledgebaseId: id, change }),
  'document.changed': event('A document of a knowledgebase was created, renamed or deleted.', {
    documentId: id,
    change,
  }),
  'sender.changed': event('A sender was created, changed or deleted.', { senderId: id, change }),
  'sender.templates': event('Templates of the senders were submitted, or were synchronized with the carrier.', {}),
  'campaign.changed': event('A campaign was created or deleted, or its settings were changed.', {
    campaignId: id,
    change,
  }),
  'automation.changed': event('An automation was created, changed or deleted.', {
    automationId: z.string(),
    change,
  }),
  'campaign.status': event('A campaign was scheduled, started, paused or completed.', {
    campaignId: id,
    status,
  }),
  'campaign.attempt': event('An attempt to contact a lead has an outcome, or another one than before.', {
    campaignId: id,
    attemptId: id,
    outcome: z.string(),
  }),
  'automation.run': event('A run of an automation has paused or ended.', { runId: z.uuid(), status }),
  'assistant-test.run': event('A run of a test of an assistant waits, is in progress or has ended.', {
    assistantId: id,
    testId: id,
    runId: id,
    status,
  }),
  'webhook.delivery': event('A webhook was delivered, or its last attempt has failed.', { deliveryId: id, status }),
  'document.processing': event('The text of the document is being read.', { documentId: id }),
  'document.ready': event('The document can be searched.', { documentId: id }),
  'document.failed': event('The document could not be read.', { documentId: id }),
  'balance.low': event('The balance of the account has fallen below a threshold of its alerts.', {
    thresholdMicros: z.int().positive(),
    balanceMicros: z.int().min(0),
  }),
  'contact.created': event('A person contacts the account, or is contacted, for the first time.', { contactId: id }),
  'contact.updated': event('The name, an address, attributes or labels of the contact were changed.', {
    contactId: id,
  }),
  'contact.merged': event('Two contacts turned out to be one person. `contactId` is the one that remains.', {
    contactId: id,
    mergedId: id,
  }),
  'contact.number-moved': event(
    'A phone number belongs to another person now. The former one has an id of the channel.',
    {
      key: z.string(),
      formerKey: z.string(),
    },
  ),
  'contact.separated': event(
    'A contact was separated or lost addresses. These are the keys of those that are no longer its own.',
    {
      keys: z.array(z.string()),
    },
  ),
  'member.role-changed': event('The member has another role.', { userId: id, role: memberRole }),
  'webhook.gone': event(
    'The receiver responded with 410: its webhook must be disabled. `hook` is as passed to `deliverWebhook`.',
    { hook: z.string() },
  ),
} as const satisfies Record<string, z.ZodObject>

export type EventName = keyof typeof events

/** Events between features, which clients do not see. */
const internalEvents = [
  'contact.number-moved',
  'contact.separated',
  'conversation.person-wrote',
  'member.role-changed',
  'webhook.gone',
] as const satisfies EventName[]

export type InternalEventName = (typeof internalEvents)[number]

export const isInternalEvent = (name: EventName): name is InternalEventName =>
  (internalEvents as readonly EventName[]).includes(name)

export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>
