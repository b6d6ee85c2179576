// Opens a telephone: the user agent on the sockets of Node, with UDP ports for the audio of its calls.
import { randomInt } from 'node:crypto'
import type { SipClock } from '../clock.ts'
import { parseUri } from '../message/index.ts'
import type { Registration, RegistrationEvents, RegistrationOptions } from '../registration/index.ts'
import { attempt, guarded, guardedClock, throwLater } from '../requests/attempt.ts'
import { createNameServer, createResolver } from '../resolve/index.ts'
import { createPortRange } from '../rtp/index.ts'
import { isReachableMediaAddress } from '../sdp/index.ts'
import {
  createSourceLimits,
  type Endpoint,
  isLoopback,
  openTransport,
  reaches,
  type TlsEndpoint,
  type TransportOptions,
} from '../transport/index.ts'
import {
  type Account,
  type AccountSettings,
  createUserAgent,
  type UserAgent,
  type UserAgentListener,
} from '../user-agent/index.ts'
import { type Advertised, advertisedFor } from './advertised.ts'
import { createMediaSession, type MediaPolicy, type MediaSession } from './media-session.ts'
import { type IncomingPhoneCall, type PhoneCall, type PhoneCallEvents, takeIncoming } from './phone-call.ts'
import { type PlaceOptions, placePhoneCall } from './place-call.ts'
import { systemClock, systemRandom } from './system-clock.ts'
import { createTicker, type OnTick } from './ticker.ts'

export interface PhoneOptions extends Pick<TransportOptions, 'tlsClient'> {
  /** The addresses of the signaling; port 0 lets the system choose. IPv4 and IPv6 are separate: `0.0.0.0` and `::`. */
  udp?: readonly (Endpoint & Advertised)[]
  tcp?: readonly (Endpoint & Advertised)[]
  tls?: readonly (TlsEndpoint & Advertised)[]
  media: {
    /** The local IP address of the audio. */
    address: string
    /** The address that others can reach, behind a NAT. Default: `address`. */
    advertised?: string
    /** The range of UDP ports, both ends included; a call needs one. */
    first: number
    last: number
  }
  /** For calls without a policy of their own. */
  policy?: MediaPolicy
  /** An incoming call. Undefined rejects it with 480. Default: all calls are rejected. */
  incoming?(call: IncomingPhoneCall): PhoneCallEvents | undefined
  /**
   * Whether a source may send as much as it likes, as the addresses of accounts may. Others are limited to 5 messages a
   * second, and to 50 while they are in a call or registered here.
   */
  trusts?(address: string): boolean
  /** Default: requests from the addresses of accounts are accepted, and others are dropped, except for OPTIONS. */
  admit?: UserAgentListener['admit']
  incomingRegistration?: UserAgentListener['incomingRegistration']
  /** Default: a timer of its own. */
  onTick?: OnTick
  /**
   * Receives errors of handlers, timers and ticks, which are bugs. The call goes on; an incoming call whose handlers are
   * not given for this reason ends. Default: they are thrown in the next turn of the event loop, which ends the process.
   */
  failed?(error: unknown): void
  clock?: SipClock
  product?: string
}

export interface Phone extends AsyncDisposable {
  readonly userAgent: UserAgent
  /** The bound addresses. */
  readonly local: Awaited<ReturnType<typeof openTransport>>['local']
  /** The number of UDP ports that are open for audio. */
  readonly openPorts: number
  addAccount(settings: AccountSettings): Account
  register(options: RegistrationOptions, events?: RegistrationEvents): Registration
  /** Rejects if no port is free for the audio, or the user agent is draining. */
  call(account: Account, options: PlaceOptions, events: PhoneCallEvents): Promise<PhoneCall>
}

/** Rejects if an address cannot be bound, or cannot be the address of audio. Disposing of it ends all calls. */
export async function openPhone(options: PhoneOptions): Promise<Phone> {
  const { media, policy: usualPolicy = {}, failed = throwLater } = options
  const clock = guardedClock(options.clock ?? systemClock, failed)
  const address = media.advertised ?? media.address
  const signaling: (Endpoint & Advertised)[] = [options.udp, options.tcp, options.tls].flatMap(
    (endpoints) => endpoints ?? [],
  )
  // On one machine, both sides reach the loopback interface.
  const isLocal = isLoopback(address) && signaling.every((endpoint) => isLoopback(endpoint.address))
  if (!isLocal && !isReachableMediaAddress(address))
    throw new Error(`${address} cannot be the address of audio. Set media.advertised to one that others can reach.`)
  const onTick = options.onTick ?? createTicker(failed)
  const now = (): number => clock.now()
  const range = createPortRange({ ...media, now, randomInt: (limit) => randomInt(limit) })
  const isAllowed = createSourceLimits({ clock })
  // Each peer of a call has a limit of its own, because strangers could use one that all share.
  const isKnownAllowed = createSourceLimits({ clock, perSource: 50, burst: 100, total: 5_000 })
  const isTrusted = (source: string): boolean =>
    (userAgent?.accountsAt(source).size ?? 0) > 0 || attempt(() => options.trusts?.(source), failed) === true
  const isKnown = (source: string): boolean => userAgent?.knowsSource(source) === true
  let userAgent: UserAgent | undefined
  const transport = await openTransport({
    ...options,
    clock,
    failed,
    listener: { received: (message, flow) => userAgent?.received(message, flow) },
    advertise: (target, local) => advertisedFor(options, transport.local, target, local) ?? local,
    trusts: (source) => isTrusted(source) || isKnown(source),
    admit: ({ flow: { remote } }) =>
      isTrusted(remote.address) || (isKnown(remote.address) ? isKnownAllowed : isAllowed)(remote.address),
  })
  const resolver = createResolver({ clock, names: createNameServer() })
  userAgent = createUserAgent({
    clock,
    random: systemRandom,
    transport,
    product: options.product,
    failed,
    isAdvertised: (target) => {
      const { address: own } = transport.localFor(target)
      return signaling.some(({ advertised }) => advertised?.address === own)
    },
    resolve: async (text) => {
      const uri = parseUri(text)
      return uri ? resolver(uri) : []
    },
    listener: {
      admit: options.admit,
      incomingRegistration: options.incomingRegistration,
      incomingCall: (call) =>
        takeIncoming(
          call,
          (events, policy = usualPolicy) => openSession(policy, events),
          (one) => {
            const events = options.incoming?.(one)
            return events && guarded(events, failed)
          },
          failed,
        ),
    },
  })
  const agent = userAgent
  // Behind a NAT, the public address leads to our ports, too.
  const isOwn = (to: Endpoint): boolean =>
    (range.isOpen(to.port) && (to.address === address || reaches(to.address, media.address))) ||
    transport.local.udp.some((own) => own.port === to.port && reaches(to.address, own.address))

  async function openSession(policy: MediaPolicy, events: PhoneCallEvents): Promise<MediaSession> {
    const ports = await range.open({ hasRtcpPort: false })
    return createMediaSession({ ports, address, isOwn, policy, events, onTick, now, failed })
  }

  return {
    userAgent: agent,
    local: transport.local,
    get openPorts() {
      return range.openPorts
    },
    addAccount: (settings) => agent.addAccount(settings),
    register: (registration, events) => agent.register(registration, events),
    call: (account, options, events) =>
      placePhoneCall(agent, openSession, { policy: usualPolicy, ...options, account }, guarded(events, failed)),
    async [Symbol.asyncDispose]() {
      await agent.stop()
      await transport[Symbol.asyncDispose]()
    },
  }
}
