// The HTTP handler of the event stream.
import type { liveEvents } from '#contract/events/live-events.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { streamEvents } from './stream-events.ts'

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
