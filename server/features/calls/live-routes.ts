// HTTP handlers for people who take part in live calls.
import type { liveCalls } from '#contract/calls/live-calls.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { dateToIsoMicros } from '#server/platform/time/timestamps.ts'
import { createListener, type IssuedListener } from './live/create-listener.ts'
import { endCall, handBack, whisper } from './live/request-live-call.ts'
import { createTakeover } from './live/take-over.ts'

export const liveCallHandlers: Handlers<typeof liveCalls> = {
  listen: async (ctx, { params, body }) =>
    presentIssued(await createListener(ctx, params.id, body.may_intervene ? 'intervene' : 'listen')),

  whisper: async (ctx, { params, body }) => {
    await whisper(ctx, params.id, body.text)
    return { message: 'The assistant has been instructed.' }
  },

  takeOver: async (ctx, { params }) => presentIssued(await createTakeover(ctx, params.id)),

  handBack: async (ctx, { params, query }) => {
    await handBack(ctx, params.id, { ends: query.end_call })
    return { message: query.end_call ? 'The call is being ended.' : 'The call was handed back to the assistant.' }
  },

  end: async (ctx, { params }) => {
    await endCall(ctx, params.id)
    return { message: 'The call is being ended.' }
  },
}

const presentIssued = ({ url, token, pageUrl, expiresAt }: IssuedListener) => ({
  url,
  token,
  page_url: pageUrl,
  expires_at: dateToIsoMicros(expiresAt),
})
