// Virtual phones: every number can receive, show and send messages.
import { type Channel, isUserId, numberOf, onWhatsApp, parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import { findBehaviour } from '../core/behaviours.ts'
import type { SandboxContext } from '../core/context.ts'
import type { SandboxEvent } from '../core/events.ts'
import { newSid } from '../core/sids.ts'
import type { Message } from '../core/state.ts'
import { storeMessage } from '../delivery/store-message.ts'
import { deliverInbound, type InboundOutcome, replyTo } from './deliver-inbound.ts'
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

export type VirtualPhones = ReturnType<typeof createPhones>

/** Ends loops between automatic replies and an automatic receiver. */
const maxAutomaticReplies = 20

export function createPhones(context: SandboxContext) {
  const { state, events, scheduler } = context
  const replies = new Map<string, number>()

  /** Resolves after the webhook's response has been applied. */
  async function send(input: PhoneMessage): Promise<SentByPhone> {
    const message = receive(context, input)
    let outcome: InboundOutcome = { webhook: undefined, replies: [] }
    for (let time = 0; time < (input.times ?? 1); time++) outcome = await deliverInbound(context, message)
    return { message, ...outcome }
  }

  /** All messages from and to the number, oldest first, including those not delivered yet. */
  const thread = (number: string): Message[] => {
    const bare = numberOf(number)
    const both = [...state.messagesOf(bare), ...state.messagesOf(onWhatsApp(bare))]
    return both.sort((a, b) => a.createdAtMs - b.createdAtMs)
  }
  /** The messages that arrived at the number, oldest first. */
  const inbox = (number: string) =>
    thread(number).filter((message) => message.arrivedAtMs !== null && message.direction !== 'inbound')

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
    /** The first matching message in the inbox, now or later. Rejects after `withinMs` of real time. */
    waitFor(number: string, matches: (message: Message) => boolean = () => true, withinMs = 10_000): Promise<Message> {
      const bare = numberOf(number)
      const existing = inbox(bare).find(matches)
      if (existing) return Promise.resolve(existing)
      const isArrival = (event: SandboxEvent) =>
        event.type === 'arrived' && numberOf(event.message.to) === bare && matches(event.message)
          ? event.message
          : undefined
      return events.first(isArrival, withinMs, `No matching message arrived at ${bare}.`)
    },
    /** The numbers with messages, the most recently active first. */
    list(): string[] {
      const numbers = new Set<string>()
      for (const message of [...state.messages.values()].reverse()) {
        numbers.add(numberOf(message.direction === 'inbound' ? message.from : message.to))
      }
      return [...numbers]
    },
    /** Sends the webhook of an inbound message again. */
    async redeliver(sid: string): Promise<InboundOutcome> {
      const message = state.messages.get(sid)
      if (message?.direction !== 'inbound') throw new ApiError(20404, `No inbound message has the Sid ${sid}.`)
      return deliverInbound(context, message)
    },
    [Symbol.dispose]: unsubscribe,
  }
}

/** Stores the message, opens the window and applies opt-out keywords. */
function receive(context: SandboxContext, input: PhoneMessage): Message {
  const { state, scheduler } = context
  const { channel = 'whatsapp', media = [] } = input
  const [from, to] = [input.from, input.to].map(channel === 'whatsapp' ? onWhatsApp : numberOf) as [string, string]
  const nowMs = scheduler.nowMs()
  const body = input.body ?? input.buttonText ?? ''
  const mediaSids = media.map(() => newSid('ME'))
  const optOut = applyOptOut(context, { from, to, body, channel })
  const own: Record<string, string> = { ...fieldsOf(input), ...(optOut?.isAdvanced && { OptOutType: optOut.type }) }
  const message = storeMessage(context, {
    direction: 'inbound',
    from,
    to,
    body,
    mediaSids,
    status: 'received',
    fields: { ...(channel === 'whatsapp' && whatsAppFieldsOf(from)), ...own },
  })
  for (const [index, file] of media.entries())
    state.saveMedia({ filename: null, ...file, sid: mediaSids[index]!, messageSid: message.sid, createdAtMs: nowMs })
  if (own['MessageType'] !== 'reaction') state.saveContact(to, from, { lastInboundAtMs: nowMs })
  if (optOut) replyTo(context, message, { body: optOut.reply })
  return message
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

/** The fields that Twilio adds to messages from WhatsApp. */
function whatsAppFieldsOf(customer: string): Record<string, string> {
  return {
    ProfileName: 'Sandbox user',
    ...(isUserId(numberOf(customer)) ? { ExternalUserId: customer } : { WaId: numberOf(customer).replace(/^\+/, '') }),
    Forwarded: 'false',
    FrequentlyForwarded: 'false',
    ReferralNumMedia: '0',
  }
}

function kindOf(contentType: string): string {
  if (contentType === 'image/webp') return 'sticker'
  if (/^text\/(?:x-)?vcard$/.test(contentType)) return 'contacts'
  return /^(?:image|audio|video)(?=\/)/.exec(contentType)?.[0] ?? 'document'
}
