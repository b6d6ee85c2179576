// The trunks that this process serves: their accounts, registrations and states.
import { randomBytes, randomInt } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import {
  type Account,
  type Phone,
  type PhoneCall,
  type PhoneCallEvents,
  type Registration,
  type RegistrationState,
  uriOfUser,
} from '@parley/sip'
import type { Log } from '#server/platform/observability/log.ts'
import { refuseAddress } from '#server/platform/safe-fetch/index.ts'
import type { Fetcher } from '#server/ports/fetcher.ts'
import type { SipLines, SipTrunk, TrunkState } from '#server/ports/sip-lines.ts'
import { explainFailure, explainSilence } from './explain.ts'
import { hiddenNumber } from './numbers.ts'
import type { SipCall } from './sip-call.ts'

export interface TrunkLine {
  readonly trunk: SipTrunk
  /** Running calls in both directions. */
  readonly calls: Set<SipCall>
  /** The user part of our Contact at the provider. */
  readonly contactUser: string
  readonly account: Account
  /** Whether the owner of the trunk has allowed calls from an IP address, besides those of the provider. */
  allows(address: string): boolean
  /** The address of a number in the form of the trunk. */
  uriOf(number: string): string
  /** Both numbers are in the form of the trunk. */
  call(to: string, from: string, ringingSeconds: number, events: PhoneCallEvents): Promise<PhoneCall>
  state(): TrunkState
  /** Whether all of its channels are in use. */
  isFull(): boolean
  /** `error`: why the call could not be connected, in the words of the provider. */
  saveLastCall(error: string | null): void
  /** Ends a call because no audio arrives. */
  endSilent(call: SipCall, silentMs: number): void
  /** Asks the provider now. Resolves with the state that follows, after at most ten seconds. */
  check(): Promise<TrunkState>
  /** Ends the registration. Calls can still be placed. */
  withdraw(): Promise<void>
  close(): Promise<void>
}

interface LineOptions {
  trunk: SipTrunk
  /** The running calls of the trunk, which a changed trunk keeps. */
  calls: Set<SipCall>
  phone: Phone
  lines: Pick<SipLines, 'saveTrunkState' | 'saveLastCall'>
  log: Log
  now(): Date
  fetcher: Pick<Fetcher, 'refuses' | 'isPrivate'>
}

/** Providers that do not register are asked this often whether they answer. */
const askEveryMs = 60_000
const checkWithinMs = 10_000

/** The URI to which requests are sent. Without a port and a transport, the DNS says both (RFC 3263). */
function proxyOf({ address, port, transport }: Pick<SipTrunk, 'address' | 'port' | 'transport'>): string {
  const host = isIPv6(address) ? `[${address}]` : address
  return `sip:${host}${port === null ? '' : `:${port}`}${transport === null ? '' : `;transport=${transport}`}`
}

export function openLine({ trunk, calls, phone, lines, log, now, fetcher }: LineOptions): TrunkLine {
  /** Calls of the registered trunk arrive at this name, which others do not know. */
  const contactUser = `${trunk.username.replace(/[^\w.-]/g, '').slice(0, 32)}-${randomBytes(6).toString('hex')}`
  const account = phone.addAccount({
    ...accountSettingsOf(trunk),
    contactUser,
    permits: (target) => trunk.mayBePrivate || refuseAddress(fetcher, target) === undefined,
  })
  const allowed = allowListOf([trunk])
  let state: TrunkState = { status: trunk.registers ? 'registering' : 'unchecked', error: null, roundTripMs: null }
  const waiting: ((state: TrunkState) => void)[] = []
  let askedAtMs = performance.now()
  let isClosed = false

  function setState(next: TrunkState): void {
    state = next
    if (isClosed) return
    lines
      .saveTrunkState(trunk, next)
      .catch((error: unknown) => log.warn({ error, trunk: trunk.id }, 'the state of a SIP trunk could not be stored'))
    if (next.status !== 'registering') for (const resolve of waiting.splice(0)) resolve(next)
  }

  const uriOf = (number: string): string => uriOfUser(number, account.settings.domain)

  function saveLastCall(error: string | null): void {
    lines
      .saveLastCall(trunk, { at: now(), error })
      .catch((failure: unknown) =>
        log.warn({ error: failure, trunk: trunk.id }, 'the last call of a SIP trunk could not be stored'),
      )
  }

  function registrationChanged(next: RegistrationState): void {
    if (next.status === 'registering') askedAtMs = performance.now()
    else if (next.status === 'registered')
      setState({ status: 'registered', error: null, roundTripMs: Math.round(performance.now() - askedAtMs) })
    else if (next.status === 'failed') {
      const error = explainFailure(trunk, next.code, next.reasonPhrase)
      setState({ status: next.isFinal ? 'refused' : 'failing', error, roundTripMs: null })
    }
  }

  async function ask(): Promise<void> {
    const startedMs = performance.now()
    const { status, reasonPhrase } = await phone.userAgent.ping(account)
    const error = explainFailure(trunk, status, reasonPhrase)
    if (status === 408 || status === 503) setState({ status: 'failing', error, roundTripMs: null })
    else if (trunk.password !== null && [401, 403, 407].includes(status))
      setState({ status: 'refused', error, roundTripMs: null })
    // Any other answer shows that the provider is there; some of them do not know the method.
    else setState({ status: 'reachable', error: null, roundTripMs: Math.round(performance.now() - startedMs) })
  }

  let registration: Registration | undefined
  let timer: NodeJS.Timeout | undefined
  if (trunk.registers) registration = phone.register({ account }, { changed: registrationChanged })
  else {
    void ask()
    // Not all trunks at the same moment.
    timer = setInterval(() => state.status !== 'refused' && void ask(), askEveryMs + randomInt(askEveryMs / 4)).unref()
  }

  async function withdraw(): Promise<void> {
    isClosed = true
    clearInterval(timer)
    for (const resolve of waiting.splice(0)) resolve(state)
    await registration?.stop()
  }

  return {
    trunk,
    calls,
    contactUser,
    account,
    allows: (address) => isListed(allowed, address),
    uriOf,
    call: (to, from, ringingSeconds, events) =>
      phone.call(
        account,
        {
          to: uriOf(to),
          caller: from === hiddenNumber ? { isWithheld: true } : { number: from },
          policy: { codecs: trunk.codecs, srtp: trunk.srtp },
          ringTimeoutMs: ringingSeconds * 1_000,
        },
        events,
      ),
    state: () => state,
    isFull: () => trunk.maxCalls !== null && calls.size >= trunk.maxCalls,
    saveLastCall,
    endSilent(call, silentMs) {
      log.info({ externalId: call.externalId, silentMs }, 'a SIP call was ended because no audio arrived')
      call.hangUp()
      saveLastCall(explainSilence(silentMs))
    },
    async check() {
      // Another attempt with a wrong password could block the account.
      if (state.status === 'refused') return state
      const { promise, resolve } = Promise.withResolvers<TrunkState>()
      waiting.push(resolve)
      const noAnswer = { status: 'failing', error: explainFailure(trunk, 408, ''), roundTripMs: null } as const
      const limit = setTimeout(resolve, checkWithinMs, noAnswer).unref()
      askedAtMs = performance.now()
      if (registration) registration.refresh()
      else void ask()
      return promise.finally(() => clearTimeout(limit))
    },
    withdraw,
    async close() {
      await withdraw()
      phone.userAgent.removeAccount(account)
    },
  }
}

function accountSettingsOf(trunk: SipTrunk): Account['settings'] {
  const { username, password, authUsername, domain, address, callerFields, from } = trunk
  return {
    domain: domain ?? address,
    user: username,
    proxy: proxyOf(trunk),
    ...(password !== null && { credentials: { username: authUsername ?? username, password } }),
    callerIn: callerFields,
    from,
  }
}

export const isListed = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** The addresses and networks that the trunks allow. */
export function allowListOf(
  trunks: readonly Pick<SipTrunk, 'inboundAuthorization' | 'allowedInboundIps'>[],
): BlockList {
  const list = new BlockList()
  const allowed = trunks.filter(({ inboundAuthorization }) => inboundAuthorization === 'ip')
  for (const entry of allowed.flatMap(({ allowedInboundIps }) => allowedInboundIps)) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
