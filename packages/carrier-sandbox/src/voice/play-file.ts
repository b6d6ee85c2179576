// Performs `<Play>` of a file: fetches the audio and plays it to the other side.
// https://www.twilio.com/docs/voice/twiml/play
import { readAtMost, routeOf } from '../core/tunnels.ts'
import { TwimlError } from '../webhooks/twiml.ts'
import { InvalidStep, readAudio } from './audio.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { playAudio } from './play-audio.ts'
import type { PlayVerb } from './voice-twiml.ts'

const maxFileBytes = 16 * 2 ** 20
const fetchMs = 15_000

const wavTypes = /^audio\/(?:x-wav|wav|wave)$/
const mulawTypes = /^audio\/ulaw$/
/** Twilio plays these too. */
const undecodableTypes = /^audio\/(?:mpeg|aiff|x-aifc|x-aiff|x-gsm|gsm)$/

/**
 * Resolves when the file was heard. `keyPressed` receives the keys that are pressed in the meantime. Throws a `TwimlError` if
 * the file cannot be fetched or is not audio.
 */
export async function playFile(
  env: VoiceEnvironment,
  live: LiveCall,
  { url, times }: PlayVerb,
  signal: AbortSignal,
  keyPressed: (key: string) => void = () => {},
): Promise<void> {
  const audio = await fetchAudio(env, live, url, signal)
  if (audio.length === 0 || signal.aborted) return
  live.addCaption('application', `(plays ${nameOf(url)})`)
  for (let time = 0; time < times && !signal.aborted; time++) await playAudio(live, audio, signal, { keyPressed })
}

/** Mu-law audio; empty if the file cannot be decoded. */
async function fetchAudio(
  env: VoiceEnvironment,
  live: LiveCall,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { href, type, bytes } = await fetchFile(env, url, signal)
  if (signal.aborted) return bytes
  if (undecodableTypes.test(type)) {
    const text = `${live.call.sid}: The sandbox cannot decode ${type}, so ${href} is not played; use a WAV file.`
    env.context.activityLog.raiseAlarm(12300, text)
    return new Uint8Array(0)
  }
  const isWav = bytes.toString('latin1', 0, 4) === 'RIFF'
  if (mulawTypes.test(type) || (wavTypes.test(type) && isWav)) {
    try {
      return readAudio(bytes)
    } catch (error) {
      if (!(error instanceof InvalidStep)) throw error
      throw new TwimlError(12300, `${href} cannot be played: ${error.message}`)
    }
  }
  throw new TwimlError(12300, `${href} is not audio; its content type is ${type || 'missing'}.`)
}

async function fetchFile({ context }: VoiceEnvironment, url: string, signal: AbortSignal) {
  const href = withoutCredentials(url)
  try {
    if (!/^https?:/.test(href)) throw new TwimlError(11200, `${href} is not an HTTP URL.`)
    const { username, password } = new URL(url)
    // The files of Twilio's own API need no credentials.
    const isOwn = href.startsWith(`${context.baseUrl}/2010-04-01/`)
    const [user, secret] = isOwn
      ? [context.accountSid, context.authToken]
      : [username, password].map(decodeURIComponent)
    const route = routeOf(href, context.settings.tunnels)
    const headers = {
      'user-agent': 'TwilioProxy/1.1',
      ...route.headers,
      ...(user && { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }),
    }
    const reply = await fetch(route.url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]) })
    const bytes = await readAtMost(reply, maxFileBytes)
    if (!reply.ok) throw new TwimlError(11200, `The response to ${href} is ${reply.status}.`)
    if (!bytes) throw new TwimlError(11200, `${href} is larger than ${maxFileBytes} bytes.`)
    return { href, bytes, type: (reply.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase() }
  } catch (error) {
    if (signal.aborted) return { href, bytes: Buffer.alloc(0), type: '' }
    throw error instanceof TwimlError ? error : new TwimlError(11200, `${href} could not be fetched.`)
  }
}

/** Alarms must not show credentials, and `fetch` does not accept them. */
function withoutCredentials(url: string): string {
  const target = new URL(url)
  target.username = ''
  target.password = ''
  return target.href
}

function nameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1)?.slice(0, 100) || url.slice(0, 100)
}
