// Virtual phones: every number can receive, show and send messages.
import { type Channel, numberOf, onWhatsApp, parseAddress } from '../core/addresses.ts'
import type { SandboxContext } from '../core/context.ts'
import { findBehaviour } from '../core/find-behaviour.ts'
import { newSid } from '../core/sids.ts'
import type { Message } from '../core/state.ts'
import { deliverMessage } from '../delivery/deliver-message.ts'
import { storeMessage } from '../delivery/store-message.ts'
import { deliverInbound, type InboundOutcome, whatsAppFields } from './deliver-inbound.ts'
import { applyOptOut } from './opt-out.ts'

export interface PhoneMessage {
  /** The customer's number. */
  from: string
  to: string
  body?: string
  /** Default WhatsApp. */
  channel?: Channel
  media?: { contentType: string; bytes: Buffer; filename?: string }[]
  profileName?: string
  /** The quick reply that the customer tapped. */
  buttonPayload?: string
  buttonText?: string
  /** The Sid of the message that this one replies to. */
  repliesTo?: string
  location?: { latitude: number; longitude: number; label?: string; address?: string }
  /** Adds or replaces fields of the webhook. */
  fields?: Record<string, string>
  /** How often the webhook is sent; default 1. */
  times?: number
}

export interface SentByPhone extends InboundOutcome {
  message: Message
}

export interface VirtualPhones {
  /** Resolves after the webhook's response has been applied. */
  send(message: PhoneMessage): Promise<SentByPhone>
  /** The messages that arrived at the number, oldest first. */
  inbox(number: string): Message[]
  /** All messages from and to the number, oldest first, including those not delivered yet. */
  thread(number: string): Message[]
  /** The first matching message in the inbox, now or later. Rejects after `withinMs` of real time (default 10 s). */
  waitFor(number: string, matches?: (message: Message) => boolean, withinMs?: number): Promise<Message>
  /** The numbers with messages, the most recently active first. */
  list(): string[]
  /** Sends the webhook of an inbound message again. */
  redeliver(sid: string): Promise<InboundOutcome>
}

/** Ends loops between automatic replies and an automatic receiver. */
const maxAutomaticReplies = 20

export function createPhones(context: SandboxContext): VirtualPhones & Disposable {
  const { state, events, scheduler } = context
  const replies = new Map<string, number>()

  async function send(input: PhoneMessage): Promise<SentByPhone> {
    const message = receive(context, input)
    let outcome: InboundOutcome = { webhook: undefined, replies: [] }
    for (let time = 0; time < (input.times ?? 1); time++) outcome = await deliverInbound(context, message)
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
    const reply = findBehaviour(context, to)?.reply
    const count = (replies.get(to) ?? 0) + 1
    if (reply === undefined || count > maxAutomaticReplies) return
    replies.set(to, count)
    const { channel } = parseAddress(to)
    scheduler.after(context.settings.delaysMs.read ?? 0, () =>
      send({ from: to, to: from, body: reply, channel }).then(() => {}),
    )
  })

  return {
    send,
    inbox,
    thread,
    waitFor(number, matches = () => true, withinMs = 10_000) {
      const bare = numberOf(number)
      const existing = inbox(bare).find(matches)
      if (existing) return Promise.resolve(existing)
      const { promise, resolve, reject } = Promise.withResolvers<Message>()
      const stop = events.subscribe((event) => {
        if (event.type === 'arrived' && numberOf(event.message.to) === bare && matches(event.message))
          resolve(event.message)
      })
      const timer = setTimeout(() => reject(new Error(`No matching message arrived at ${bare}.`)), withinMs)
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
      if (message?.direction !== 'inbound') return Promise.reject(new Error(`No inbound message has the Sid ${sid}.`))
      return deliverInbound(context, message)
    },
    [Symbol.dispose]: unsubscribe,
  }
}

/** Stores the message, opens the window and applies opt-out keywords. */
function receive(context: SandboxContext, input: PhoneMessage): Message {
  const { state, scheduler } = context
  const { from, to, channel } = addressesOf(input)
  const nowMs = scheduler.nowMs()
  const body = input.body ?? input.buttonText ?? ''
  const mediaSids = (input.media ?? []).map(() => newSid('ME'))
  const optOut = applyOptOut(context, { from, to, body, channel })
  const own: Record<string, string> = { ...fieldsOf(input), ...(optOut?.isAdvanced && { OptOutType: optOut.type }) }
  const message = storeMessage(context, {
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
  if (own['MessageType'] !== 'reaction') state.saveContact(to, from, { lastInboundAtMs: nowMs })
  if (optOut) replyAutomatically(context, message, optOut.reply)
  return message
}

function replyAutomatically(context: SandboxContext, { from, to }: Message, body: string): void {
  const reply = storeMessage(context, { direction: 'outbound-reply', from: to, to: from, body, status: 'queued' })
  void deliverMessage(context, reply)
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
