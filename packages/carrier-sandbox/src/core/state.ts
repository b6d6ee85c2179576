// The state of the sandbox: messages, media, templates, senders, and contacts between customers and senders.
import type { Channel } from './addresses.ts'
import type { Fault } from './faults.ts'
import type { Journal, Kind } from './journal.ts'

export type MessageStatus =
  | 'accepted'
  | 'scheduled'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'undelivered'
  | 'failed'
  | 'canceled'
  | 'received'

export interface Message {
  sid: string
  direction: 'inbound' | 'outbound-api' | 'outbound-reply'
  channel: Channel
  /** With the channel prefix, such as `whatsapp:+1…`. */
  from: string
  to: string
  /** The text that the customer sees, with placeholders replaced. */
  body: string
  mediaUrls: string[]
  mediaSids: string[]
  status: MessageStatus
  errorCode: number | null
  segments: number
  createdAtMs: number
  updatedAtMs: number
  sentAtMs: number | null
  /** When it arrived on the phone. */
  arrivedAtMs: number | null
  serviceSid: string | null
  contentSid: string | null
  buttons: Button[]
  statusCallback: string | null
  validitySeconds: number
  sendAtMs: number | null
  faults: Fault[]
  /** Further fields of the inbound webhook, such as the profile name. */
  fields: Record<string, string>
}

export interface Button {
  title: string
  /** Returned as `ButtonPayload`; null for buttons that open a link or a call. */
  payload: string | null
}

export interface Media {
  sid: string
  messageSid: string
  contentType: string
  bytes: Buffer
  filename: string | null
  createdAtMs: number
}

export const approvalStatuses = ['received', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]
export type TemplateTypes = Record<string, Record<string, unknown>>

export interface Approval {
  name: string
  category: string
  status: ApprovalStatus
  rejectionReason: string
  allowCategoryChange: boolean
}

export interface Template {
  sid: string
  friendlyName: string | null
  language: string
  variables: Record<string, string>
  types: TemplateTypes
  createdAtMs: number
  updatedAtMs: number
  approval: Approval | null
}

export const senderStatuses = [
  'CREATING',
  'ONLINE',
  'OFFLINE',
  'PENDING_VERIFICATION',
  'VERIFYING',
  'ONLINE:UPDATING',
  'TWILIO_REVIEW',
  'DRAFT',
  'STUBBED',
] as const
export type SenderStatus = (typeof senderStatuses)[number]

export interface OfflineReason {
  code: string
  message: string
}

export interface WhatsAppSender {
  sid: string
  /** `whatsapp:+1…` */
  senderId: string
  status: SenderStatus
  configuration: Record<string, unknown>
  webhook: Record<string, unknown>
  profile: Record<string, unknown>
  quality: string | null
  /** As the API shows it, such as `10K Customers/24hr`; null until the sender has properties. */
  messagingLimit: string | null
  offlineReasons: OfflineReason[] | null
  lastTrafficAtMs: number
}

export interface Service {
  sid: string
  senders: string[]
  inboundUrl: string | null
  statusCallbackUrl: string | null
  advancedOptOut: boolean
}

/** A customer as seen by one sender. */
export interface Contact {
  lastInboundAtMs: number | null
  optedOut: boolean
}

export type ResourceEvent = { type: 'template'; template: Template } | { type: 'sender'; sender: WhatsAppSender }
export type State = ReturnType<typeof createState>

export function createState(journal: Journal, publish: (event: ResourceEvent) => void, remembered: () => number) {
  const byAddress = new Map<string, Message[]>()
  const messages = new Map<string, Message>()
  const media = new Map<string, Media>()
  const templates = new Map<string, Template>()
  const senders = new Map<string, WhatsAppSender>()
  /** By sender and customer. */
  const contacts = new Map<string, Contact>()
  /** When each customer last received a template, oldest first; for the messaging limit. */
  const templateRecipients = new Map<string, number>()

  function saveMessage(message: Message): void {
    if (!messages.has(message.sid)) {
      messages.set(message.sid, message)
      for (const address of [message.from, message.to]) {
        const list = byAddress.get(address)
        if (!list) byAddress.set(address, [message])
        else list.push(message)
      }
      if (messages.size > remembered()) deleteMessage(messages.values().next().value!)
    }
    journal.put('message', message.sid, message)
  }

  function deleteMessage(message: Message): void {
    messages.delete(message.sid)
    for (const address of [message.from, message.to]) {
      const list = byAddress.get(address)
      const at = list?.indexOf(message) ?? -1
      if (at === 0) list!.shift()
      else if (at > 0) list!.splice(at, 1)
      if (list?.length === 0) byAddress.delete(address)
    }
    for (const sid of message.mediaSids) deleteMedia(sid)
    journal.delete('message', message.sid)
  }

  function saveMedia(item: Media): void {
    media.set(item.sid, item)
    journal.put('media', item.sid, { ...item, bytes: item.bytes.toString('base64') })
  }

  function deleteMedia(sid: string): void {
    if (media.delete(sid)) journal.delete('media', sid)
  }

  const state = {
    messages: messages as ReadonlyMap<string, Message>,
    media: media as ReadonlyMap<string, Media>,
    templates: templates as ReadonlyMap<string, Template>,
    senders: senders as ReadonlyMap<string, WhatsAppSender>,
    services: new Map<string, Service>(),
    templateRecipients,
    saveMessage,
    deleteMessage,
    saveMedia,
    deleteMedia,
    /** Oldest first. */
    messagesOf: (address: string): readonly Message[] => byAddress.get(address) ?? [],
    contact: (sender: string, customer: string): Contact => contacts.get(`${sender} ${customer}`) ?? newContact,
    saveContact(sender: string, customer: string, change: Partial<Contact>): void {
      const key = `${sender} ${customer}`
      const value = { ...state.contact(sender, customer), ...change }
      contacts.set(key, value)
      journal.put('contact', key, value)
    },
    saveTemplate(template: Template): void {
      templates.set(template.sid, template)
      journal.put('template', template.sid, template)
      publish({ type: 'template', template })
    },
    saveSender(sender: WhatsAppSender): void {
      senders.set(sender.sid, sender)
      journal.put('sender', sender.sid, sender)
      publish({ type: 'sender', sender })
    },
    deleteTemplate(template: Template): void {
      if (templates.delete(template.sid)) journal.delete('template', template.sid)
      publish({ type: 'template', template })
    },
    deleteSender(sender: WhatsAppSender): void {
      if (senders.delete(sender.sid)) journal.delete('sender', sender.sid)
      publish({ type: 'sender', sender })
    },
    /** Moves times after `nowMs`, from when the clock was ahead, to `nowMs`. */
    clampTimes(nowMs: number): void {
      for (const message of messages.values()) if (clamp(message, nowMs)) saveMessage(message)
      for (const item of media.values()) if (clamp(item, nowMs)) saveMedia(item)
      for (const template of templates.values()) if (clamp(template, nowMs)) state.saveTemplate(template)
      for (const sender of senders.values()) if (clamp(sender, nowMs)) state.saveSender(sender)
      for (const [key, value] of contacts) if (clamp(value, nowMs)) journal.put('contact', key, value)
      for (const [customer, atMs] of templateRecipients) templateRecipients.set(customer, Math.min(atMs, nowMs))
    },
    /** Deletes messages, media and contacts. */
    clearTraffic(): void {
      for (const [kind, map] of Object.entries({ message: messages, media, contact: contacts }))
        for (const key of map.keys()) journal.delete(kind as Kind, key)
      for (const map of [messages, media, contacts, templateRecipients, byAddress]) map.clear()
    },
  }

  const valuesOf = <T>(kind: Kind) => [...(journal.entries.get(kind)?.values() ?? [])] as T[]
  for (const item of valuesOf<Media & { bytes: string }>('media'))
    media.set(item.sid, { ...item, bytes: Buffer.from(item.bytes, 'base64') })
  for (const template of valuesOf<Template>('template')) templates.set(template.sid, template)
  for (const sender of valuesOf<WhatsAppSender>('sender')) senders.set(sender.sid, sender)
  for (const [key, value] of journal.entries.get('contact') ?? []) contacts.set(key, value as Contact)
  for (const message of valuesOf<Message>('message')) saveMessage(message)
  return state
}

const timeFields = ['createdAtMs', 'updatedAtMs', 'sentAtMs', 'arrivedAtMs', 'lastInboundAtMs', 'lastTrafficAtMs']

/** Returns whether a time changed. */
function clamp(record: object, nowMs: number): boolean {
  const times = record as Record<string, unknown>
  const future = timeFields.filter((name) => typeof times[name] === 'number' && times[name] > nowMs)
  for (const name of future) times[name] = nowMs
  return future.length > 0
}

/** Finds the WhatsApp sender with an address. */
export function findSender({ state }: { state: State }, address: string): WhatsAppSender | undefined {
  return state.senders.values().find(({ senderId }) => senderId === address)
}

/** `delivered` may still become `read`. */
export function isFinal(status: MessageStatus): boolean {
  return /^(?:delivered|read|undelivered|failed|canceled|received)$/.test(status)
}

const newContact: Contact = { lastInboundAtMs: null, optedOut: false }
