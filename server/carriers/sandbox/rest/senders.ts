// WhatsApp senders: register, list, fetch, change, delete.
import { parseAddress } from '../core/addresses.ts'
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { findSender } from '../core/find-sender.ts'
import { newSender, registerSender } from '../core/registration.ts'
import type { WhatsAppSender } from '../core/state.ts'
import type { Answer, Call } from './call.ts'
import { metaPage } from './paging.ts'

type Fields = Record<string, unknown>

export function createSender(exchange: Exchange, call: Call): Answer {
  const { json } = call
  const senderId = json?.['sender_id']
  if (typeof senderId !== 'string') throw new CarrierRefusal(20001, 'Missing required parameter sender_id')
  const { channel, isNumber } = parseAddress(senderId)
  if (channel !== 'whatsapp' || !isNumber) throw new CarrierRefusal(20001, 'Invalid parameter sender_id')
  const old = findSender(exchange, senderId)
  // Registering again is what unlocks a number that was locked.
  if (old && old.status !== 'OFFLINE') throw new CarrierRefusal(20001, 'The sender is registered already')
  const busy = [...exchange.state.senders.values()].some(
    ({ status }) => status === 'CREATING' || status === 'VERIFYING',
  )
  if (busy) throw new CarrierRefusal(20001, 'Another sender is being registered')
  const sender = old ?? newSender(senderId, exchange.timetable.nowMs())
  sender.status = 'CREATING'
  sender.offlineReasons = null
  merge(sender, json!)
  exchange.state.saveSender(sender)
  exchange.events.publish({ type: 'sender', sender })
  const body = presentSender(exchange, sender)
  return { status: 202, body, sid: sender.sid, afterwards: () => registerSender(exchange, sender) }
}

export function listSenders(exchange: Exchange, call: Call): Answer {
  const channel = call.query.get('Channel')
  if (!channel) throw new CarrierRefusal(20001, 'Missing required parameter Channel in the query string')
  const all = channel === 'whatsapp' ? [...exchange.state.senders.values()].reverse() : []
  const present = (sender: WhatsAppSender) => presentSender(exchange, sender)
  return { status: 200, body: metaPage('senders', all, call, { present, baseUrl: exchange.baseUrl, defaultSize: 20 }) }
}

export function fetchSender(exchange: Exchange, call: Call): Answer {
  const sender = getSender(exchange, call)
  return { status: 200, body: presentSender(exchange, sender), sid: sender.sid }
}

/** Parts that were not sent come back null. */
export function updateSender(exchange: Exchange, call: Call): Answer {
  const { json } = call
  const sender = getSender(exchange, call)
  if (!json) throw new CarrierRefusal(20001, 'The request body is not a JSON object')
  merge(sender, json)
  const code = (json['configuration'] as Fields | undefined)?.['verification_code']
  if (code !== undefined && sender.status === 'PENDING_VERIFICATION') {
    if (!/^\d{6}$/.test(String(code))) throw new CarrierRefusal(20001, 'Invalid verification code')
    sender.status = 'VERIFYING'
  } else if (sender.status === 'ONLINE') sender.status = 'ONLINE:UPDATING'
  exchange.state.saveSender(sender)
  exchange.events.publish({ type: 'sender', sender })
  const whole: Fields = presentSender(exchange, sender)
  const parts = ['configuration', 'webhook', 'profile', 'properties'].filter((part) => !(part in json))
  for (const part of parts) whole[part] = null
  return { status: 202, body: whole, sid: sender.sid, afterwards: () => registerSender(exchange, sender) }
}

export function deleteSender(exchange: Exchange, call: Call): Answer {
  const sender = getSender(exchange, call)
  exchange.state.deleteSender(sender)
  exchange.events.publish({ type: 'sender', sender })
  return { status: 204, sid: sender.sid }
}

function getSender({ state }: Exchange, { params, path }: Call): WhatsAppSender {
  const sender = state.senders.get(params[0] ?? '')
  if (!sender) throw new CarrierRefusal(20404, `The requested resource ${path} was not found`)
  return sender
}

function merge(sender: WhatsAppSender, json: Fields): void {
  for (const part of ['configuration', 'webhook', 'profile'] as const) {
    const given = json[part]
    if (given === undefined || given === null) continue
    if (typeof given !== 'object' || Array.isArray(given)) throw new CarrierRefusal(20001, `Invalid parameter ${part}`)
    sender[part] = { ...sender[part], ...given }
  }
}

/** Where nothing else is set, the address of the settings is what is called, so it is what stands there. */
export function presentSender({ baseUrl, settings }: Pick<Exchange, 'baseUrl' | 'settings'>, sender: WhatsAppSender) {
  const callbackUrl = sender.webhook['callback_url'] || settings.inboundUrl
  const pick = (names: string[], from: Fields) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return {
    sid: sender.sid,
    status: sender.status,
    sender_id: sender.senderId,
    configuration: pick(configurationFields, { ...sender.configuration, verification_code: null }),
    webhook: pick(webhookFields, { ...webhookDefaults, ...sender.webhook, callback_url: callbackUrl }),
    profile: pick(profileFields, sender.profile),
    properties:
      sender.messagingLimit === null && sender.quality === null
        ? null
        : { quality_rating: sender.quality, messaging_limit: sender.messagingLimit },
    offline_reasons:
      sender.offlineReasons?.map(({ code, message }) => ({
        code,
        message,
        more_info: `https://www.twilio.com/docs/errors/${code}`,
      })) ?? null,
    compliance: null,
    url: `${baseUrl}/v2/Channels/Senders/${sender.sid}`,
  }
}

const configurationFields = [
  'waba_id',
  'verification_method',
  'verification_code',
  'voice_application_sid',
  'account_type',
]
const webhookFields = [
  'callback_url',
  'callback_method',
  'fallback_url',
  'fallback_method',
  'status_callback_url',
  'status_callback_method',
]
const webhookDefaults = { callback_method: 'POST', fallback_method: 'POST', status_callback_method: 'POST' }
const profileFields = [
  'name',
  'about',
  'address',
  'description',
  'logo_url',
  'vertical',
  'emails',
  'websites',
  'banner_url',
  'privacy_url',
  'terms_of_service_url',
  'accent_color',
  'phone_numbers',
]
