// Joins transactions, dialogs, calls and registrations to one user agent.
import {
  type Call,
  type CallEvents,
  type CallOptions,
  hangUpSession,
  placeCall,
  type Session,
  type TakenCall,
} from '../calls/index.ts'
import { dialogKey, dialogKeyOfRequest, keyOf } from '../dialogs/index.ts'
import {
  formatUri,
  headerOf,
  isRequest,
  noParameters,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  tagOf,
} from '../message/index.ts'
import {
  type Registration,
  type RegistrationEvents,
  type RegistrationOptions,
  startRegistration,
} from '../registration/index.ts'
import type { Account, AccountSettings } from '../requests/account.ts'
import { attempt, guarded, guardedClock, throwLater } from '../requests/attempt.ts'
import { startExchange } from '../requests/exchange.ts'
import { targetOfFlow } from '../requests/next-hop.ts'
import { optionsRequest } from '../requests/options-request.ts'
import type { Stack } from '../requests/stack.ts'
import { createTransactions, defaultTimes, type ServerTransaction } from '../transactions/index.ts'
import type { Flow, Target, TransportListener } from '../transport/index.ts'
import { createAccountList } from './account-list.ts'
import { capabilities, type IncomingContext, isInDialog, takeCancel, takeRequest } from './incoming.ts'
import { createKnownSources } from './known-sources.ts'
import type { Admission, UserAgentOptions } from './options.ts'
import { ownClock } from './own-clock.ts'

export interface UserAgent extends TransportListener {
  /** Adds an account at a trunk, or an extension. Requests from the addresses of its proxy belong to it. */
  addAccount(settings: AccountSettings): Account
  removeAccount(account: Account): void
  /** The accounts whose proxy has the address. */
  accountsAt(address: string): ReadonlySet<Account>
  /** Whether the peer of a call, or a telephone that has registered here, sends from this address. */
  knowsSource(address: string): boolean
  /** Places a call. Throws while the user agent is draining. */
  call(options: CallOptions, events: CallEvents): Call
  register(options: RegistrationOptions, events?: RegistrationEvents): Registration
  /** Asks the trunk with OPTIONS whether it is reachable. The status is 408 without a response, and 503 without a target. */
  ping(account: Account): Promise<PingResult>
  /** New calls get a 503 in both directions, while running ones continue. */
  drain(): void
  /** Ends all calls and registrations, waits up to 4 s for the answers, and leaves no timer. */
  stop(): Promise<void>
  /** What exists now. */
  size(): { calls: number; dialogs: number; transactions: number; timers: number }
}

export interface PingResult {
  status: number
  /** What the response says; without one, what has failed, as in `RegistrationState`. */
  reasonPhrase: string
}

const stopLimitMs = 4_000
const stopCheckMs = 50

export function createUserAgent(options: UserAgentOptions): UserAgent {
  const { random, transport, resolve, product = 'Parley', times = defaultTimes, maxCalls = 2_000 } = options
  const { failed = throwLater } = options
  const clock = ownClock(guardedClock(options.clock, failed))
  const listener = guarded(options.listener, failed)
  const accounts = createAccountList(clock, random)
  const active = new Set<{ call: Call; session(): Session | undefined; stop?(): void }>()
  const incoming = new Map<ServerTransaction, TakenCall>()
  const registrations = new Set<Registration>()
  const knownSources = createKnownSources(clock, () =>
    [...active].flatMap(({ session }) => session()?.flow?.remote.address ?? []),
  )
  let isDraining = false

  const transactions = createTransactions({
    clock,
    random,
    transport,
    times,
    maxTransactions: options.maxTransactions,
    listener: {
      request: (transaction) => takeRequest(context, transaction),
      cancel: (transaction, invite) => takeCancel(context, transaction, invite),
      ack: (request, flow) => stack.dialogs.get(dialogKeyOfRequest(request))?.ack(request, flow),
      strayResponse: takeStrayResponse,
    },
  })

  const stack: Stack = {
    clock,
    failed,
    random,
    times,
    transactions,
    async resolve(uri, account) {
      const permits = account?.settings.permits
      const targets = (await resolve(uri)).filter((target) => !permits || permits(target))
      if (targets.length === 0) throw new Error(`${uri} has no address.`)
      return targets
    },
    dialogs: new Map(),
    product,
    isAdvertised: (target) => options.isAdvertised?.(target) === true,
    holdFlow: (flow) => transport.keepAlive(targetOfFlow(flow)),
    contactFor(target, account) {
      const { address, port } = account?.publicAddress ?? transport.localFor(target)
      const params = target.protocol === 'udp' ? noParameters : new Map([['transport', target.protocol]])
      return formatUri({
        scheme: 'sip',
        user: account?.settings.contactUser ?? account?.settings.user ?? 'parley',
        host: address,
        port,
        params,
        headers: new Map(),
      })
    },
  }

  const context: IncomingContext = {
    stack,
    listener,
    isDraining: () => isDraining,
    isFull: () => active.size >= maxCalls,
    accountOf: ({ remote }) => accounts.at(remote.address).values().next().value,
    findSession: (key) =>
      [...active].map(({ session }) => session()).find((session) => session && keyOf(session.dialog) === key),
    replace(session) {
      if (session.isAnswered) hangUpSession(session, {}, 'replaced')
      else session.call.hangUp()
    },
    take(create) {
      let isOver = false
      // A call can be over before it is created, for example with 422.
      let taken: TakenCall | undefined
      taken = create(() => {
        isOver = true
        if (taken === undefined) return
        active.delete(taken)
        incoming.delete(taken.invite)
      })
      if (isOver) return
      active.add(taken)
      incoming.set(taken.invite, taken)
      knownSources.changed()
    },
    noteRegistration: knownSources.noteRegistration,
    findCall: (invite) => incoming.get(invite),
  }

  /** A 2xx that is repeated after its transaction has ended. */
  function takeStrayResponse(response: SipResponse): void {
    if (response.status < 200 || response.status >= 300 || !headerOf(response, 'CSeq')?.endsWith('INVITE')) return
    const tag = (name: string) => tagOf(headerOf(response, name) ?? '') ?? ''
    const key = dialogKey(headerOf(response, 'Call-ID') ?? '', tag('From'), tag('To'))
    stack.dialogs.get(key)?.strayResponse(response)
  }

  function received(message: SipMessage, flow: Flow): void {
    if (!isRequest(message) || isKnown(message, flow)) {
      transactions.receive(message, flow)
      return
    }
    if (message.method === 'ACK') return
    if (message.method === 'CANCEL' || isInDialog(message)) {
      transactions.respondStateless(message, flow, 481)
      return
    }
    const admission = admit(message, flow)
    if (admission === 'drop') return
    if (admission !== 'accept') {
      transactions.respondStateless(message, flow, admission.status, admission)
      return
    }
    // OPTIONS needs no state, however often it is sent.
    if (message.method !== 'OPTIONS') {
      transactions.receive(message, flow)
      return
    }
    const [status, headers] = capabilities(isDraining)
    transactions.respondStateless(message, flow, status, { headers: [...headers] })
  }

  function isKnown(request: SipRequest, flow: Flow): boolean {
    return transactions.isKnown(request, flow) || stack.dialogs.has(dialogKeyOfRequest(request))
  }

  function admit(request: SipRequest, flow: Flow): Admission {
    if (listener.admit) return listener.admit(request, flow) ?? 'drop'
    return request.method === 'OPTIONS' || context.accountOf(flow) ? 'accept' : 'drop'
  }

  function ping(account: Account): Promise<PingResult> {
    return new Promise((done) => {
      const build = (target: Target) => optionsRequest(stack, account, target)
      stack.resolve(account.settings.proxy ?? `sip:${account.settings.domain}`, account).then(
        (targets) => {
          account.learn(targets)
          startExchange(stack, {
            targets,
            account,
            challenges: 'any_realm',
            build,
            final: ({ status, reason }) => done({ status, reasonPhrase: reason }),
            failed: ({ status, kind }) => done({ status, reasonPhrase: kind }),
          })
        },
        () => done({ status: 503, reasonPhrase: 'The registrar was not found.' }),
      )
    })
  }

  async function stop(): Promise<void> {
    isDraining = true
    for (const { call } of [...active]) call.hangUp()
    const unregistered = Promise.all([...registrations].map((registration) => registration.stop()))
    await Promise.race([unregistered, pause(stopLimitMs)])
    const limitMs = clock.now() + stopLimitMs
    const isBusy = () => transactions.hasOpenClients() || [...stack.dialogs.values()].some((user) => user.owesBye())
    while (isBusy() && clock.now() < limitMs) await pause(stopCheckMs)
    for (const placed of [...active]) placed.stop?.()
    transactions.stop()
    stack.dialogs.clear()
    clock.cancelAll()
  }

  const pause = (delayMs: number): Promise<void> => new Promise((done) => clock.after(delayMs, done))

  return {
    received: (message, flow) => void attempt(() => received(message, flow), failed),
    addAccount: accounts.add,
    removeAccount: accounts.remove,
    accountsAt: accounts.at,
    knowsSource: knownSources.has,
    call(callOptions, events) {
      if (isDraining) throw new Error('The user agent is draining, so it places no calls.')
      const placed = placeCall(stack, callOptions, guarded(events, failed), () => active.delete(placed))
      active.add(placed)
      return placed.call
    },
    register(registrationOptions, events = {}) {
      const handlers = guarded(events, failed)
      const registration = startRegistration(stack, registrationOptions, {
        addressChanged: (address) => handlers.addressChanged?.(address),
        changed(state) {
          if (state.status === 'stopped') registrations.delete(registration)
          handlers.changed?.(state)
        },
      })
      registrations.add(registration)
      return registration
    },
    ping,
    drain() {
      isDraining = true
    },
    stop,
    size: () => ({
      calls: active.size,
      dialogs: stack.dialogs.size,
      transactions: transactions.size(),
      timers: clock.pending(),
    }),
  }
}
