// Sends a customer's message to the inbound webhook and applies the response.

import { isSuccess, type WebhookOutcome } from '../core/activity-log.ts'
import { mediaPath } from '../core/addresses.ts'
import type { SandboxContext } from '../core/context.ts'
import { findSender, type Message } from '../core/state.ts'
import { deliverMessage } from '../delivery/deliver-message.ts'
import { type MessageDraft, storeMessage } from '../delivery/store-message.ts'
import { parseTwiml, TwimlError } from '../webhooks/twiml.ts'

export interface InboundOutcome {
  /** The HTTP status of the webhook, or the reason for failure; undefined if no webhook is set. */
  webhook: WebhookOutcome['outcome'] | undefined
  /** The messages that the webhook's response sent. */
  replies: Message[]
}

export async function deliverInbound(context: SandboxContext, message: Message): Promise<InboundOutcome> {
  const target = targetOf(context, message)
  if (!target) return { webhook: undefined, replies: [] }
  const form = fieldsOf(context, message)
  const webhook = { form, messageSid: message.sid }
  const first = await context.sendWebhook({ kind: 'inbound', url: target.url, method: target.method, ...webhook }).done
  if (isSuccess(first))
    return { webhook: first.outcome, replies: await applyResponse(context, message, first, webhook) }
  context.activityLog.raiseAlarm(11200, `The webhook of ${message.sid} ended with ${first.outcome}.`)
  if (!target.fallbackUrl) return { webhook: first.outcome, replies: [] }
  const fallback = { kind: 'fallback', url: target.fallbackUrl, method: target.fallbackMethod } as const
  const error = { ErrorCode: '11200', ErrorUrl: target.url }
  const second = await context.sendWebhook({ ...webhook, ...fallback, form: { ...form, ...error } }).done
  const replies = isSuccess(second) ? await applyResponse(context, message, second, webhook) : []
  return { webhook: first.outcome, replies }
}

function targetOf(context: SandboxContext, message: Message) {
  const { to } = message
  const service = serviceOf(context, to)
  const webhook = findSender(context, to)?.webhook ?? {}
  const text = (name: string) =>
    typeof webhook[name] === 'string' && webhook[name] !== '' ? String(webhook[name]) : undefined
  const ofNumber = message.channel === 'sms' ? context.phoneNumbers.find(to)?.smsUrl : undefined
  const url = service?.inboundUrl ?? text('callback_url') ?? (ofNumber || context.settings.inboundUrl)
  if (!url) return undefined
  return {
    url,
    method: text('callback_method') === 'GET' ? ('GET' as const) : ('POST' as const),
    fallbackUrl: text('fallback_url'),
    fallbackMethod: text('fallback_method') === 'GET' ? ('GET' as const) : ('POST' as const),
  }
}

function serviceOf({ state }: SandboxContext, sender: string) {
  return state.services.values().find((service) => service.inboundUrl && service.senders.includes(sender))
}

function fieldsOf(context: SandboxContext, message: Message): Record<string, string> {
  const { accountSid, baseUrl, state } = context
  const service = serviceOf(context, message.to)
  const media = message.mediaSids.map((sid, index) => ({
    [`MediaUrl${index}`]: baseUrl + mediaPath(accountSid, message.sid, sid),
    [`MediaContentType${index}`]: state.media.get(sid)?.contentType ?? '',
  }))
  return {
    SmsMessageSid: message.sid,
    NumMedia: String(message.mediaSids.length),
    SmsSid: message.sid,
    SmsStatus: 'received',
    Body: message.body,
    To: message.to,
    ...(service && { MessagingServiceSid: service.sid }),
    NumSegments: String(message.segments),
    MessageSid: message.sid,
    AccountSid: accountSid,
    From: message.from,
    ApiVersion: '2010-04-01',
    ...message.fields,
    ...Object.assign({}, ...media),
  }
}

async function applyResponse(
  context: SandboxContext,
  message: Message,
  response: WebhookOutcome,
  webhook: { form: Record<string, string>; messageSid: string },
  redirects = 0,
): Promise<Message[]> {
  if (response.outcome === 204 || response.body.trim() === '') return []
  const type = response.contentType.split(';')[0]!.trim().toLowerCase()
  // Twilio sends a plain-text response to the customer, even "OK".
  if (type === 'text/plain') return [replyTo(context, message, { body: response.body })]
  if (!/^(?:text|application)\/xml$|^text\/html$/.test(type)) {
    const what = type ? `the content type ${type}` : 'no content type'
    context.activityLog.raiseAlarm(12300, `The response to ${message.sid} has ${what}.`)
    return []
  }
  try {
    const sent: Message[] = []
    for (const verb of parseTwiml(response.body)) {
      if (verb.verb === 'message') sent.push(replyTo(context, message, verb.message))
      else if (redirects < 5) {
        const url = new URL(verb.url, webhook.form['ErrorUrl'] ?? targetOf(context, message)?.url).href
        const next = await context.sendWebhook({ kind: 'redirect', url, method: verb.method, ...webhook }).done
        if (isSuccess(next)) sent.push(...(await applyResponse(context, message, next, webhook, redirects + 1)))
        return sent
      }
    }
    return sent
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error
    context.activityLog.raiseAlarm(error.code, error.message)
    return []
  }
}

export function replyTo(context: SandboxContext, { from, to }: Message, draft: Partial<MessageDraft>): Message {
  const reply = { direction: 'outbound-reply', from: to, to: from, body: '', status: 'queued' } as const
  const message = storeMessage(context, { ...reply, ...draft })
  void deliverMessage(context, message)
  return message
}
