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

export type ApprovalStatus = 'received' | 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled'
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

export type SenderStatus =
  | 'CREATING'
  | 'ONLINE'
  | 'OFFLINE'
  | 'PENDING_VERIFICATION'
  | 'VERIFYING'
  | 'ONLINE:UPDATING'
  | 'TWILIO_REVIEW'
  | 'DRAFT'
  | 'STUBBED'

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

export interface State {
  messages: Map<string, Message>
  media: Map<string, Media>
  templates: Map<string, Template>
  senders: Map<string, WhatsAppSender>
  services: Map<string, Service>
  contacts: Map<string, Contact>
  /** When each customer last received a template, oldest first; for the messaging limit. */
  templateRecipients: Map<string, number>
  /** Oldest first. */
  messagesOf(address: string): readonly Message[]
  contact(sender: string, customer: string): Contact
  saveContact(sender: string, customer: string, change: Partial<Contact>): void
  saveMessage(message: Message): void
  saveMedia(media: Media): void
  saveTemplate(template: Template): void
  saveSender(sender: WhatsAppSender): void
  deleteMessage(message: Message): void
  deleteMedia(media: Media | undefined): void
  deleteTemplate(template: Template): void
  deleteSender(sender: WhatsAppSender): void
  /** Moves times after `nowMs`, from when the clock was ahead, to `nowMs`. */
  clampTimes(nowMs: number): void
  /** Deletes messages, media and contacts. */
  clearTraffic(): void
}

export function createState(journal: Journal, remembered: () => number): State {
  const byAddress = new Map<string, Message[]>()
  const messages: Map<string, Message> = new Map()
  const media: Map<string, Media> = new Map()
  const templates: Map<string, Template> = new Map()
  const senders: Map<string, WhatsAppSender> = new Map()
  const contacts: Map<string, Contact> = new Map()
  const templateRecipients: Map<string, number> = new Map()

  function index(message: Message): void {
    for (const address of [message.from, message.to]) {
      if (!address) continue
      const list = byAddress.get(address)
      if (!list) byAddress.set(address, [message])
      else list.push(message)
    }
  }

  function remove(message: Message): void {
    messages.delete(message.sid)
    for (const address of [message.from, message.to]) {
      const list = byAddress.get(address)
      const at = list?.indexOf(message) ?? -1
      if (at === 0) list!.shift()
      else if (at > 0) list!.splice(at, 1)
      if (list?.length === 0) byAddress.delete(address)
    }
    for (const sid of message.mediaSids) state.deleteMedia(media.get(sid))
  }

  const state: State = {
    messages,
    media,
    templates,
    senders,
    services: new Map(),
    contacts,
    templateRecipients,
    messagesOf: (address) => byAddress.get(address) ?? [],
    contact: (sender, customer) => contacts.get(`${sender} ${customer}`) ?? newContact,
    saveContact(sender, customer, change) {
      const key = `${sender} ${customer}`
      const value = { ...(contacts.get(key) ?? newContact), ...change }
      contacts.set(key, value)
      journal.put('contact', key, value)
    },
    saveMessage(message) {
      if (!messages.has(message.sid)) {
        messages.set(message.sid, message)
        index(message)
        if (messages.size > remembered()) state.deleteMessage(messages.values().next().value!)
      }
      journal.put('message', message.sid, message)
    },
    saveMedia(one) {
      media.set(one.sid, one)
      journal.put('media', one.sid, { ...one, bytes: one.bytes.toString('base64') })
    },
    saveTemplate(template) {
      templates.set(template.sid, template)
      journal.put('template', template.sid, template)
    },
    saveSender(sender) {
      senders.set(sender.sid, sender)
      journal.put('sender', sender.sid, sender)
    },
    deleteMessage(message) {
      remove(message)
      journal.delete('message', message.sid)
    },
    deleteMedia(one) {
      if (one && media.delete(one.sid)) journal.delete('media', one.sid)
    },
    deleteTemplate({ sid }) {
      if (templates.delete(sid)) journal.delete('template', sid)
    },
    deleteSender({ sid }) {
      if (senders.delete(sid)) journal.delete('sender', sid)
    },
    clampTimes(nowMs) {
      for (const message of messages.values()) if (clamp(message, nowMs)) journal.put('message', message.sid, message)
      for (const one of media.values()) if (clamp(one, nowMs)) state.saveMedia(one)
      for (const template of templates.values()) if (clamp(template, nowMs)) state.saveTemplate(template)
      for (const sender of senders.values()) if (clamp(sender, nowMs)) state.saveSender(sender)
      for (const [key, value] of contacts) if (clamp(value, nowMs)) journal.put('contact', key, value)
      for (const [customer, atMs] of templateRecipients) templateRecipients.set(customer, Math.min(atMs, nowMs))
    },
    clearTraffic() {
      for (const message of messages.values()) journal.delete('message', message.sid)
      for (const one of media.values()) journal.delete('media', one.sid)
      for (const key of contacts.keys()) journal.delete('contact', key)
      for (const map of [messages, media, contacts, templateRecipients, byAddress]) map.clear()
    },
  }
  restore(state, journal)
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

function restore(state: State, { entries }: Journal): void {
  const valuesOf = <T>(kind: Kind) => [...(entries.get(kind)?.values() ?? [])] as T[]
  for (const one of valuesOf<Media & { bytes: string }>('media')) {
    state.media.set(one.sid, { ...one, bytes: Buffer.from(one.bytes, 'base64') })
  }
  for (const template of valuesOf<Template>('template')) state.templates.set(template.sid, template)
  for (const sender of valuesOf<WhatsAppSender>('sender')) state.senders.set(sender.sid, sender)
  for (const [key, value] of entries.get('contact') ?? []) state.contacts.set(key, value as Contact)
  for (const message of valuesOf<Message>('message')) state.saveMessage(message)
}

const newContact: Contact = { lastInboundAtMs: null, optedOut: false }
