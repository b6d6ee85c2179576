// Parses Twilio's webhooks: inbound messages and status updates.
import type { Form } from '#server/platform/http/bodies/form-body.ts'
import type { InboundMessage, Referral, StatusUpdate } from '#server/ports/carrier.ts'
import { addressIn, numberOf, oneOf, textIn } from '../rest/json.ts'
import { faultOf } from '../rest/meaning.ts'
import { bareAddress, splitAddress } from './addressing.ts'
import { toStatus } from './statuses.ts'

/**
 * Undefined for a form that is not an inbound message: without a sid or an address, of an unsupported channel, or a
 * status callback at the wrong URL. https://www.twilio.com/docs/messaging/guides/webhook-request
 */
export function parseInboundMessage(form: Form): InboundMessage | undefined {
  const ids = readIds(form)
  const sender = splitAddress(addressIn(form, 'From') ?? addressIn(form, 'ExternalUserId') ?? '')
  const receiver = splitAddress(addressIn(form, 'To') ?? '')
  if (!ids || !sender || !receiver || sender.channel !== receiver.channel) return undefined
  if (toStatus(statusWord(form) ?? 'received') !== 'received') return undefined
  const externalUserId = addressIn(form, 'ExternalUserId')
  return {
    ...ids,
    channel: sender.channel,
    from: sender.bare,
    to: receiver.bare,
    body: textIn(form, 'Body') ?? '',
    profileName: oneOf(form, 'ProfileName'),
    waId: oneOf(form, 'WaId'),
    externalUserId: externalUserId === null ? null : bareAddress(externalUserId),
    username: readUsername(form),
    media: readMedia(form),
    buttonText: oneOf(form, 'ButtonText') ?? oneOf(form, 'ListTitle'),
    buttonPayload: oneOf(form, 'ButtonPayload') ?? oneOf(form, 'ListId'),
    messageType: oneOf(form, 'MessageType')?.toLowerCase() ?? null,
    location: readLocation(form),
    optOutType: readOptOut(form),
    repliedToExternalId: oneOf(form, 'OriginalRepliedMessageSid'),
    referral: readReferral(form),
  }
}

/**
 * Undefined for a form without a status, and for the status of an inbound message.
 * https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
 */
export function parseStatusUpdate(form: Form): StatusUpdate | undefined {
  const ids = readIds(form)
  const word = statusWord(form)
  const status = toStatus(word)
  if (!ids || word === null || status === 'received') return undefined
  return {
    ...ids,
    status,
    ...faultOf(numberOf(oneOf(form, 'ErrorCode')), oneOf(form, 'ChannelStatusMessage') ?? oneOf(form, 'ErrorMessage')),
    eventType: oneOf(form, 'EventType')?.toUpperCase() ?? null,
  }
}

function statusWord(form: Form): string | null {
  return oneOf(form, 'MessageStatus') ?? oneOf(form, 'SmsStatus') ?? oneOf(form, 'EventType')
}

function readIds(form: Form): { externalId: string; carrierAccountId: string } | undefined {
  const sid = oneOf(form, 'MessageSid') ?? oneOf(form, 'SmsSid') ?? oneOf(form, 'SmsMessageSid')
  const accountSid = oneOf(form, 'AccountSid')
  if (sid === null || !/^(?:SM|MM)[0-9a-f]{32}$/i.test(sid)) return undefined
  return accountSid !== null && /^AC[0-9a-f]{32}$/i.test(accountSid)
    ? { externalId: sid, carrierAccountId: accountSid }
    : undefined
}

/** Uses the URLs that are present, because `NumMedia` can be missing. */
function readMedia(form: Form): InboundMessage['media'] {
  return Array.from({ length: 10 }, (_, index) => ({
    url: oneOf(form, `MediaUrl${index}`),
    contentType: oneOf(form, `MediaContentType${index}`),
  })).filter((item): item is { url: string; contentType: string | null } => /^https?:\/\//i.test(item.url ?? ''))
}

function readUsername(form: Form): string | null {
  const name = oneOf(form, 'ProfileUsername') ?? oneOf(form, 'Username')
  return name !== null && /^@?[^\s@]{1,100}$/.test(name) ? name : null
}

function readLocation(form: Form): InboundMessage['location'] {
  const latitude = degreesIn(form, 'Latitude', 90)
  const longitude = degreesIn(form, 'Longitude', 180)
  if (latitude === undefined || longitude === undefined) return null
  return { latitude, longitude, label: oneOf(form, 'Label'), address: oneOf(form, 'Address') }
}

/** `ReferralNumMedia` is part of every message of the chat app. */
function readReferral(form: Form): Referral | null {
  const referral: Referral = {
    sourceType: oneOf(form, 'ReferralSourceType'),
    sourceId: oneOf(form, 'ReferralSourceId'),
    sourceUrl: oneOf(form, 'ReferralSourceUrl'),
    headline: oneOf(form, 'ReferralHeadline'),
    body: oneOf(form, 'ReferralBody'),
    clickId: oneOf(form, 'ReferralCtwaClid'),
    mediaUrl: oneOf(form, 'ReferralMediaUrl'),
    mediaContentType: oneOf(form, 'ReferralMediaContentType'),
  }
  return Object.values(referral).some((value) => value !== null) ? referral : null
}

function degreesIn(form: Form, name: string, limit: number): number | undefined {
  const text = oneOf(form, name)
  const degrees = text !== null && /^[+-]?\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(degrees) <= limit ? degrees : undefined
}

function readOptOut(form: Form): InboundMessage['optOutType'] {
  const word = oneOf(form, 'OptOutType')?.toLowerCase()
  return word === 'stop' || word === 'start' || word === 'help' ? word : null
}
