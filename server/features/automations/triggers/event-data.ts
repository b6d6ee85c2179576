// The data of triggers that events start, and the assistant to which each event belongs.
import type { EventName, EventPayload } from '#contract/events/events.ts'
import { findCall, loadEndedPayload as loadCallEnded } from '#server/features/calls/index.ts'
import { findCampaignWithCounts } from '#server/features/campaigns/index.ts'
import { loadEndedPayload as loadConversationEnded } from '#server/features/conversations/index.ts'
import { findDocument } from '#server/features/knowledge/index.ts'
import { loadReceived } from '#server/features/messages/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { TriggerType } from '../flow/flow.ts'

export interface EventData {
  assistantId: number | null
  trigger: Record<string, unknown>
}

export interface EventTrigger<E extends EventName = EventName> {
  type: TriggerType
  event: E
  /** Whether the event starts flows at all. Default: always. */
  matches?(payload: EventPayload<E>): boolean
  /** Returns undefined if what the event is about was deleted. */
  load(tx: Tx, payload: EventPayload<E>): Promise<EventData | undefined>
}

const define = <E extends EventName>(trigger: EventTrigger<E>): EventTrigger => trigger as unknown as EventTrigger

export const eventTriggers: readonly EventTrigger[] = [
  // After the evaluation, whose results are a part of the data.
  define({ type: 'call_ended', event: 'call.evaluated', load: loadEndedCall }),
  define({ type: 'inbound_call', event: 'call.received', load: loadInboundCall }),
  define({
    type: 'message_received',
    event: 'message.received',
    load: async (tx, { messageId }) => {
      const message = await loadReceived(tx, messageId)
      return message && { assistantId: message.assistant_id, trigger: { ...message } }
    },
  }),
  define({
    type: 'conversation_ended',
    event: 'conversation.ended',
    load: async (tx, { conversationId }) => {
      const ended = await loadConversationEnded(tx, conversationId)
      return ended && { assistantId: ended.assistantId, trigger: ended.payload }
    },
  }),
  define({ type: 'document_failed', event: 'document.failed', load: loadDocument }),
  define({
    type: 'campaign_completed',
    event: 'campaign.status',
    matches: ({ status }) => status === 'completed',
    load: loadCampaign,
  }),
]

async function loadEndedCall(tx: Tx, { callId }: EventPayload<'call.evaluated'>): Promise<EventData | undefined> {
  const call = await findCall(tx.db, tx.account.id, callId)
  if (!call) return undefined
  const payload = await loadCallEnded(tx, call, { includesRecording: true })
  const trigger = { ...payload, assistant_id: call.assistantId, type: call.type }
  return { assistantId: call.assistantId, trigger }
}

async function loadInboundCall(tx: Tx, { callId }: EventPayload<'call.received'>): Promise<EventData | undefined> {
  const call = await findCall(tx.db, tx.account.id, callId)
  if (!call) return undefined
  const { id, clientPhone, assistantPhone, assistantId, variables, createdAt } = call
  return {
    assistantId,
    trigger: {
      id,
      customer_phone: clientPhone,
      assistant_phone: assistantPhone,
      assistant_id: assistantId,
      input_variables: variables,
      created_at: toIsoMicros(createdAt),
    },
  }
}

async function loadDocument(tx: Tx, { documentId }: EventPayload<'document.failed'>): Promise<EventData | undefined> {
  const document = await findDocument(tx.db, tx.account.id, documentId)
  if (!document) return undefined
  const { id, knowledgebaseId, name, type, error } = document
  return { assistantId: null, trigger: { id, knowledgebase_id: knowledgebaseId, name, type, error } }
}

async function loadCampaign(tx: Tx, { campaignId }: EventPayload<'campaign.status'>): Promise<EventData | undefined> {
  const campaign = await findCampaignWithCounts(tx.db, tx.account.id, campaignId)
  if (!campaign) return undefined
  const { id, name, channel, assistantId, counts } = campaign
  return { assistantId, trigger: { id, name, channel, assistant_id: assistantId, counts } }
}
