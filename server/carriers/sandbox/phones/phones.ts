// Virtual phones: every number is one; it receives, shows and sends.
import { type Channel, numberOf, onWhatsApp, parseAddress } from '../core/addresses.ts'
import { behaviourOf } from '../core/behaviour-of.ts'
import type { Exchange } from '../core/exchange.ts'
import { newSid } from '../core/sids.ts'
import type { Message } from '../core/state.ts'
import { makeMessage } from '../delivery/make-message.ts'
import { beginProgress } from '../delivery/progress.ts'
import { deliverInbound, type InboundOutcome, whatsAppFields } from './inbound.ts'
import { heedOptOut } from './opt-out.ts'

export interface PhoneMessage {
  /** The person's number. */
  from: string
  to: string
  body?: string
  /** Default WhatsApp. */
  channel?: Channel
  media?: { contentType: string; bytes: Buffer; filename?: string }[]
  profileName?: string
  /** A tap on a quick reply. */
  buttonPayload?: string
  buttonText?: string
  /** The Sid of the message that is answered to. */
  repliesTo?: string
  location?: { latitude: number; longitude: number; label?: string; address?: string }
  /** Further fields of the webhook, or others in place of its own. */
  fields?: Record<string, string>
  /** How often the webhook comes; default 1. */
  times?: number
}

export interface SentByPhone extends InboundOutcome {
  message: Message
}

export interface VirtualPhones {
  /** Resolves when the webhook was answered, and all that its answer asked for is under way. */
  send(message: PhoneMessage): Promise<SentByPhone>
  /** What came to the number, oldest first. */
  inbox(number: string): Message[]
  /** What came and what was sent, oldest first, what is still under way too. */
  thread(number: string): Message[]
  /** The first that fits, there already or yet to come. Rejects when none came `withinMs` (real time, default 10 s). */
  waitFor(number: string, fits?: (message: Message) => boolean, withinMs?: number): Promise<Message>
  /** The numbers that wrote or were written to, who wrote last first. */
  list(): string[]
  /** Posts the webhook of a message once more. */
  redeliver(sid: string): Promise<InboundOutcome>
}

/** An automatic answer that is answered automatically must end somewhere. */
const mostReplies = 20

export function createPhones(exchange: Exchange): VirtualPhones & Disposable {
  const { state, events, timetable } = exchange
  const replies = new Map<string, number>()

  async function send(input: PhoneMessage): Promise<SentByPhone> {
    const message = receive(exchange, input)
    let outcome: InboundOutcome = { webhook: undefined, replies: [] }
    for (let time = 0; time < (input.times ?? 1); time++) outcome = await deliverInbound(exchange, message)
    return { message, ...outcome }
  }

  const thread = (number: string): Message[] => {
    const bare = numberOf(number)
    const both = [...state.messagesOf(bare), ...state.messagesOf(onWhatsApp(bare))]
    return both.sort((one, other) => one.createdAtMs - other.createdAtMs)
  }
  const inbox = (number: string) =>
    thread(number).filter((one) => one.arrivedAtMs !== null && one.direction !== 'inbound')

  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'reset') replies.clear()
    if (event.type !== 'arrived') return
    const { to, from } = event.message
    const reply = behaviourOf(exchange, to)?.reply
    const count = (replies.get(to) ?? 0) + 1
    if (reply === undefined || count > mostReplies) return
    replies.set(to, count)
    const { channel } = parseAddress(to)
    timetable.after(exchange.settings.delaysMs.read ?? 0, () =>
      send({ from: to, to: from, body: reply, channel }).then(() => {}),
    )
  })

  return {
    send,
    inbox,
    thread,
    waitFor(number, fits = () => true, withinMs = 10_000) {
      const bare = numberOf(number)
      const there = inbox(bare).find(fits)
      if (there) return Promise.resolve(there)
      const { promise, resolve, reject } = Promise.withResolvers<Message>()
      const stop = events.subscribe((event) => {
        if (event.type === 'arrived' && numberOf(event.message.to) === bare && fits(event.message))
          resolve(event.message)
      })
      const timer = setTimeout(() => reject(new Error(`Nothing that fits came to ${bare}.`)), withinMs)
      return promise.finally(() => {
        clearTimeout(timer)
        stop()
      })
    },
    list() {
      const numbers = new Set<string>()
      for (const message of [...state.messages.values()].reverse()) {
        numbers.add(numberOf(message.direction === 'inbound' ? message.from : message.to))
      }
      return [...numbers]
    },
    redeliver(sid) {
      const message = state.messages.get(sid)
      if (message?.direction !== 'inbound') return Promise.reject(new Error(`There is no inbound message ${sid}.`))
      return deliverInbound(exchange, message)
    },
    [Symbol.dispose]: unsubscribe,
  }
}

/** Stores it, opens the window, heeds STOP and START. */
function receive(exchange: Exchange, input: PhoneMessage): Message {
  const { state, timetable } = exchange
  const { from, to, channel } = addressesOf(input)
  const nowMs = timetable.nowMs()
  const body = input.body ?? input.buttonText ?? ''
  const mediaSids = (input.media ?? []).map(() => newSid('ME'))
  const optOut = heedOptOut(exchange, { from, to, body, channel })
  const own: Record<string, string> = { ...fieldsOf(input), ...(optOut?.isAdvanced && { OptOutType: optOut.type }) }
  const message = makeMessage(exchange, {
    direction: 'inbound',
    from,
    to,
    body,
    mediaSids,
    status: 'received',
    fields: channel === 'whatsapp' ? whatsAppFields(from, own) : own,
  })
  for (const [index, { contentType, bytes, filename = null }] of (input.media ?? []).entries()) {
    state.saveMedia({
      sid: mediaSids[index]!,
      messageSid: message.sid,
      contentType,
      bytes,
      filename,
      createdAtMs: nowMs,
    })
  }
  if (own['MessageType'] !== 'reaction') state.saveAcquaintance(to, from, { lastInboundAtMs: nowMs })
  if (optOut) answerFor(exchange, message, optOut.answer)
  return message
}

function answerFor(exchange: Exchange, { from, to }: Message, body: string): void {
  const answer = makeMessage(exchange, { direction: 'outbound-reply', from: to, to: from, body, status: 'queued' })
  void beginProgress(exchange, answer)
}

function addressesOf({ from, to, channel = 'whatsapp' }: PhoneMessage) {
  const address = channel === 'whatsapp' ? onWhatsApp : numberOf
  return { from: address(from), to: address(to), channel }
}

function fieldsOf(input: PhoneMessage): Record<string, string> {
  const { location, media = [], channel } = input
  const kind = media[0] ? kindOf(media[0].contentType) : 'text'
  const isTap = input.buttonPayload !== undefined || input.buttonText !== undefined
  const messageType = isTap ? 'interactive' : location ? 'location' : kind
  return {
    ...(channel !== 'sms' && { MessageType: messageType }),
    ...(input.profileName !== undefined && { ProfileName: input.profileName }),
    ...(input.buttonPayload !== undefined && { ButtonPayload: input.buttonPayload }),
    ...(isTap && { ButtonText: input.buttonText ?? input.body ?? '' }),
    ...(input.repliesTo !== undefined && {
      OriginalRepliedMessageSid: input.repliesTo,
      OriginalRepliedMessageSender: onWhatsApp(input.to),
    }),
    ...(location && {
      Latitude: String(location.latitude),
      Longitude: String(location.longitude),
      ...(location.label !== undefined && { Label: location.label }),
      ...(location.address !== undefined && { Address: location.address }),
    }),
    ...input.fields,
  }
}

function kindOf(contentType: string): string {
  if (contentType === 'image/webp') return 'sticker'
  if (/^text\/(?:x-)?vcard$/.test(contentType)) return 'contacts'
  return /^(?:image|audio|video)(?=\/)/.exec(contentType)?.[0] ?? 'document'
}
