// HTTP handlers for calls, and for people who take part in live ones.
import type { calls } from '#contract/calls/calls.ts'
import type { liveCalls } from '#contract/calls/live-calls.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { dateToIsoMicros } from '#server/platform/time/timestamps.ts'
import { deleteCall } from './delete-call.ts'
import { explainCall } from './explain-call.ts'
import { getCall, listCalls, loadParts, measureAssistant } from './list-calls.ts'
import { createListener, createTakeover, type IssuedListener } from './live/create-listener.ts'
import { endCall, handBack, transferCall, whisper } from './live/request-live-call.ts'
import { makeCall } from './make-call.ts'
import { presentCall, presentExplanation } from './present.ts'
import { presentInteraction } from './present-interaction.ts'
import { replyWithRecording } from './recording/serve-recording.ts'
import { makeWebCall } from './web/make-web-call.ts'
import { startVisitorCall } from './web/start-visitor-call.ts'

export const callHandlers: Handlers<typeof calls> = {
  make: async (ctx, { body }, { operation }) => {
    const { customer_name, email } = body
    const variables = {
      ...(customer_name && { customer_name }),
      ...(email && { email }),
      ...body.variables,
    }
    const order = {
      assistantId: body.assistant_id,
      phoneNumber: body.phone_number,
      extension: body.extension,
      variables,
    }
    const { id, status } = await makeCall(ctx, order, operation)
    return { message: 'Call initiated successfully', call_id: id, status, data: { call_id: id, id, status } }
  },

  makeWebCall: async (ctx, { body }) => {
    const { assistant_id: assistantId, variables = {}, changed_settings: changedSettings } = body
    const order = { assistantId, variables, changedSettings }
    const { call, token, url, pageUrl, expiresInSeconds } = await makeWebCall(ctx, order)
    return {
      message: 'Web call created successfully',
      call_id: call.id,
      status: call.status,
      token,
      url,
      page_url: pageUrl,
      expires_in: expiresInSeconds,
    }
  },

  startAsVisitor: async (ctx, { body }, { operation }) => {
    const order = { assistantUuid: body.assistant_id, variables: body.variables ?? {} }
    const started = await startVisitorCall(ctx, order, operation)
    return {
      status: true,
      token: started.token,
      url: started.url,
      expires_in: started.expiresInSeconds,
      max_duration: started.maxSeconds,
      recorded: started.isRecorded,
    }
  },

  list: async (ctx, { query }, { url }) => {
    const listed = await listCalls(ctx, fromApi(query))
    const partsOf = await loadParts(ctx, listed.rows, { withTranscript: query.with_transcript })
    return replyWithPage(ctx, { query, url }, listed, (call) => presentCall(call, partsOf(call)))
  },

  get: async (ctx, { params }) => {
    const call = await getCall(ctx, params.id)
    return presentCall(call, (await loadParts(ctx, [call]))(call))
  },

  delete: async (ctx, { params }) => {
    await deleteCall(ctx, params.id)
    return { message: 'Call deleted successfully.' }
  },

  recording: async (ctx, { params }, request) => {
    const { uuid, recordingKey } = await getCall(ctx, params.id)
    const target = { accountId: ctx.account.id, id: uuid }
    const reply = recordingKey === null ? undefined : await replyWithRecording(ctx, target, request)
    if (!reply) throw new Refusal('RECORDING_NOT_FOUND')
    return reply
  },

  interaction: async (ctx, { params, query }) => {
    const { calls, interaction } = await measureAssistant(ctx, params.id, fromApi(query))
    return { calls, ...presentInteraction(interaction) }
  },

  explain: async (ctx, { params }) => presentExplanation(await explainCall(ctx, params.id)),
}

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

  transfer: async (ctx, { params, body }) => {
    await transferCall(ctx, params.id, body.phone_number)
    return { message: 'The call is being transferred.' }
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
