// The port to a messaging carrier: what we send through it, and what it knows of senders, templates and messages.

/** Whose account at the carrier is used: the installation's, or one that a holder brought along. */
export interface CarrierAccount {
  accountSid: string
  authToken: string
}

export type Channel = 'chatapp' | 'sms'

export type OutgoingContent =
  | { kind: 'text'; body: string }
  /** The carrier fetches the address itself; `caption` only where the channel shows one. */
  | { kind: 'media'; mediaUrl: string; caption?: string }
  /** Every placeholder filled: the carrier would put its sample text for a missing one. */
  | { kind: 'template'; templateSid: string; variables: Record<string, string> }

export interface OutgoingMessage {
  channel: Channel
  /** E.164. */
  from: string
  /** E.164, or the carrier's own id of a user who has shown no number: what `InboundMessage.from` held. */
  to: string
  content: OutgoingContent
  /** Told of every later status; names our message, so that news finds it even when the answer was lost. */
  statusCallbackUrl: string
}

/** `unknown` stands for values the carrier may add: no change. */
export type CarrierStatus =
  | 'accepted'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'undelivered'
  | 'failed'
  | 'canceled'
  | 'received'
  | 'unknown'

export interface CarrierMessage {
  sid: string
  status: CarrierStatus
  /** Without the channel's prefix; null until the carrier has chosen a sender. */
  from: string | null
  to: string
  body: string
  errorCode: number | null
  errorMessage: string | null
  /** How many media it has. */
  mediaCount: number
  createdAt: Date
}

export interface CarrierSender {
  sid: string
  /** E.164. */
  phoneNumber: string
  displayName: string | null
  /** The carrier's own word, such as `ONLINE` or `ONLINE:UPDATING`. */
  rawStatus: string
  online: boolean
  qualityRating: string | null
  /** People that may be reached within 24 hours; `unlimited`; null when the carrier does not tell. */
  messagingLimit: number | 'unlimited' | null
  messagingLimitText: string | null
  voiceCalling: boolean
  /** Why it is offline, in the carrier's words; null while it is not, and when the carrier does not tell. */
  offlineReason: string | null
  /** Where the carrier takes what people write to it; null when the carrier does not tell. */
  inboundWebhook: InboundWebhook | null
}

export interface InboundWebhook {
  /** Null: nowhere. */
  url: string | null
  method: 'GET' | 'POST'
}

export interface CarrierTemplate {
  sid: string
  name: string
  language: string
  /** `utility` where the carrier's own word is none of the three: old or missing ones. */
  category: 'marketing' | 'utility' | 'authentication'
  rawCategory: string
  /** The carrier's own word: `approved`, `received`, `pending`, `rejected`, `paused`, `disabled`, `unsubmitted`. */
  rawStatus: string
  rejectionReason: string | null
  /** Empty where the channel's owner keeps the text to itself: templates of category `authentication`. */
  bodyText: string
  /** Placeholder key to its sample (empty when there is none), from every part of the template, ordered by key. */
  variables: Record<string, string>
  /** What it has beside its body, in the order in which people see it. */
  parts: TemplatePart[]
  /** Asks for or makes a voice call: such templates need a sender of a higher limit. */
  hasVoiceCall: boolean
}

export interface TemplatePart {
  /** `code`: the one-time code in a text of the channel's own; `other`: what none of the words fits and holds a variable. */
  part: 'header' | 'footer' | 'media' | 'button' | 'code' | 'other'
  text: string
  /** Of a button: the address or number that it leads to. */
  value: string | null
}

export interface NewTemplate {
  name: string
  language: string
  category: CarrierTemplate['category']
  bodyText: string
  /** Placeholder key to its sample. */
  samples: Record<string, string>
}

/** A message that a user sent to one of our numbers. */
export interface InboundMessage {
  sid: string
  accountSid: string
  channel: Channel
  /** The address to answer to: E.164, or the carrier's own id of a user who has shown no number. */
  from: string
  /** Our number, E.164 or a short code. */
  to: string
  /** May be empty; never trimmed. */
  body: string
  profileName: string | null
  /** The number as the channel writes it, digits alone; may differ from `from` by national habits. */
  waId: string | null
  /** The carrier's id of the user, which stays when the number changes. */
  externalUserId: string | null
  media: { url: string; contentType: string | null }[]
  /** A tapped button or a chosen list entry. */
  buttonText: string | null
  buttonPayload: string | null
  /** The carrier's own word, lower case: `text`, `image`, `interactive` … */
  messageType: string | null
  location: { latitude: number; longitude: number; label: string | null; address: string | null } | null
  /** Set when the carrier has itself blocked or unblocked the user, or answered a call for help. */
  optOutType: 'stop' | 'start' | 'help' | null
  repliedToSid: string | null
}

/** News of a message that we sent; comes in any order, more than once, or before the answer to the sending. */
export interface StatusUpdate {
  sid: string
  accountSid: string
  status: CarrierStatus
  errorCode: number | null
  errorMessage: string | null
  /** The carrier's own word, often missing: `DELIVERED`, `READ`, `UNDELIVERED`. */
  eventType: string | null
}

/**
 * Every function throws `OutsideError`. Its code is the carrier's number, `http_<status>` for a refusal without one, or
 * `timeout`, `connect_failed`, `unavailable`, `unauthorised`, `protocol_error` (an answer that cannot be read).
 * `retryable` says that the same request may be sent again without harm: nothing was carried out, or it only reads.
 * What writes may throw `outcome_unknown` (never retryable) besides: it may have been carried out, so look first.
 * Messages of errors hold neither credentials nor what was sent.
 */
export interface Carrier {
  sendMessage(account: CarrierAccount, message: OutgoingMessage): Promise<{ sid: string; status: CarrierStatus }>
  /** Undefined when the carrier does not know it. */
  findMessage(account: CarrierAccount, sid: string): Promise<CarrierMessage | undefined>
  /**
   * From `from`, or from whomever when it is left out, to `to`, the newest first. `since` is held against the carrier's clock, in whole seconds: whoever asks
   * whether a message went out leaves a margin for clocks that disagree.
   */
  listMessages(
    account: CarrierAccount,
    pair: { channel: Channel; from?: string; to: string; since: Date },
  ): Promise<CarrierMessage[]>
  listSenders(account: CarrierAccount): Promise<CarrierSender[]>
  /** From now on, what people write to that sender is posted to `url`; its other webhooks stay as they are. */
  setInboundWebhook(account: CarrierAccount, senderSid: string, url: string): Promise<void>
  /** Those that were never submitted too (`unsubmitted`). */
  listTemplates(account: CarrierAccount): Promise<CarrierTemplate[]>
  /** A template whose submission is refused leaves nothing behind. */
  submitTemplate(account: CarrierAccount, template: NewTemplate): Promise<CarrierTemplate>
  /** Where the media of an inbound message lie, as its webhook would have told. */
  listMedia(account: CarrierAccount, messageSid: string): Promise<InboundMessage['media']>
  /** Media of an inbound message, asked for with the account's credentials. Longer than `maxBytes`: code `too_large`. */
  fetchMedia(account: CarrierAccount, url: string, maxBytes: number): Promise<{ contentType: string; body: Uint8Array }>
}
