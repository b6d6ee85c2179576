// HTTP handlers for calls.
import type { calls } from '#contract/calls/calls.ts'
import { pageOf } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteCall } from './delete-call.ts'
import { explainCall } from './explain-call.ts'
import { getCall, listCalls, loadParts } from './list-calls.ts'
import { makeCall } from './make-call.ts'
import { measureAssistant } from './measure-assistant.ts'
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
    const order = { assistantId: body.assistant_id, phoneNumber: body.phone_number, variables }
    const { id, status } = await makeCall(ctx, order, operation)
    return { message: 'Call initiated successfully', call_id: id, status, data: { call_id: id, id, status } }
  },

  makeWebCall: async (ctx, { body }) => {
    const order = { assistantId: body.assistant_id, variables: body.variables ?? {} }
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
    const position = { page: query.page, perPage: query.per_page }
    const { rows, total } = await listCalls(ctx, {
      ...position,
      status: query.status,
      type: query.type,
      phoneNumber: query.phone_number,
      assistantId: query.assistant_id,
      campaignId: query.campaign_id,
      dateFrom: query.date_from,
      dateTo: query.date_to,
    })
    const partsOf = await loadParts(ctx, rows, { withTranscript: query.with_transcript })
    const presented = rows.map((call) => presentCall(call, partsOf(call)))
    return pageOf({ rows: presented, total }, position, url, ctx.settings.publicUrl)
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
    const period = { dateFrom: query.date_from, dateTo: query.date_to }
    const { calls, interaction } = await measureAssistant(ctx, params.id, period)
    return { calls, ...presentInteraction(interaction) }
  },

  explain: async (ctx, { params }) => presentExplanation(await explainCall(ctx, params.id)),
}
