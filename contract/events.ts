// The events that features emit, each with the schema of its payload: ids, so that subscribers read the rest again.
import { z } from 'zod'
import { memberRole } from './roles.ts'

const id = z.int().positive()
const ofAccount = { accountId: id }
const ofCall = z.object({ ...ofAccount, callId: id })
const ofConversation = z.object({ ...ofAccount, conversationId: id })
const ofDocument = z.object({ ...ofAccount, documentId: id })

const optOutScope = z.enum(['topic', 'everything'])

/** An event is emitted in the transaction in which it happens. */
export const events = {
  /** A customer calls, and the assistant answers. */
  'call.received': ofCall,
  /** The customer can hear the assistant. */
  'call.started': ofCall,
  /** The call is over and paid for. It may not have been evaluated yet. */
  'call.ended': ofCall,
  /** The person does not want to be called again. Emitted once per scope; `everything` is the last one. */
  'call.opted-out': z.object({ ...ofCall.shape, scope: optOutScope }),
  /** The ended call has been evaluated. */
  'call.evaluated': ofCall,
  /** The account has deleted the ended call. It is not evaluated any more. */
  'call.deleted': ofCall,
  /** Emitted again for a conversation that continues and ends again only if the assistant is set to retrigger it. */
  'conversation.ended': ofConversation,
  /** A rule of the assistant gave the conversation to a member or to nobody. */
  'conversation.handed-over': z.object({
    ...ofConversation.shape,
    reason: z.enum(['keyword', 'request', 'failures']),
    memberId: id.nullable(),
  }),
  /** An agent wrote a message, which the channel delivers. */
  'conversation.person-wrote': z.object({ ...ofConversation.shape, messageId: id }),
  /** A customer has written on a channel. `conversationId` is null for a reaction without a conversation. */
  'message.received': z.object({ ...ofAccount, messageId: id, conversationId: id.nullable() }),
  /** An outgoing message on a channel has another status. */
  'message.status': z.object({ ...ofAccount, messageId: id, status: z.string() }),
  /** A campaign was scheduled, started, paused or completed. */
  'campaign.status': z.object({ ...ofAccount, campaignId: id, status: z.string() }),
  /** An attempt to contact a lead has an outcome, or another one than before. */
  'campaign.attempt': z.object({ ...ofAccount, campaignId: id, attemptId: id, outcome: z.string() }),
  /** The document can be searched. */
  'document.ready': ofDocument,
  'document.failed': ofDocument,
  /** The balance of the account has fallen below a threshold of its alerts. */
  'balance.low': z.object({ ...ofAccount, thresholdMicros: z.int().positive(), balanceMicros: z.int().min(0) }),
  /** The member has another role. */
  'member.role-changed': z.object({ ...ofAccount, userId: id, role: memberRole }),
  /** The receiver responded with 410: its webhook must be disabled. `hook` is as passed to `deliverWebhook`. */
  'webhook.gone': z.object({ ...ofAccount, hook: z.string() }),
} as const satisfies Record<string, z.ZodObject>

export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>
