// Reads and checks the parameters of a new message, in the order in which the carrier refuses them.
import { type Address, parseAddress } from '../core/addresses.ts'
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { canSend, findSender } from '../core/find-sender.ts'
import { isSid } from '../core/sids.ts'
import type { Service } from '../core/state.ts'
import { longestValiditySeconds, type MessageDraft } from '../delivery/make-message.ts'
import { fill, readVariables } from '../templates/fill.ts'

const longestBody = 1_600
const mostMedia = 10
const longestUrl = 4_000
const quarterHourMs = 15 * 60_000
const latestScheduleMs = 35 * 24 * 60 * 60_000

export function readMessage(exchange: Exchange, form: URLSearchParams): MessageDraft {
  const text = (name: string) => form.get(name) || undefined
  const [toText, fromText, serviceSid] = [text('To'), text('From'), text('MessagingServiceSid')]
  if (toText === undefined) throw new CarrierRefusal(21604)
  if (fromText === undefined && serviceSid === undefined) throw new CarrierRefusal(21603)
  if (text('ContentVariables') !== undefined && !text('ContentSid')) throw new CarrierRefusal(21654)
  if (!text('Body') && !text('MediaUrl') && !text('ContentSid')) throw new CarrierRefusal(21619)

  const to = readTo(exchange, toText)
  const service = serviceSid === undefined ? undefined : findService(exchange, serviceSid)
  const from = fromText ?? senderFor(service!, to)
  checkFrom(exchange, from, to)
  const content = readContent(exchange, form, to)
  const sendAtMs = service ? readSendAt(exchange, form) : null
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
  if (exchange.state.acquaintance(from, toText).optedOut) throw new CarrierRefusal(21610)
  return draft
}

function readTo({ state }: Exchange, text: string): Address {
  const to = parseAddress(text)
  // People who hide their number have an id, known once they wrote.
  const isKnownId = /^ID\.\d+$/.test(to.number) && state.messagesOf(text).length > 0
  if (!to.isNumber && !isKnownId)
    throw new CarrierRefusal(21211, `The 'To' number ${text} is not a valid phone number.`)
  return to
}

function findService({ state }: Exchange, sid: string): Service {
  const service = isSid(sid, 'MG') ? state.services.get(sid) : undefined
  if (!service) throw new CarrierRefusal(21701)
  return service
}

function senderFor(service: Service, to: Address): string {
  const sender = service.senders.find((one) => parseAddress(one).channel === to.channel)
  if (sender === undefined) throw new CarrierRefusal(21703)
  return sender
}

function checkFrom(exchange: Exchange, text: string, to: Address): void {
  const from = parseAddress(text)
  if (from.channel !== to.channel) throw new CarrierRefusal(21910)
  if (from.channel === 'whatsapp') {
    const sender = findSender(exchange, text)
    // A sender that went offline still takes messages, and loses them.
    if (!sender || !(canSend(sender) || sender.status === 'OFFLINE')) throw new CarrierRefusal(63007)
    return
  }
  const isName = /^(?=.*[A-Za-z])[A-Za-z0-9 &.+_-]{1,11}$/.test(text)
  if (!from.isNumber && !isName && !/^\d{5,6}$/.test(text)) {
    throw new CarrierRefusal(
      21212,
      `The 'From' number ${text} is not a valid phone number, shortcode, or alphanumeric sender ID.`,
    )
  }
  if (!exchange.settings.numbers.includes(text)) throw new CarrierRefusal(21659)
}

function readContent({ state }: Exchange, form: URLSearchParams, to: Address) {
  const isWhatsApp = to.channel === 'whatsapp'
  const contentSid = form.get('ContentSid')
  if (contentSid) {
    const template = isSid(contentSid, 'HX') ? state.templates.get(contentSid) : undefined
    if (!template) throw new CarrierRefusal(21655)
    return {
      contentSid,
      ...fill(template, readVariables(form.get('ContentVariables') ?? undefined, template, isWhatsApp)),
    }
  }
  const body = form.get('Body') ?? ''
  if (body.length > longestBody) throw new CarrierRefusal(21617)
  const mediaUrls = form.getAll('MediaUrl').filter((url) => url !== '')
  if (mediaUrls.length > mostMedia) throw new CarrierRefusal(21623)
  if (!mediaUrls.every(isWebAddress)) throw new CarrierRefusal(21620)
  return { body, mediaUrls }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function readCallback(url: string | undefined): string | null {
  if (url === undefined) return null
  const isGood = url.length <= longestUrl && isWebAddress(url) && !new URL(url).hostname.includes('_')
  if (!isGood) throw new CarrierRefusal(21609, `The 'StatusCallback' URL ${url} is not a valid URL.`)
  return url
}

function readValidity(text: string | undefined): number {
  if (text === undefined) return longestValiditySeconds
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > longestValiditySeconds) throw new CarrierRefusal(90007)
  return seconds
}

/** Heeded with a service alone; without one the carrier sends at once. */
function readSendAt({ timetable }: Exchange, form: URLSearchParams): number | null {
  if (form.get('ScheduleType') !== 'fixed') return null
  const text = form.get('SendAt') ?? ''
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  const inMs = atMs - timetable.nowMs()
  if (!(inMs >= quarterHourMs && inMs <= latestScheduleMs)) throw new CarrierRefusal(35114)
  return atMs
}
