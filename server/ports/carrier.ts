// The port to the messages of a carrier, and what all ports to carriers share.
/** An account at a carrier: that of the installation, or one that an account has set. */
export interface CarrierAccount {
  /** The name of the adapter, as in `Carriers`. */
  carrier: string
  /** The carrier's id of the account. The ids of two carriers are expected to differ. */
  externalId: string
  /** Secret. Only the adapter knows what it contains. */
  credentials: string
}

/** Identifies what a carrier reports on. The token keeps others from reporting. */
export interface ReportKey {
  uuid: string
  token: string
}

/**
 * What a failed or rejected request, message or call means. The words of the carrier and its codes are for people only.
 *
 * - `opted_out`: the recipient has opted out of all messages of the sender.
 * - `opted_out_of_marketing`: the recipient has opted out of marketing.
 * - `malformed_number`: the text is not a phone number.
 * - `invalid_number`: the number does not exist, or cannot have this kind of message or call.
 * - `unreachable`: the carrier may or can not reach the number.
 * - `outside_window`: only a template can be sent to the customer now.
 * - `template_unavailable`: the template was rejected, paused or disabled.
 * - `unknown_template`: the carrier does not have the template.
 * - `wrong_variables`: the variables do not fit the template.
 * - `sender_unavailable`: the sender or its account cannot send at the moment.
 * - `unauthorised`: the carrier does not accept the credentials.
 * - `account_restricted`: the account at the carrier is suspended, or may not do this.
 * - `overloaded`: the carrier takes no more now.
 * - `not_found`: the carrier does not have what the request is about.
 * - `unsupported`: this carrier cannot do that.
 * - `other`: none of these.
 */
export type FailureReason =
  | 'opted_out'
  | 'opted_out_of_marketing'
  | 'malformed_number'
  | 'invalid_number'
  | 'unreachable'
  | 'outside_window'
  | 'template_unavailable'
  | 'unknown_template'
  | 'wrong_variables'
  | 'sender_unavailable'
  | 'unauthorised'
  | 'account_restricted'
  | 'overloaded'
  | 'not_found'
  | 'unsupported'
  | 'other'

/** Why the carrier did not deliver a message, or connect a call. */
export interface CarrierFault {
  /** Null if the carrier did not refuse anything, or did not say why. */
  failureReason: FailureReason | null
  /** The carrier's own code, for people and clients. Null if it gave none. */
  errorCode: number | null
  errorMessage: string | null
}

export type Channel = 'chatapp' | 'sms'

export type OutgoingContent =
  | { kind: 'text'; body: string }
  /** The carrier fetches the URL itself. `caption` is set only if the channel shows captions. */
  | { kind: 'media'; mediaUrl: string; caption?: string }
  /** Every placeholder must have a value, because the carrier would send its sample for a missing one. */
  | { kind: 'template'; templateExternalId: string; variables: Record<string, string> }

export interface OutgoingMessage {
  channel: Channel
  /** E.164. */
  from: string
  /** E.164, or the carrier's id of a user with a hidden number, as in `InboundMessage.from`. */
  to: string
  content: OutgoingContent
  /** Returned with every later status, so that a status is matched even if the response was lost. */
  report: ReportKey
}

/** `unknown` means a status that was added later; it changes nothing. */
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

export interface CarrierMessage extends CarrierFault {
  externalId: string
  status: CarrierStatus
  /** Without the channel prefix. Null until the carrier has chosen a sender. */
  from: string | null
  to: string
  body: string
  /** The number of media files. */
  mediaCount: number
  createdAt: Date
}

export interface CarrierSender {
  externalId: string
  /** E.164. */
  phoneNumber: string
  displayName: string | null
  /** The status in the terms of the carrier, such as `ONLINE` or `ONLINE:UPDATING`. */
  rawStatus: string
  online: boolean
  qualityRating: string | null
  /** The number of customers that can be reached in 24 hours, or `unlimited`. Null if the carrier does not report it. */
  messagingLimit: number | 'unlimited' | null
  messagingLimitText: string | null
  voiceCalling: boolean
  /** The reason that the carrier gives while the sender is offline, if any. */
  offlineReason: string | null
  /** The inbound webhook at the carrier. Undefined or null if the carrier does not report it. */
  inboundWebhook: InboundWebhook | null
}

export interface InboundWebhook {
  /** Null if no webhook is set. */
  url: string | null
  method: 'GET' | 'POST'
}

export interface CarrierTemplate {
  externalId: string
  name: string
  language: string
  /** `utility` if the category of the carrier is missing or obsolete. */
  category: 'marketing' | 'utility' | 'authentication'
  rawCategory: string
  /** The status at the carrier: `approved`, `received`, `pending`, `rejected`, `paused`, `disabled`, `unsubmitted`. */
  rawStatus: string
  rejectionReason: string | null
  /** Empty if the channel does not show the text: templates of category `authentication`. */
  bodyText: string
  /** Maps each placeholder in any part of the template to its sample, which may be empty, ordered by key. */
  variables: Record<string, string>
  /** The parts other than the body, in display order. */
  parts: TemplatePart[]
  /** Whether the template requests or makes a voice call, which needs a sender with a higher limit. */
  hasVoiceCall: boolean
}

export interface TemplatePart {
  /** `code` is the one-time code in a fixed text of the channel. `other` is any other part with a variable. */
  part: 'header' | 'footer' | 'media' | 'button' | 'code' | 'other'
  text: string
  /** The URL or phone number of a button. */
  value: string | null
}

export interface NewTemplate {
  name: string
  language: string
  category: CarrierTemplate['category']
  bodyText: string
  /** Maps each placeholder to its sample. */
  samples: Record<string, string>
}

/** The ad or post of the account from which a user began to write. A part that the channel does not report is null. */
export interface Referral {
  /** In the terms of the channel: `ad` or `post`. */
  sourceType: string | null
  sourceId: string | null
  sourceUrl: string | null
  headline: string | null
  body: string | null
  /** Identifies the click, for reports of conversions. */
  clickId: string | null
  mediaUrl: string | null
  mediaContentType: string | null
}

/** A message that a user sent to one of our numbers. */
export interface InboundMessage {
  externalId: string
  carrierAccountId: string
  channel: Channel
  /** The address to reply to: E.164, or the carrier's id of a user with a hidden number. */
  from: string
  /** Our number: E.164 or a short code. */
  to: string
  /** May be empty. Never trimmed. */
  body: string
  profileName: string | null
  /** The number as the channel writes it, digits only; it can differ from `from` by national conventions. */
  waId: string | null
  /** The carrier's id of the user, which stays the same if the number changes. */
  externalUserId: string | null
  /** Users can change it, and another one can then take it. Absent in messages that an earlier version stored. */
  username?: string | null
  media: { url: string; contentType: string | null }[]
  /** A tapped button or a selected list entry. */
  buttonText: string | null
  buttonPayload: string | null
  /** The type in the terms of the carrier, in lower case: `text`, `image`, `interactive` … */
  messageType: string | null
  location: { latitude: number; longitude: number; label: string | null; address: string | null } | null
  /** Set if the carrier itself has blocked or unblocked the user, or answered a request for help. */
  optOutType: 'stop' | 'start' | 'help' | null
  repliedToExternalId: string | null
  /** Set for a message that a user began from an ad or a post. Absent in messages that an earlier version stored. */
  referral?: Referral | null
}

/** A status update of a sent message. Updates arrive in any order, repeatedly, or before the response of the send request. */
export interface StatusUpdate extends CarrierFault {
  externalId: string
  carrierAccountId: string
  status: CarrierStatus
  /** The event in the terms of the carrier, often missing: `DELIVERED`, `READ`, `UNDELIVERED`. */
  eventType: string | null
}

/** Every function throws `CarrierError`. Error messages contain neither credentials nor message contents. */
export interface MessageCarrier {
  sendMessage(account: CarrierAccount, message: OutgoingMessage): Promise<{ externalId: string; status: CarrierStatus }>
  /** Undefined if the carrier does not know the message. Needs `listsMessages`. */
  findMessage(account: CarrierAccount, externalId: string): Promise<CarrierMessage | undefined>
  /**
   * Lists messages to `to`, newest first, optionally only from `from`. `since` is compared with the carrier's clock in
   * whole seconds, so callers need a margin for clock differences. Needs `listsMessages`.
   */
  listMessages(
    account: CarrierAccount,
    pair: { channel: Channel; from?: string; to: string; since: Date },
  ): Promise<CarrierMessage[]>
  listSenders(account: CarrierAccount): Promise<CarrierSender[]>
  /** The URL to which the carrier must post the messages for senders, as an operator would enter it at the carrier. */
  inboundUrl: string
  isInboundWebhook(webhook: InboundWebhook): boolean
  /** Has messages for the sender posted to `inboundUrl`. Other webhooks of the sender stay unchanged. */
  setInboundWebhook(account: CarrierAccount, senderExternalId: string): Promise<void>
  /** Includes templates that were never submitted (`unsubmitted`). */
  listTemplates(account: CarrierAccount): Promise<CarrierTemplate[]>
  /** A template whose submission is rejected is deleted again. Needs `submitsTemplates`. */
  submitTemplate(account: CarrierAccount, template: NewTemplate): Promise<CarrierTemplate>
  /** Lists the media URLs of an inbound message, as in its webhook. */
  listMedia(account: CarrierAccount, messageExternalId: string): Promise<InboundMessage['media']>
  /** Fetches media of an inbound message with the credentials of the account. Code `too_large` if longer than `maxBytes`. */
  fetchMedia(account: CarrierAccount, url: string, maxBytes: number): Promise<{ contentType: string; body: Uint8Array }>
}

/** The functions that send a request to the carrier. They return promises. */
export const messageRequests = [
  'sendMessage',
  'findMessage',
  'listMessages',
  'listSenders',
  'setInboundWebhook',
  'listTemplates',
  'submitTemplate',
  'listMedia',
  'fetchMedia',
] as const satisfies readonly (keyof MessageCarrier)[]
