// Posts what a person sent to whom it was for, and heeds the answer.
import { numberOf } from '../core/addresses.ts'
import type { Exchange } from '../core/exchange.ts'
import { findSender } from '../core/find-sender.ts'
import { mediaPath } from '../core/media-path.ts'
import type { Message } from '../core/state.ts'
import type { WebhookOutcome, WebhookToPost } from '../core/webhook.ts'
import { makeMessage } from '../delivery/make-message.ts'
import { beginProgress } from '../delivery/progress.ts'
import { parseTwiml, TwimlFault } from '../webhooks/twiml.ts'

export interface InboundOutcome {
  /** HTTP status of the webhook, or how it failed; undefined when no address is known. */
  webhook: WebhookOutcome['outcome'] | undefined
  /** What the answer itself sent back. */
  replies: Message[]
}

const mostRedirects = 5

export async function deliverInbound(exchange: Exchange, message: Message): Promise<InboundOutcome> {
  const route = routeOf(exchange, message)
  if (!route) return { webhook: undefined, replies: [] }
  const form = fieldsOf(exchange, message)
  const webhook = { form, messageSid: message.sid }
  const first = await exchange.post({ kind: 'inbound', url: route.url, method: route.method, ...webhook }).done
  if (isGood(first)) return { webhook: first.outcome, replies: await heed(exchange, message, first, webhook) }
  alarm(exchange, 11200, `The webhook of ${message.sid} ended with ${first.outcome}.`)
  if (!route.fallbackUrl) return { webhook: first.outcome, replies: [] }
  const error = { ErrorCode: '11200', ErrorUrl: route.url }
  const fallback: WebhookToPost = {
    kind: 'fallback',
    url: route.fallbackUrl,
    method: route.fallbackMethod,
    form: { ...form, ...error },
    messageSid: message.sid,
  }
  const second = await exchange.post(fallback).done
  const replies = isGood(second) ? await heed(exchange, message, second, webhook) : []
  return { webhook: first.outcome, replies }
}

interface Route {
  url: string
  method: 'GET' | 'POST'
  fallbackUrl: string | undefined
  fallbackMethod: 'GET' | 'POST'
}

function routeOf(exchange: Exchange, { to }: Message): Route | undefined {
  const service = serviceOf(exchange, to)
  const webhook = findSender(exchange, to)?.webhook ?? {}
  const text = (name: string) =>
    typeof webhook[name] === 'string' && webhook[name] !== '' ? String(webhook[name]) : undefined
  const url = service?.inboundUrl ?? text('callback_url') ?? exchange.settings.inboundUrl
  if (!url) return undefined
  return {
    url,
    method: text('callback_method') === 'GET' ? 'GET' : 'POST',
    fallbackUrl: text('fallback_url'),
    fallbackMethod: text('fallback_method') === 'GET' ? 'GET' : 'POST',
  }
}

function serviceOf({ state }: Exchange, sender: string) {
  return [...state.services.values()].find((one) => one.inboundUrl !== null && one.senders.includes(sender))
}

function fieldsOf(exchange: Exchange, message: Message): Record<string, string> {
  const { accountSid, baseUrl, state } = exchange
  const service = serviceOf(exchange, message.to)
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

async function heed(
  exchange: Exchange,
  message: Message,
  answer: WebhookOutcome,
  webhook: { form: Record<string, string>; messageSid: string },
  redirects = 0,
): Promise<Message[]> {
  if (answer.outcome === 204 || answer.body.trim() === '') return []
  const type = answer.contentType.split(';')[0]!.trim().toLowerCase()
  // The carrier takes plain text for what the person shall read, an "OK" too.
  if (type === 'text/plain') return [reply(exchange, message, { body: answer.body, mediaUrls: [] })]
  if (!/^(?:text|application)\/xml$|^text\/html$/.test(type)) {
    alarm(exchange, 12300, `The answer to ${message.sid} has the type ${type || 'of nothing'}.`)
    return []
  }
  try {
    const sent: Message[] = []
    for (const verb of parseTwiml(answer.body)) {
      if (verb.verb === 'message') sent.push(reply(exchange, message, verb))
      else if (redirects < mostRedirects) {
        const url = new URL(verb.url, webhook.form['ErrorUrl'] ?? routeOf(exchange, message)?.url).href
        const next = await exchange.post({ kind: 'redirect', url, method: verb.method, ...webhook }).done
        if (isGood(next)) sent.push(...(await heed(exchange, message, next, webhook, redirects + 1)))
        return sent
      }
    }
    return sent
  } catch (error) {
    if (!(error instanceof TwimlFault)) throw error
    alarm(exchange, error.code, error.message)
    return []
  }
}

function reply(
  exchange: Exchange,
  to: Message,
  draft: { body: string; mediaUrls: string[]; to?: string; from?: string; statusCallback?: string },
): Message {
  const message = makeMessage(exchange, {
    direction: 'outbound-reply',
    from: draft.from ?? to.to,
    to: draft.to ?? to.from,
    body: draft.body,
    mediaUrls: draft.mediaUrls,
    status: 'queued',
    statusCallback: draft.statusCallback ?? null,
  })
  void beginProgress(exchange, message)
  return message
}

function isGood({ outcome }: WebhookOutcome): boolean {
  return typeof outcome === 'number' && outcome >= 200 && outcome < 300
}

function alarm({ requests, events, timetable }: Exchange, code: number, text: string): void {
  const entry = { atMs: timetable.nowMs(), code, text }
  requests.alarm(entry)
  events.publish({ type: 'alarm', ...entry })
}

/** What the carrier adds of itself to what a person on WhatsApp sends. */
export function whatsAppFields(person: string, given: Record<string, string>): Record<string, string> {
  return {
    ProfileName: 'Sandbox user',
    WaId: numberOf(person).replace(/^\+/, ''),
    Forwarded: 'false',
    FrequentlyForwarded: 'false',
    ReferralNumMedia: '0',
    ...given,
  }
}
