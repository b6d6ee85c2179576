// Messages after they were made: list, fetch, redact, cancel, delete.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { isFinal } from '../core/message-status.ts'
import type { Message } from '../core/state.ts'
import { statusCallbackOf } from '../webhooks/status-callback.ts'
import type { Answer, Call } from './call.ts'
import { relativePage } from './paging.ts'
import { presentMessage } from './present-message.ts'

export function listMessages(exchange: Exchange, call: Call): Answer {
  const { accountSid } = exchange
  const all = findMessages(exchange, call.query)
  const body = relativePage('messages', all, call, (message) => presentMessage(accountSid, message))
  return { status: 200, body, root: 'Messages' }
}

export function fetchMessage(exchange: Exchange, call: Call): Answer {
  const message = getMessage(exchange, call)
  return { status: 200, body: presentMessage(exchange.accountSid, message), sid: message.sid, root: 'Message' }
}

export function updateMessage(exchange: Exchange, call: Call): Answer {
  const { state, timetable, events } = exchange
  const message = getMessage(exchange, call)
  if (call.form.get('Status') === 'canceled') {
    if (message.status !== 'scheduled') throw new CarrierRefusal(30409)
    message.status = 'canceled'
    const webhook = statusCallbackOf(exchange, message)
    if (webhook) timetable.after(0, () => exchange.post(webhook).tried)
  } else if (call.form.get('Body') === '') {
    if (!isFinal(message.status)) throw new CarrierRefusal(20009)
    message.body = ''
  } else throw new CarrierRefusal(20001)
  message.updatedAtMs = timetable.nowMs()
  state.saveMessage(message)
  events.publish({ type: 'status', message })
  return fetchMessage(exchange, call)
}

export function deleteMessage(exchange: Exchange, call: Call): Answer {
  const message = getMessage(exchange, call)
  if (!isFinal(message.status)) throw new CarrierRefusal(20009)
  exchange.state.deleteMessage(message)
  return { status: 204, sid: message.sid }
}

export function getMessage({ state }: Exchange, { params, path }: Call): Message {
  const message = state.messages.get(params[0] ?? '')
  if (!message) throw new CarrierRefusal(20404, `The requested resource ${path} was not found`)
  return message
}

/** Newest first. */
function findMessages({ state }: Exchange, query: URLSearchParams): Message[] {
  const [to, from] = [query.get('To'), query.get('From')]
  const isInTime = timeFilter(query)
  const address = to ?? from
  const among = address ? state.messagesOf(address) : [...state.messages.values()]
  return among
    .filter((message) => (!to || message.to === to) && (!from || message.from === from) && isInTime(message))
    .reverse()
}

/** By the time of sending; what waits in the queue counts from when it was made. */
function timeFilter(query: URLSearchParams): (message: Message) => boolean {
  const [on, before, after] = ['DateSent', 'DateSent<', 'DateSent>'].map((name) => readTime(query.get(name)))
  return (message) => {
    const atMs = message.sentAtMs ?? message.createdAtMs
    if (on && (atMs < on.fromMs || atMs > on.toMs)) return false
    return (!before || atMs <= before.toMs) && (!after || atMs >= after.fromMs)
  }
}

/** A day is all of it, a time the whole second, as GMT. */
function readTime(text: string | null): { fromMs: number; toMs: number } | undefined {
  if (!text) return undefined
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
  const atMs = Date.parse(isDay || isZoned ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(atMs)) throw new CarrierRefusal(20001, `Invalid DateSent ${text}`)
  const fromMs = isDay ? atMs : Math.floor(atMs / 1_000) * 1_000
  return { fromMs, toMs: fromMs + (isDay ? 86_400_000 : 1_000) - 1 }
}
