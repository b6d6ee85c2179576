// Validates the parameters of a new message, in Twilio's order.
import { type Address, isUserId, parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { isSmsCapable } from '../core/phone-numbers.ts'
import { isSid } from '../core/sids.ts'
import { findSender } from '../core/state.ts'
import { type MessageDraft, maxValiditySeconds } from '../delivery/store-message.ts'
import { fillTemplate, readVariables } from '../templates/fill-template.ts'

export function readMessage(context: SandboxContext, form: URLSearchParams): MessageDraft {
  const text = (name: string) => form.get(name) || undefined
  const [toText, fromText, serviceSid] = [text('To'), text('From'), text('MessagingServiceSid')]
  if (toText === undefined) throw new ApiError(21604)
  if (fromText === undefined && serviceSid === undefined) throw new ApiError(21603)
  if (text('ContentVariables') !== undefined && !text('ContentSid')) throw new ApiError(21654)
  if (!text('Body') && !text('MediaUrl') && !text('ContentSid')) throw new ApiError(21619)

  const to = readTo(context, toText)
  const service = serviceSid === undefined ? undefined : context.state.services.get(serviceSid)
  if (serviceSid !== undefined && !service) throw new ApiError(21701)
  const from = fromText ?? service!.senders.find((address) => parseAddress(address).channel === to.channel)
  if (from === undefined) throw new ApiError(21703)
  checkFrom(context, from, to)
  const content = readContent(context, form, to)
  const sendAtMs = service ? readSendAt(context, form) : null
  const draft: MessageDraft = {
    direction: 'outbound-api',
    from,
    to: toText,
    ...content,
    status: sendAtMs !== null ? 'scheduled' : service ? 'accepted' : 'queued',
    serviceSid: service?.sid ?? null,
    statusCallback: readCallback(text('StatusCallback')),
    validitySeconds: readValidity(text('ValidityPeriod')),
    sendAtMs,
    smartEncoded: text('SmartEncoded')?.toLowerCase() === 'true',
  }
  if (context.state.contact(from, toText).optedOut) throw new ApiError(21610)
  return draft
}

function readTo({ state }: SandboxContext, text: string): Address {
  const to = parseAddress(text)
  // The id of a customer who hides their number is valid after their first message.
  const isKnownId = to.channel === 'whatsapp' && isUserId(to.number) && state.messagesOf(text).length > 0
  if (!to.isNumber && !isKnownId) throw new ApiError(21211, `The 'To' number ${text} is not a valid phone number.`)
  return to
}

function checkFrom(context: SandboxContext, text: string, to: Address): void {
  const from = parseAddress(text)
  if (from.channel !== to.channel) throw new ApiError(21910)
  if (from.channel === 'whatsapp') {
    const sender = findSender(context, text)
    // An offline sender accepts messages; their delivery fails.
    if (!sender || !/^(?:ONLINE|ONLINE:UPDATING|OFFLINE)$/.test(sender.status)) throw new ApiError(63007)
    return
  }
  const isName = /^(?=.*[A-Za-z])[A-Za-z0-9 &.+_-]{1,11}$/.test(text)
  if (!from.isNumber && !isName && !/^\d{5,6}$/.test(text)) {
    const what = 'a valid phone number, shortcode, or alphanumeric sender ID'
    throw new ApiError(21212, `The 'From' number ${text} is not ${what}.`)
  }
  const number = context.phoneNumbers.find(text)
  if (!number) throw new ApiError(21659)
  if (!isSmsCapable(number)) throw new ApiError(21606)
}

function readContent({ state }: SandboxContext, form: URLSearchParams, to: Address) {
  const isWhatsApp = to.channel === 'whatsapp'
  const contentSid = form.get('ContentSid')
  if (contentSid) {
    const template = isSid(contentSid, 'HX') ? state.templates.get(contentSid) : undefined
    if (!template) throw new ApiError(21655)
    const variables = readVariables(form.get('ContentVariables') ?? '', template, isWhatsApp)
    return { contentSid, ...fillTemplate(template, variables) }
  }
  const body = form.get('Body') ?? ''
  if (body.length > 1_600) throw new ApiError(21617)
  const mediaUrls = form.getAll('MediaUrl').filter((url) => url !== '')
  if (mediaUrls.length > 10) throw new ApiError(21623)
  if (!mediaUrls.every(isWebAddress)) throw new ApiError(21620)
  return { body, mediaUrls }
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export function readCallback(url: string | undefined): string | null {
  if (url === undefined) return null
  const isGood = url.length <= 4_000 && isWebAddress(url) && !new URL(url).hostname.includes('_')
  if (!isGood) throw new ApiError(21609, `The 'StatusCallback' URL ${url} is not a valid URL.`)
  return url
}

function readValidity(text: string | undefined): number {
  if (text === undefined) return maxValiditySeconds
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > maxValiditySeconds) throw new ApiError(90007)
  return seconds
}

/** Twilio ignores the schedule of a message without a messaging service. */
function readSendAt({ scheduler }: SandboxContext, form: URLSearchParams): number | null {
  if (form.get('ScheduleType') !== 'fixed') return null
  const text = form.get('SendAt') ?? ''
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  const inMinutes = (atMs - scheduler.nowMs()) / 60_000
  if (!(inMinutes >= 15 && inMinutes <= 35 * 24 * 60)) throw new ApiError(35114)
  return atMs
}
