// Twilio's webhooks: verifies their signatures, reads their forms, reports what they say, and writes the responses.
import type { IncomingHttpHeaders } from 'node:http'
import type { CarrierServices } from '#server/platform/carriers/carrier-adapter.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { Form } from '#server/platform/http/bodies/form-body.ts'
import type { Callback, CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import type { ReportKey } from '#server/ports/carrier.ts'
import { connectStream, hangUp, joinConference, rejectCall } from './calls/twiml.ts'
import { readCallUpdate, readDecision, readInboundCall, readMachineDetection } from './calls/voice-webhooks.ts'
import { parseInboundMessage, parseStatusUpdate } from './messaging/inbound.ts'
import { isSignature, verifyTwilioWebhook, webhookRetries } from './webhooks/signature.ts'
import { mediaUrlOf, type ReportKind, root } from './webhooks/urls.ts'

const forbidden: CallbackReply = { status: 403 }
const notFound: CallbackReply = { status: 404 }
const done: CallbackReply = { status: 204 }

const instructions = (body: string): CallbackReply => {
  return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body }
}

const connectMedia = ({ publicUrl }: Pick<Settings, 'publicUrl'>, token: string): string =>
  connectStream({ url: mediaUrlOf(publicUrl), token })

/** Twilio would send any other body to the customer as a message. */
const emptyResponse = instructions('<Response/>')

export function twilioCallbacks({ events, findCredentials }: CarrierServices): Callback[] {
  const signed = (path: string, answer: Callback['answer']): Callback => ({
    method: 'POST',
    path: `${root}/${path}`,
    admits: hasSignature,
    answer: async (context, request) =>
      (await isSigned(context, request, findCredentials)) ? answer(context, request) : forbidden,
  })

  /** A form that says nothing of interest is only acknowledged: an error would cause retries. */
  const report = <R>(
    kind: ReportKind,
    read: (form: Form) => R | undefined,
    pass: (context: AppContext, key: ReportKey, report: R) => Promise<'stored' | 'unknown'>,
  ): Callback =>
    signed(`${kind}/:uuid/:token`, async (context, request) => {
      const found = read(request.form)
      if (found === undefined) return done
      return (await pass(context, keyOf(request), found)) === 'stored' ? done : notFound
    })

  return [
    signed('message', async (context, { form }) => {
      const message = parseInboundMessage(form)
      if (message) await events.messageReceived(context, message)
      return emptyResponse
    }),
    signed('voice', async (context, { form }) => {
      const call = readInboundCall(form)
      const answer = call ? await events.callReceived(context, call) : { reject: 'rejected' as const }
      return instructions(
        'connect' in answer ? connectMedia(context.settings, answer.connect.mediaToken) : rejectCall(answer.reject),
      )
    }),
    report('status', parseStatusUpdate, events.messageUpdated),
    report('call-status', readCallUpdate, events.callUpdated),
    report('amd', readMachineDetection, events.machineDetected),
    report('agent-status', readCallUpdate, events.agentUpdated),
    report('agent-amd', readMachineDetection, events.agentMachineDetected),
    signed('agent-decision/:uuid/:token', async (context, request) => {
      const decision = readDecision(request.form)
      const answer = decision ? await events.agentDecided(context, keyOf(request), decision) : { join: undefined }
      if (answer === 'unknown') return notFound
      return instructions(answer.join ? joinConference(answer.join) : hangUp())
    }),
  ]
}

const signatureOf = (headers: IncomingHttpHeaders): unknown => headers['x-twilio-signature']

/** Twilio signs every webhook, so an unsigned request is rejected before its body is read. */
const hasSignature = (headers: IncomingHttpHeaders): boolean => isSignature(signatureOf(headers))

const accountSidForm = /^AC[0-9a-f]{32}$/i

/** Verifies the signature with the stored credentials of the carrier account that the form names. */
async function isSigned(
  context: AppContext,
  { url, form, headers, publicDb }: CallbackRequest,
  findCredentials: CarrierServices['findCredentials'],
): Promise<boolean> {
  const accountSid = form['AccountSid']
  const signature = signatureOf(headers)
  if (typeof accountSid !== 'string' || !accountSidForm.test(accountSid) || !isSignature(signature)) return false
  const authToken = await findCredentials(context, accountSid, publicDb)
  if (authToken === undefined) return false
  // The request lacks the URL's fragment, and Twilio does not document whether the signature covers it: both are valid.
  return verifyTwilioWebhook({ authToken, signature, url: url + webhookRetries, form })
}

const keyOf = ({ params: { uuid = '', token = '' } }: CallbackRequest): ReportKey => ({ uuid, token })
