// The telephones of accounts: their passwords, their registrations, and the calls that they place.
import { randomBytes } from 'node:crypto'
import {
  type Admission,
  systemClock as clock,
  createDigestServer,
  createRegistrar,
  createSourceBlocks,
  type Flow,
  headerOf,
  headersOf,
  isLoopback,
  parseAddress,
  parseUri,
  type SipRequest,
} from '@parley/sip'
import type { Log } from '#server/platform/observability/log.ts'
import type { PhoneState, SipLines, SipPhone } from '#server/ports/sip-lines.ts'

const realm = 'parley'

interface TelephoneOptions {
  lines: Pick<SipLines, 'savePhoneState'>
  log: Log
  now(): Date
  /** The name of a telephone that programs on this machine may use without its password. */
  openTo: string | undefined
}

export function createTelephones({ lines, log, now, openTo }: TelephoneOptions) {
  let telephones = new Map<string, SipPhone>()
  const digest = createDigestServer({ realm, secret: randomBytes(32), clock })
  const blocks = createSourceBlocks({ clock })
  const registrar = createRegistrar({ clock })
  /** When the last registration from an address ends, on the clock. */
  const sources = new Map<string, number>()
  /** Who has sent a request that was admitted. */
  const senders = new WeakMap<SipRequest, SipPhone>()

  const isRegisteredFrom = (address: string): boolean => (sources.get(address) ?? 0) > clock.now()

  function challenge({ remote }: Flow, isStale: boolean): Admission {
    return { status: 401, headers: digest.challenge(remote.address, { isStale }) }
  }

  /** The password must be right. Nothing is stored about sources that give none. */
  function authenticate(request: SipRequest, flow: Flow): Admission {
    const { address } = flow.remote
    const key = isRegisteredFrom(address) ? `${address} ${usernameOf(request)}` : address
    if (blocks.isBlocked(key)) return 'drop'
    const found = digest.verifyCredentials(request, address, (username) => telephones.get(username)?.password)
    if (found.type === 'verified') {
      senders.set(request, telephones.get(found.username)!)
      return 'accept'
    }
    if (found.type === 'failed' && found.hasCredentials) {
      // Where a telephone is registered, only the name that fails is blocked, not the others behind the same address.
      blocks.failed(key)
      if (blocks.isBlocked(key)) log.warn({ address }, 'an address is blocked after wrong SIP passwords')
    }
    return challenge(flow, found.type === 'stale')
  }

  /** On this machine only. */
  function admitLocal(request: SipRequest, { remote, local }: Flow): boolean {
    const telephone = openTo === undefined ? undefined : telephones.get(openTo)
    if (!telephone || !isLoopback(remote.address) || !isLoopback(local.address)) return false
    if (headersOf(request, 'Authorization').length > 0) return false
    senders.set(request, telephone)
    return true
  }

  return {
    use(next: readonly SipPhone[]): void {
      telephones = new Map(next.map((telephone) => [telephone.username, telephone]))
    },
    isRegisteredFrom,
    /** What happens with a request that belongs to no trunk. */
    admit(request: SipRequest, flow: Flow): Admission {
      if (telephones.size === 0) return 'drop'
      if (request.method === 'REGISTER') return authenticate(request, flow)
      if (request.method === 'OPTIONS') return isRegisteredFrom(flow.remote.address) ? 'accept' : 'drop'
      if (request.method !== 'INVITE') return 'drop'
      if (admitLocal(request, flow)) return 'accept'
      return isRegisteredFrom(flow.remote.address) || isLoopback(flow.remote.address)
        ? authenticate(request, flow)
        : 'drop'
    },
    findByExtension: ({
      carrierAccountId,
      extension,
    }: Pick<SipPhone, 'carrierAccountId' | 'extension'>): SipPhone | undefined =>
      [...telephones.values()].find((one) => one.carrierAccountId === carrierAccountId && one.extension === extension),
    senderOf: (request: SipRequest): SipPhone | undefined => senders.get(request),
    register(request: SipRequest, flow: Flow) {
      const telephone = senders.get(request)
      const to = parseAddress(headerOf(request, 'To') ?? '')?.uri ?? ''
      // A telephone registers under its own name only (RFC 3261, section 10.3, step 4).
      if (!telephone || parseUri(to)?.user !== telephone.username) return { status: 403, headers: [] }
      const answer = registrar.take(request, flow, telephone.username)
      if (answer.status === 200) registered(telephone, request, flow)
      return answer
    },
    /** Where calls to the telephone are sent; empty if it is not registered. */
    bindingsOf: ({ username }: Pick<SipPhone, 'username'>) => registrar.find(username),
  }

  function registered(telephone: SipPhone, request: SipRequest, { remote }: Flow): void {
    const untilMs = Math.max(0, ...registrar.find(telephone.username).map(({ expiresAtMs }) => expiresAtMs))
    const isRegistered = untilMs > clock.now()
    for (const [address, endMs] of sources) if (endMs <= clock.now()) sources.delete(address)
    if (isRegistered) sources.set(remote.address, Math.max(untilMs, sources.get(remote.address) ?? 0))
    const state: PhoneState = {
      registeredUntil: isRegistered ? new Date(now().getTime() + untilMs - clock.now()) : null,
      address: isRegistered ? remote.address : null,
      userAgent: headerOf(request, 'User-Agent')?.slice(0, 200) ?? null,
    }
    lines
      .savePhoneState(telephone, state)
      .catch((error: unknown) => log.warn({ error, telephone: telephone.id }, 'a SIP registration could not be stored'))
  }
}

export type Telephones = ReturnType<typeof createTelephones>

/** The name for which credentials were sent. */
const usernameOf = (request: SipRequest): string =>
  /username="([^"]{0,64})"/.exec(headerOf(request, 'Authorization') ?? '')?.[1] ?? ''
