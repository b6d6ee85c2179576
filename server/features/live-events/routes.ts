// The HTTP handler of the event stream.
import type { liveEvents } from '#contract/events/live-events.ts'
import { findConversationId } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { LiveReply } from '#server/platform/http/replies/live-reply.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import type { EventRow } from '#server/platform/live-events/store.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { type Filter, filterOf, roleFilterOf } from './filter.ts'

export const liveEventHandlers: Handlers<typeof liveEvents> = {
  stream: (ctx, { query }, { headers, access }) =>
    streamEvents(ctx, {
      types: query.types?.split(',').map((type) => type.trim()),
      fields: {
        callId: query.call_id,
        assistantId: query.assistant_id,
        campaignId: query.campaign_id,
      },
      conversation: query.conversation_id,
      access: access!,
      lastEventId: headers['last-event-id'] || query.last_event_id,
      follow: query.follow,
    }),
}

interface StreamInput extends Filter {
  /** The UUID of a conversation. */
  conversation: string | undefined
  /** Names what gives access to the account. */
  access: string
  /** A string comes from a header. */
  lastEventId: string | string[] | number | undefined
  /** Whether the stream stays open after the stored events. */
  follow: boolean
}

async function streamEvents(ctx: AccountContext, input: StreamInput): Promise<LiveReply> {
  const { access, follow } = input
  const accountId = ctx.account.id
  const afterSeq = readPosition(input.lastEventId)
  ctx.liveEvents.checkCapacity(accountId)
  const conversationId = input.conversation && (await findConversationId(ctx.db, accountId, input.conversation))
  // Without such a conversation, no event is accepted.
  const ofConversation = input.conversation && { conversationId: conversationId ?? 0 }
  const isWanted = filterOf({ types: input.types, fields: { ...input.fields, ...ofConversation } })
  const isPermitted = roleFilterOf(ctx.actor)
  const accepts = (row: EventRow): boolean => isPermitted(row) && isWanted(row)
  const begin: LiveReply['begin'] = (response) =>
    ctx.liveEvents.listen({ accountId, access, accepts, response, afterSeq, follow })
  return new LiveReply(begin, { isEndless: follow })
}

/** A number with at most 15 digits is exact. */
function readPosition(lastEventId: StreamInput['lastEventId']): number | undefined {
  if (lastEventId === undefined) return undefined
  if (/^\d{1,15}$/.test(String(lastEventId))) return Number(lastEventId)
  throw new InvalidInput({ last_event_id: ['The last event id format is invalid.'] })
}
