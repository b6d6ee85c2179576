// The HTTP endpoints of calls outside the contract: the carrier's callbacks, and signed links to recordings.
import { isSigned } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Callback, CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import type { VoiceWebhooks } from '#server/ports/voice-carrier.ts'
import type { Call } from './call/call.ts'
import { findCall, findCallByUuid } from './call/store.ts'
import { findTransferByUuid, type Transfer } from './ending/store-ending.ts'
import { answerInboundCall } from './inbound/answer-inbound-call.ts'
import { serveSignedRecording } from './recording/serve-recording.ts'
import { answerAgent, applyAgentDetection, applyAgentUpdate } from './session/answer-agent.ts'
import { applyCallUpdate, applyMachineDetection } from './session/apply-call-update.ts'

const forbidden: CallbackReply = { status: 403 }
const notFound: CallbackReply = { status: 404 }
const done: CallbackReply = { status: 204 }

export function callCallbacks(webhooks: VoiceWebhooks): Callback[] {
  const instructions = (body: string): CallbackReply => {
    return { status: 200, headers: { 'content-type': webhooks.contentType }, body }
  }
  return [
    {
      method: 'POST',
      path: '/carrier/twilio/voice',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const inbound = webhooks.readInboundCall(request.form)
        const answer = inbound ? await answerInboundCall(context, inbound) : { reject: 'rejected' as const }
        return instructions(
          'connect' in answer ? webhooks.connectMedia(answer.connect) : webhooks.rejectCall(answer.reject),
        )
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/call-status/:uuid/:token',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const call = await findReported(context, request)
        if (!call) return notFound
        const update = webhooks.readCallUpdate(request.form)
        if (update) await applyCallUpdate(context, call, update)
        return done
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/amd/:uuid/:token',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const call = await findReported(context, request)
        if (!call) return notFound
        const detection = webhooks.readMachineDetection(request.form)
        if (detection) await applyMachineDetection(context, call, detection)
        return done
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/agent-decision/:uuid/:token',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const reported = await findReportedTransfer(context, request)
        if (!reported) return notFound
        const decision = webhooks.readDecision(request.form)
        const conference = decision && (await answerAgent(context, reported, decision))
        return instructions(conference ? webhooks.joinConference(conference) : webhooks.hangUp())
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/agent-amd/:uuid/:token',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const reported = await findReportedTransfer(context, request)
        if (!reported) return notFound
        const detection = webhooks.readMachineDetection(request.form)
        if (detection) await applyAgentDetection(context, reported, detection)
        return done
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/agent-status/:uuid/:token',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const reported = await findReportedTransfer(context, request)
        if (!reported) return notFound
        const update = webhooks.readCallUpdate(request.form)
        if (update) await applyAgentUpdate(context, reported, update)
        return done
      },
    },
    { method: 'GET', path: '/recordings/:token', answer: serveSignedRecording },
  ]
}

/** Undefined unless the token and the carrier account are those of the call. */
async function findReported({ db }: AppContext, { params, form }: CallbackRequest): Promise<Call | undefined> {
  const { uuid = '', token } = params
  const call = isUuid(uuid) ? await findCallByUuid(db, uuid) : undefined
  return call && call.callbackToken === token && call.carrierAccountSid === form['AccountSid'] ? call : undefined
}

/** Undefined unless the token and the carrier account are those of the transfer. */
async function findReportedTransfer(
  { db }: AppContext,
  { params, form }: CallbackRequest,
): Promise<{ transfer: Transfer; call: Call } | undefined> {
  const { uuid = '', token } = params
  const transfer = isUuid(uuid) ? await findTransferByUuid(db, uuid) : undefined
  const call = transfer && (await findCall(db, transfer.accountId, transfer.callId))
  if (!transfer || transfer.callbackToken !== token) return undefined
  return call && call.carrierAccountSid === form['AccountSid'] ? { transfer, call } : undefined
}
