// A telephone provider for tests: SIP trunks register at it, and people are called and call over it.
import { randomBytes } from 'node:crypto'
import {
  calledOf,
  systemClock as clock,
  createDigestServer,
  createRegistrar,
  headerOf,
  type IncomingPhoneCall,
  type MediaPolicy,
  openPhone,
  type PhoneCall,
  type PhoneCallEvents,
  type SipRequest,
  targetOfFlow,
} from '@parley/sip'
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { until } from '../app/until.ts'

const frameBytes = 160
const msPerCharacter = 60
const repeatMs = 3_000
export const credentials = { username: 'acme', password: 'a secret of the line' }

/** A person on the phone, who speaks so that scripted recognition hears exactly these words. */
export interface Person {
  events: PhoneCallEvents
  say(text: string): void
  /**
   * Says it again every three seconds until the check is true, because packets that a busy machine delays are lost, and
   * with them the words.
   */
  sayUntil(text: string, check: () => boolean | Promise<boolean>): Promise<void>
  /** Everything that was heard so far. */
  heard(): string
  seen: string[]
}

export function createPerson(more: PhoneCallEvents = {}): Person {
  const reader = createScriptedSpeechReader()
  let words = ''
  let waiting: Uint8Array = new Uint8Array()
  const seen: string[] = []
  function say(text: string): void {
    waiting = encodeScriptedSpeech(text, text.length * msPerCharacter)
  }
  return {
    seen,
    say,
    async sayUntil(text, check) {
      let saidAtMs = Number.NEGATIVE_INFINITY
      await until(async () => {
        if (performance.now() - saidAtMs > repeatMs) {
          saidAtMs = performance.now()
          say(text)
        }
        return check()
      })
    },
    heard: () => words.trim(),
    events: {
      frame: (mulaw) => {
        words += reader.read(mulaw)
      },
      nextFrame() {
        if (waiting.length < frameBytes) return undefined
        const frame = waiting.subarray(0, frameBytes)
        waiting = waiting.subarray(frameBytes)
        return frame
      },
      key: (key) => void seen.push(`key ${key}`),
      ringing: (status) => void seen.push(`ringing ${status}`),
      answered: () => void seen.push('answered'),
      ended: ({ status, cause }) => void seen.push(`ended ${status ?? cause}`),
      ...more,
    },
  }
}

export interface ProviderOptions {
  /** What happens with calls to a number; undefined rejects with 404. */
  answer?(call: IncomingPhoneCall, dialed: string): PhoneCallEvents | undefined
  /** Only these algorithms are offered. */
  algorithms?: readonly ('MD5' | 'SHA-256')[]
  policy?: MediaPolicy
  username?: string
  password?: string
}

export async function openProvider(options: ProviderOptions = {}) {
  const { username = credentials.username, password = credentials.password, algorithms = ['SHA-256'] } = options
  const registrar = createRegistrar({ clock })
  const digest = createDigestServer({ realm: 'provider', secret: randomBytes(32), clock, algorithms })
  const requests: SipRequest[] = []
  const phone = await openPhone({
    udp: [{ address: '127.0.0.1', port: 0 }],
    tcp: [{ address: '127.0.0.1', port: 0 }],
    // Scripted speech passes unchanged in mu-law only.
    policy: options.policy ?? { codecs: ['PCMU'] },
    media: { address: '127.0.0.1', first: 24_000, last: 29_999 },
    trusts: () => true,
    admit(request, flow) {
      requests.push(request)
      if (request.method === 'OPTIONS') return 'accept'
      const found = digest.verifyCredentials(request, flow.remote.address, (name) =>
        name === username ? password : undefined,
      )
      if (found.type === 'verified') return 'accept'
      const isStale = found.type === 'stale'
      return { status: 401, headers: digest.challenge(flow.remote.address, { isStale }) }
    },
    incomingRegistration: (request, flow) => registrar.take(request, flow, username),
    incoming(call) {
      const dialed = calledOf(call.signaling.request).user ?? ''
      const events = options.answer?.(call, dialed)
      if (!events) call.reject(404)
      return events ?? {}
    },
  })
  const { port } = phone.local.udp[0]!
  const account = phone.addAccount({ domain: `127.0.0.1:${port}`, user: 'provider', from: 'number' })

  return {
    phone,
    port,
    /** Requests outside of calls, and the first of each call. */
    requests,
    isRegistered: () => registrar.find(username).length > 0,
    /** Calls the registered trunk from a person. */
    async call(
      caller: string,
      called: string,
      person: Pick<Person, 'events'>,
      policy?: MediaPolicy,
    ): Promise<PhoneCall> {
      await until(() => registrar.find(username).length > 0)
      const { contact, flow } = registrar.find(username)[0]!
      const to = contact.replace(/^sip:[^@]*@/, `sip:${called}@`)
      return phone.call(
        account,
        { to, caller: { number: caller }, targets: [targetOfFlow(flow)], ...(policy && { policy }) },
        person.events,
      )
    },
    /** The fields of a trunk at this provider. */
    trunk: (phone_number: string) => ({
      sip_trunk_type: 'number' as const,
      phone_number,
      sip_address: '127.0.0.1',
      sip_port: port,
      sip_username: username,
      sip_password: password,
      codecs: ['PCMU' as const],
    }),
    headerOf,
    [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose](),
  }
}
