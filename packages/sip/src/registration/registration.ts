// Keeps an account registered at its trunk (RFC 3261, section 10.2; RFC 3608; RFC 3581).
import { readChallenges } from '../digest/index.ts'
import { formatCSeq, type Header, headerOf, headersOf, parseAddress, type SipResponse } from '../message/index.ts'
import type { Account } from '../requests/account.ts'
import { type Attempt, type Exchange, startExchange } from '../requests/exchange.ts'
import type { Stack } from '../requests/stack.ts'
import { type Endpoint, type Flow, publicAddressOf, type Target } from '../transport/index.ts'
import { leaseOf, refreshAfterMs, retryAfterMs, seconds } from './lease.ts'
import { watchRegistration } from './watch.ts'

export type RegistrationState =
  | { status: 'registering' }
  | { status: 'registered'; leaseSeconds: number }
  /** `isFinal`: wrong credentials. No further attempt is made, because repeated ones can block the account. */
  | { status: 'failed'; code: number; reasonPhrase: string; isFinal: boolean; retryInMs: number | undefined }
  | { status: 'stopped' }

export interface RegistrationOptions {
  account: Account
  /** The lease that we ask for, in seconds. Default: 600. */
  expiresSeconds?: number
}

export interface RegistrationEvents {
  changed?(state: RegistrationState): void
  /** Our address as the registrar sees it has changed, so running calls need a re-INVITE with the new one. */
  addressChanged?(address: Endpoint): void
}

export interface Registration {
  readonly state: RegistrationState
  /** Registers at once, for example after the network has changed. */
  refresh(): void
  /** Removes the binding. Resolves when the registrar has answered, or after 4 s. */
  stop(): Promise<void>
}

const defaultExpires = 600
const stopLimitMs = 4_000

export function startRegistration(
  stack: Stack,
  options: RegistrationOptions,
  events: RegistrationEvents,
): Registration {
  const { account } = options
  const { clock } = stack
  let state: RegistrationState = { status: 'registering' }
  let callId = stack.random(16)
  let fromTag = stack.random(8)
  let sequence = 0
  /** A NAT that gives each packet another port would never be done, so a lease is renewed once for a new address. */
  let mayReaddress = true
  let expires = options.expiresSeconds ?? defaultExpires
  let failures = 0
  let hasSucceeded = false
  /** The Contact that the registrar has. */
  let bound: string | undefined
  /** A request has left whose response we do not know, so the registrar may have our Contact. */
  let mayBeBound = false
  let exchange: Exchange | undefined
  let cancelTimer: (() => void) | undefined
  let releaseFlow: (() => void) | undefined
  let stopWatch: (() => void) | undefined
  let flow: Flow | undefined
  let stopping: Promise<void> | undefined
  /** Increases with each attempt, so that late results of another one are ignored. */
  let attempts = 0

  void register()

  async function register(): Promise<void> {
    const mine = ++attempts
    cancelTimer?.()
    stopWatch?.()
    exchange?.stop()
    let targets: Target[]
    try {
      targets = await stack.resolve(account.settings.proxy ?? `sip:${account.settings.domain}`, account)
    } catch {
      if (mine === attempts) fail(503, 'The registrar was not found.', undefined)
      return
    }
    if (mine !== attempts) return
    account.learn(targets)
    let mayAskLonger = true
    exchange = startExchange(stack, {
      targets: overFlow(targets),
      account,
      challenges: 'any_realm',
      build: (target) => build(target, stopping ? 0 : expires),
      final: (response, attempt) => {
        if (mine === attempts) take(response, attempt)
      },
      failed(failure) {
        if (mine === attempts) fail(failure.status, failure.kind, undefined)
      },
      repeats(response) {
        // 423 is answered once with what the registrar asks for (RFC 3261, section 10.2.8).
        const least = seconds(headerOf(response, 'Min-Expires'))
        if (response.status !== 423 || least === undefined || !mayAskLonger || stopping) return false
        mayAskLonger = false
        expires = Math.max(expires, Math.min(least, 86_400))
        return true
      },
    })
  }

  /** The connection of the last registration is used while it exists. */
  function overFlow(targets: Target[]): Target[] {
    const { connection, remote } = flow ?? {}
    if (connection === undefined) return targets
    const isSame = (target: Target) => target.address === remote?.address && target.port === remote.port
    return targets.map((target) => (isSame(target) ? { ...target, connection } : target))
  }

  function build(target: Target, expiresSeconds: number) {
    sequence++
    mayBeBound = true
    const contact = stack.contactFor(target, account)
    const contacts: Header[] = [['Contact', `<${contact}>;expires=${expiresSeconds}`]]
    // Calls to our former address would not reach us.
    if (bound !== undefined && bound !== contact) contacts.push(['Contact', `<${bound}>;expires=0`])
    const address = `<${account.aor}>`
    return {
      method: 'REGISTER',
      // Without a user part: some registrars ignore a REGISTER that has one (RFC 3261, section 10.2).
      uri: `sip:${account.settings.domain}`,
      headers: [
        ['Max-Forwards', '70'],
        ['From', `${address};tag=${fromTag}`],
        ['To', address],
        ['Call-ID', callId],
        ['CSeq', formatCSeq({ number: sequence, method: 'REGISTER' })],
        ...contacts,
        ['Expires', String(expiresSeconds)],
        ['User-Agent', stack.product],
        ['Supported', 'path'],
      ] as Header[],
      body: new Uint8Array(),
    }
  }

  function take(response: SipResponse, { request, target, flow: sent }: Attempt): void {
    const { status } = response
    mayBeBound = false
    const contact = contactIn(request.headers)
    if (status >= 300) {
      takeFailure(response)
      return
    }
    const lease = leaseOf(response, contact)
    if (stopping) return
    if (lease === 0) {
      fail(status, 'The registrar has not kept the Contact.', undefined)
      return
    }
    failures = 0
    hasSucceeded = true
    bound = contact
    flow = sent ?? flow
    account.serviceRoutes = headersOf(response, 'Service-Route').slice(0, 8)
    releaseFlow?.()
    releaseFlow = flow && stack.holdFlow(flow)
    account.registered(target)
    setState({ status: 'registered', leaseSeconds: lease })
    cancelTimer = clock.after(refreshAfterMs(lease), renew)
    const seen = publicAddressOf(response)
    if (flow) stopWatch = watchRegistration({ stack, account, target, flow, seen, changed: renew })
    learnAddress(seen, target)
  }

  function renew(): void {
    mayReaddress = true
    void register()
  }

  /** Our address as the registrar sees it (RFC 3581). Another one than in Contact needs a new registration. */
  function learnAddress(seen: Endpoint | undefined, target: Target): void {
    if (seen === undefined || account.settings.publicAddress || stack.isAdvertised(target)) return
    const before = account.publicAddress
    account.publicAddress = seen
    if (stack.contactFor(target, account) === bound) return
    if (before) events.addressChanged?.(seen)
    if (mayReaddress) void register()
    mayReaddress = false
  }

  function takeFailure(response: SipResponse): void {
    const { status, reason } = response
    if (stopping) return
    // A registrar that calls one nonce after the other stale says nothing about the password.
    const isRefused = (status === 401 || status === 407) && !readChallenges(response).some(({ isStale }) => isStale)
    if (isRefused) {
      failFinally(status, reason)
      return
    }
    if (status === 403 && hasSucceeded) {
      // The address has changed, and the registrar refuses the Call-ID or connection of the former one.
      hasSucceeded = false
      callId = stack.random(16)
      fromTag = stack.random(8)
      sequence = 0
      leaveFlow()
      void register()
      return
    }
    fail(status, reason, seconds(headerOf(response, 'Retry-After')))
  }

  function fail(code: number, reasonPhrase: string, retrySeconds: number | undefined): void {
    if (stopping) return
    failures++
    leaveFlow()
    const retryInMs = Math.max(retryAfterMs(failures), Math.min((retrySeconds ?? 0) * 1_000, 3_600_000))
    setState({ status: 'failed', code, reasonPhrase, isFinal: false, retryInMs })
    cancelTimer = clock.after(retryInMs, () => void register())
  }

  function failFinally(code: number, reasonPhrase: string): void {
    leaveFlow()
    // Removing the Contact would need the password that was refused.
    bound = undefined
    setState({ status: 'failed', code, reasonPhrase, isFinal: true, retryInMs: undefined })
  }

  /** The next registration is sent to any target of the proxy, and the flow is no longer kept open. */
  function leaveFlow(): void {
    flow = undefined
    stopWatch?.()
    account.registered(undefined)
    releaseFlow?.()
    releaseFlow = undefined
  }

  function setState(next: RegistrationState): void {
    state = next
    events.changed?.(next)
  }

  return {
    get state() {
      return state
    },
    refresh() {
      if (!stopping) void register()
    },
    stop() {
      stopping ??= remove()
      return stopping
    },
  }

  async function remove(): Promise<void> {
    cancelTimer?.()
    stopWatch?.()
    if (bound !== undefined || mayBeBound) await unregister()
    attempts++
    exchange?.stop()
    leaveFlow()
    setState({ status: 'stopped' })
  }

  async function unregister(): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancelLimit = clock.after(stopLimitMs, resolve)
      const done = () => {
        cancelLimit()
        resolve()
      }
      attempts++
      exchange?.stop()
      stack.resolve(account.settings.proxy ?? `sip:${account.settings.domain}`, account).then((targets) => {
        const options = { targets: overFlow(targets), account, challenges: 'any_realm' as const }
        exchange = startExchange(stack, { ...options, build: (target) => build(target, 0), final: done, failed: done })
      }, done)
    })
  }
}

const contactIn = (headers: readonly Header[]): string =>
  parseAddress(headers.find(([name]) => name === 'Contact')?.[1] ?? '')?.uri ?? ''
