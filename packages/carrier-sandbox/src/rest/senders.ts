// Registers, lists, fetches, updates and deletes WhatsApp senders.
import { parseAddress } from '../core/addresses.ts'
import { ApiError, errorPages } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { newSender, registerSender } from '../core/registration.ts'
import { findSender, type WhatsAppSender } from '../core/state.ts'
import { type ApiRequest, type ApiResponse, throwNotFound } from './api-request.ts'
import { metaPage } from './paging.ts'

type Fields = Record<string, unknown>

export function createSender(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { json } = request
  const senderId = json?.['sender_id']
  if (typeof senderId !== 'string') throw new ApiError(20001, 'Missing required parameter sender_id')
  const { channel, isNumber } = parseAddress(senderId)
  if (channel !== 'whatsapp' || !isNumber) throw new ApiError(20001, 'Invalid parameter sender_id')
  const existing = findSender(context, senderId)
  // Registering an offline sender again unlocks it.
  if (existing && existing.status !== 'OFFLINE') throw new ApiError(20001, 'The sender is registered already')
  const busy = [...context.state.senders.values()].some(({ status }) => status === 'CREATING' || status === 'VERIFYING')
  if (busy) throw new ApiError(20001, 'Another sender is being registered')
  const sender = existing ?? newSender(senderId, context.scheduler.nowMs())
  sender.status = 'CREATING'
  sender.offlineReasons = null
  merge(sender, json!)
  context.state.saveSender(sender)
  const body = presentSender(context, sender)
  return { status: 202, body, sid: sender.sid, afterSend: () => registerSender(context, sender) }
}

export function listSenders(context: SandboxContext, request: ApiRequest): ApiResponse {
  const channel = request.query.get('Channel')
  if (!channel) throw new ApiError(20001, 'Missing required parameter Channel in the query string')
  const all = channel === 'whatsapp' ? [...context.state.senders.values()].reverse() : []
  const present = (sender: WhatsAppSender) => presentSender(context, sender)
  const body = metaPage('senders', all, request, { present, baseUrl: context.baseUrl, defaultSize: 20 })
  return { status: 200, body }
}

export function fetchSender(context: SandboxContext, request: ApiRequest): ApiResponse {
  const sender = getSender(context, request)
  return { status: 200, body: presentSender(context, sender), sid: sender.sid }
}

/** Parts that the request omits are null in the response. */
export function updateSender(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { json } = request
  const sender = getSender(context, request)
  if (!json) throw new ApiError(20001, 'The request body is not a JSON object')
  merge(sender, json)
  const code = (json['configuration'] as Fields | undefined)?.['verification_code']
  if (code !== undefined && sender.status === 'PENDING_VERIFICATION') {
    if (!/^\d{6}$/.test(String(code))) throw new ApiError(20001, 'Invalid verification code')
    sender.status = 'VERIFYING'
  } else if (sender.status === 'ONLINE') sender.status = 'ONLINE:UPDATING'
  context.state.saveSender(sender)
  const whole: Fields = presentSender(context, sender)
  const parts = ['configuration', 'webhook', 'profile', 'properties'].filter((part) => !(part in json))
  for (const part of parts) whole[part] = null
  return { status: 202, body: whole, sid: sender.sid, afterSend: () => registerSender(context, sender) }
}

export function deleteSender(context: SandboxContext, request: ApiRequest): ApiResponse {
  const sender = getSender(context, request)
  context.state.deleteSender(sender)
  return { status: 204, sid: sender.sid }
}

function getSender({ state }: SandboxContext, { params, path }: ApiRequest): WhatsAppSender {
  return state.senders.get(params.sid ?? '') ?? throwNotFound(path)
}

function merge(sender: WhatsAppSender, json: Fields): void {
  for (const part of ['configuration', 'webhook', 'profile'] as const) {
    const properties = json[part]
    if (properties === undefined || properties === null) continue
    if (typeof properties !== 'object' || Array.isArray(properties))
      throw new ApiError(20001, `Invalid parameter ${part}`)
    sender[part] = { ...sender[part], ...properties }
  }
}

/** A sender without its own webhook shows the one of the settings, which receives its messages. */
function presentSender({ baseUrl, settings }: SandboxContext, sender: WhatsAppSender) {
  const { messagingLimit, quality, offlineReasons } = sender
  const callbackUrl = sender.webhook['callback_url'] || settings.inboundUrl
  const pick = (names: string[], from: Fields) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return {
    sid: sender.sid,
    status: sender.status,
    sender_id: sender.senderId,
    configuration: pick(configurationFields, { ...sender.configuration, verification_code: null }),
    webhook: pick(webhookFields, { ...webhookDefaults, ...sender.webhook, callback_url: callbackUrl }),
    profile: pick(profileFields, sender.profile),
    properties: (messagingLimit ?? quality) ? { quality_rating: quality, messaging_limit: messagingLimit } : null,
    offline_reasons:
      offlineReasons?.map((reason) => ({ ...reason, more_info: `${errorPages}/${reason.code}` })) ?? null,
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
const webhookDefaults = { callback_method: 'POST', fallback_method: 'POST', status_callback_method: 'POST' }
const webhookFields = Object.keys(webhookDefaults).flatMap((name) => [name.replace('method', 'url'), name])
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
