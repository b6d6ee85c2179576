// Validates the parameters of new and changed calls, and of recordings.
// https://www.twilio.com/docs/voice/api/call-resource
import { parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import type { RecordingCallback, RecordingEvent, RecordingOptions, RecordingTrack } from '../core/call-recordings.ts'
import type { CallCallback, CallEvent, HttpMethod, Instructions, MachineDetectionOptions } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { isWebAddress, readCallback } from './read-message.ts'

const callEvents: readonly string[] = ['initiated', 'ringing', 'answered', 'completed'] satisfies CallEvent[]
const maxTwimlLength = 4_000

export function readNewCall(context: SandboxContext, form: URLSearchParams) {
  const [to, from] = [form.get('To') || undefined, form.get('From') || undefined]
  if (to === undefined) throw new ApiError(21201)
  if (from === undefined) throw new ApiError(21213)
  const { isNumber, channel } = parseAddress(to)
  if (!isNumber || channel !== 'sms') throw new ApiError(21211, `The 'To' number ${to} is not a valid phone number.`)
  if (!parseAddress(from).isNumber) throw new ApiError(21212, `The 'From' number ${from} is not a valid phone number.`)
  if (!context.phoneNumbers.find(from)) throw new ApiError(21210)
  const instructions = readInstructions(form)
  if (!instructions) throw new ApiError(21205, 'Url or Twiml is required.')
  const sendDigits = form.get('SendDigits') ?? ''
  if (!/^[0-9A-Da-d#*wW]{0,32}$/.test(sendDigits)) throw new ApiError(20001, 'Invalid SendDigits')
  return {
    from,
    to,
    instructions,
    sendDigits,
    ringingSeconds: readNumber(form, 'Timeout', 1, 600) ?? 60,
    maxSeconds: readTimeLimit(form) ?? 14_400,
    callback: readStatusCallback(form),
    machineDetection: readMachineDetection(form),
  }
}

/** Undefined without `Url` and `Twiml`; `Url` takes precedence. */
export function readInstructions(form: URLSearchParams): Instructions | undefined {
  const [url, twiml] = [form.get('Url') || undefined, form.get('Twiml') || undefined]
  if (form.get('ApplicationSid')) throw new ApiError(21218)
  if (url !== undefined) {
    const fallbackUrl = form.get('FallbackUrl') || null
    if (!isWebAddress(url) || (fallbackUrl !== null && !isWebAddress(fallbackUrl))) throw new ApiError(21205)
    return { url, method: readMethod(form, 'Method'), fallbackUrl, fallbackMethod: readMethod(form, 'FallbackMethod') }
  }
  if (twiml === undefined) return undefined
  if (twiml.length > maxTwimlLength) throw new ApiError(20001, `Twiml must have at most ${maxTwimlLength} characters.`)
  return { twiml }
}

export function readTimeLimit(form: URLSearchParams): number | undefined {
  return readNumber(form, 'TimeLimit', 1, 86_400)
}

export function readMethod(form: URLSearchParams, name: string): HttpMethod {
  const method = form.get(name)?.toUpperCase() || 'POST'
  if (method !== 'GET' && method !== 'POST') throw new ApiError(20001, `Invalid ${name}`)
  return method
}

/** Null without `StatusCallback`. */
export function readStatusCallback(form: URLSearchParams): CallCallback | null {
  const url = readCallback(form.get('StatusCallback') || undefined)
  const eventNames = form.getAll('StatusCallbackEvent')
  if (!eventNames.every((event) => callEvents.includes(event))) throw new ApiError(20001, 'Invalid StatusCallbackEvent')
  const events = eventNames.length > 0 ? (eventNames as CallEvent[]) : (['completed'] as const)
  return url === null ? null : { url, method: readMethod(form, 'StatusCallbackMethod'), events: [...events] }
}

function readMachineDetection(form: URLSearchParams): MachineDetectionOptions | null {
  const mode = form.get('MachineDetection') || undefined
  const timeoutSeconds = readNumber(form, 'MachineDetectionTimeout', 3, 120) ?? 30
  readNumber(form, 'MachineDetectionSpeechThreshold', 1_000, 6_000)
  readNumber(form, 'MachineDetectionSpeechEndThreshold', 500, 5_000)
  readNumber(form, 'MachineDetectionSilenceTimeout', 2_000, 10_000)
  const async = form.get('AsyncAmd') || 'false'
  if (async !== 'true' && async !== 'false') throw new ApiError(20001, 'Invalid AsyncAmd')
  const url = form.get('AsyncAmdStatusCallback') || ''
  if (url !== '' && !isWebAddress(url)) throw new ApiError(20001, 'Invalid AsyncAmdStatusCallback')
  if (readMethod(form, 'AsyncAmdStatusCallbackMethod') !== 'POST')
    throw new ApiError(20001, 'AsyncAmdStatusCallbackMethod must be POST.')
  if (mode === undefined) return null
  if (mode !== 'Enable' && mode !== 'DetectMessageEnd') throw new ApiError(20001, 'Invalid MachineDetection')
  return { mode, timeoutMs: timeoutSeconds * 1_000, callbackUrl: async === 'true' ? url : null }
}

function readNumber(form: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = form.get(name)
  if (!text) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ApiError(20001, `${name} must be a number from ${min} to ${max}.`)
  return value
}

// https://www.twilio.com/docs/voice/api/recording
const events: readonly string[] = ['in-progress', 'completed', 'absent'] satisfies RecordingEvent[]
const tracks: readonly string[] = ['inbound', 'outbound', 'both'] satisfies RecordingTrack[]

/** How a new call is recorded; null without `Record`. */
export function readRecord(form: URLSearchParams): RecordingOptions | null {
  const options = readRecordingOptions(form, 'trim-silence')
  const record = form.get('Record')?.toLowerCase() || 'false'
  if (record !== 'true' && record !== 'false') throw new ApiError(20001, 'Record must be true or false.')
  return record === 'true' ? options : null
}

export function readRecordingOptions(
  form: URLSearchParams,
  defaultTrim: 'trim-silence' | 'do-not-trim',
): RecordingOptions {
  const track = oneOf(form, 'RecordingTrack', tracks, 'both') as RecordingTrack
  const channels = oneOf(form, 'RecordingChannels', ['mono', 'dual'], 'mono')
  return {
    track,
    channels: track === 'both' && channels === 'dual' ? 2 : 1,
    trim: oneOf(form, 'Trim', ['trim-silence', 'do-not-trim'], defaultTrim) === 'trim-silence',
    callback: readRecordingCallback(form),
  }
}

function readRecordingCallback(form: URLSearchParams): RecordingCallback | null {
  const url = readCallback(form.get('RecordingStatusCallback') || undefined)
  const names = form
    .getAll('RecordingStatusCallbackEvent')
    .flatMap((text) => text.split(' '))
    .filter((name) => name !== '')
  if (!names.every((name) => events.includes(name))) throw new ApiError(20001, 'Invalid RecordingStatusCallbackEvent')
  const method = readMethod(form, 'RecordingStatusCallbackMethod')
  return url === null ? null : { url, method, events: names.length > 0 ? (names as RecordingEvent[]) : ['completed'] }
}

export function oneOf(form: URLSearchParams, name: string, values: readonly string[], fallback: string): string {
  const value = form.get(name) || fallback
  if (!values.includes(value)) throw new ApiError(20001, `${name} must be one of ${values.join(', ')}.`)
  return value
}
