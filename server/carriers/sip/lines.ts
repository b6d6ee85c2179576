// The trunks that this process serves: their accounts, registrations and states.
import { BlockList, isIPv6 } from 'node:net'
import type { Account, Phone, PhoneCall, PhoneCallEvents, Registration, RegistrationState } from '@parley/sip'
import type { Log } from '#server/platform/observability/log.ts'
import type { Fetcher } from '#server/ports/fetcher.ts'
import type { SipLines, SipTrunk, TrunkState } from '#server/ports/sip-lines.ts'
import { explainFailure } from './explain.ts'
import { hiddenNumber } from './numbers.ts'
import type { SipCall } from './sip-call.ts'

export interface TrunkLine {
  readonly trunk: SipTrunk
  /** Running calls in both directions. */
  readonly calls: Set<SipCall>
  /** Whether an IP address is one of the provider, or one that the account has allowed. */
  admits(address: string): boolean
  /** The address of a number in the form of the trunk. */
  uriOf(number: string): string
  /** Both numbers are in the form of the trunk. */
  call(to: string, from: string, ringingSeconds: number, events: PhoneCallEvents): Promise<PhoneCall>
  /** Whether all of its channels are in use. */
  isFull(): boolean
  /** `error`: why the call could not be connected, in the words of the provider. */
  saveLastCall(error: string | null): void
  /** Ends a call because no audio arrives. */
  endSilent(call: SipCall, silentMs: number): void
  /** Asks the provider now. Resolves with the state that follows, after at most ten seconds. */
  check(): Promise<TrunkState>
  close(): Promise<void>
}

interface LineOptions {
  trunk: SipTrunk
  phone: Phone
  lines: Pick<SipLines, 'saveTrunkState' | 'saveLastCall'>
  log: Log
  now(): Date
  fetcher: Pick<Fetcher, 'refuses' | 'isPrivate'>
}

/** Providers that do not register are asked this often whether they answer. */
const askEveryMs = 60_000
const checkWithinMs = 10_000

const defaultPorts = { udp: 5060, tcp: 5060, tls: 5061 }

/** The URI to which requests are sent. Without a port and a transport, the DNS says both (RFC 3263). */
export function proxyOf({ address, port, transport }: Pick<SipTrunk, 'address' | 'port' | 'transport'>): string {
  const host = isIPv6(address) ? `[${address}]` : address
  const isDefault = port === null || (transport !== null && port === defaultPorts[transport])
  const portPart = port === null || (isDefault && transport === null) ? '' : `:${port}`
  return `sip:${host}${portPart}${transport === null ? '' : `;transport=${transport}`}`
}

export function openLine({ trunk, phone, lines, log, now, fetcher }: LineOptions): TrunkLine {
  const account = phone.addAccount({
    ...accountSettingsOf(trunk),
    permits: ({ address, port }) => trunk.mayBePrivate || isPermitted(fetcher, address, port),
  })
  const allowed = allowListOf(trunk)
  const calls = new Set<SipCall>()
  let state: TrunkState = { status: trunk.registers ? 'registering' : 'unchecked', error: null, roundTripMs: null }
  let waiting: ((state: TrunkState) => void)[] = []
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

  const uriOf = (number: string): string => `sip:${encodeUser(number)}@${account.settings.domain}`

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
    const status = await phone.userAgent.ping(account)
    // Any answer shows that the provider is there; some of them do not know the method.
    if (status !== 408 && status !== 503)
      setState({ status: 'reachable', error: null, roundTripMs: Math.round(performance.now() - startedMs) })
    else setState({ status: 'failing', error: explainFailure(trunk, status, ''), roundTripMs: null })
  }

  let registration: Registration | undefined
  let timer: NodeJS.Timeout | undefined
  if (trunk.registers) registration = phone.register({ account }, { changed: registrationChanged })
  else {
    void ask()
    timer = setInterval(() => void ask(), askEveryMs).unref()
  }

  return {
    trunk,
    calls,
    admits: (address) => account.owns(address) || allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
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
    isFull: () => trunk.maxCalls !== null && calls.size >= trunk.maxCalls,
    saveLastCall,
    endSilent(call, silentMs) {
      log.info({ externalId: call.externalId, silentMs }, 'a SIP call was ended because no audio arrived')
      call.hangUp()
      saveLastCall(`No audio arrived for ${Math.round(silentMs / 1_000)} seconds, so the call was ended.`)
    },
    async check() {
      const { promise, resolve } = Promise.withResolvers<TrunkState>()
      waiting.push(resolve)
      setTimeout(() => resolve(state), checkWithinMs).unref()
      askedAtMs = performance.now()
      if (registration) registration.refresh()
      else void ask()
      return promise
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      for (const resolve of waiting.splice(0)) resolve(state)
      await registration?.stop()
      waiting = []
      phone.userAgent.removeAccount(account)
    },
  }
}

/** The rule for tenants: public addresses, and those that the operator allows. */
function isPermitted({ refuses, isPrivate }: LineOptions['fetcher'], address: string, port: number): boolean {
  const host = isIPv6(address) ? `[${address}]` : address
  // The port of the web is always open, so only a private address is refused.
  return isPrivate(`https://${host}:${port}/`) || refuses(`https://${host}/`) === undefined
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

const encodeUser = (user: string): string => encodeURIComponent(user).replace(/%2B/g, '+')

function allowListOf({ inboundAuthorization, allowedInboundIps }: SipTrunk): BlockList {
  const list = new BlockList()
  if (inboundAuthorization !== 'ip') return list
  for (const entry of allowedInboundIps) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
