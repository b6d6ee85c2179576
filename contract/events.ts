// The events that features emit, each with the schema of its payload: ids, so that subscribers read the rest again.
import { z } from 'zod'

const id = z.int().positive()
const callId = id
const conversationId = id
const messageId = id

/** The description is part of the API reference. */
const event = <S extends z.ZodRawShape>(description: string, shape: S) =>
  z.object({ accountId: id, ...shape }).meta({ description })

const optOutScope = z.enum(['topic', 'everything'])

/** An event is emitted in the transaction in which it happens. */
export const events = {
  'call.received': event('A customer calls, and the assistant answers.', { callId }),
  'call.started': event('The customer can hear the assistant.', { callId }),
  'call.ended': event('The call is over and paid for. It may not have been evaluated yet.', { callId }),
  'call.opted-out': event(
    'The person does not want to be called again. Emitted once per scope; `everything` is the last one.',
    { callId, scope: optOutScope },
  ),
  'call.evaluated': event('The ended call has been evaluated.', { callId }),
  'call.deleted': event('The account has deleted the ended call. It is not evaluated any more.', { callId }),
  'conversation.ended': event(
    'The conversation has ended. Emitted again for a conversation that continues and ends again only if the assistant is set to retrigger it.',
    { conversationId },
  ),
  'conversation.person-wrote': event('An agent wrote a message, which the channel delivers.', {
    conversationId,
    messageId,
  }),
  'message.received': event(
    'A customer has written on a channel. The conversation is null for a reaction without one.',
    { messageId, conversationId: conversationId.nullable() },
  ),
  'message.status': event('An outgoing message on a channel has another status.', { messageId, status: z.string() }),
  'campaign.status': event('A campaign was scheduled, started, paused or completed.', {
    campaignId: id,
    status: z.string(),
  }),
  'campaign.attempt': event('An attempt to contact a lead has an outcome, or another one than before.', {
    campaignId: id,
    attemptId: id,
    outcome: z.string(),
  }),
  'document.ready': event('The document can be searched.', { documentId: id }),
  'document.failed': event('The document could not be read.', { documentId: id }),
  'webhook.gone': event(
    'The receiver responded with 410: its webhook must be disabled. `hook` is as passed to `deliverWebhook`.',
    { hook: z.string() },
  ),
} as const satisfies Record<string, z.ZodObject>

export type EventName = keyof typeof events

/** Events between features, which clients do not see. */
const internalEvents = ['conversation.person-wrote', 'webhook.gone'] as const satisfies EventName[]

export type InternalEventName = (typeof internalEvents)[number]

export const isInternalEvent = (name: EventName): name is InternalEventName =>
  (internalEvents as readonly EventName[]).includes(name)

export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>
