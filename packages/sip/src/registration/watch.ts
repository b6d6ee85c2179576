// Notices that a registration leads elsewhere, because our address has changed or the way to the registrar is broken.
import type { Account } from '../requests/account.ts'
import { type Exchange, startExchange } from '../requests/exchange.ts'
import { optionsRequest } from '../requests/options-request.ts'
import type { Stack } from '../requests/stack.ts'
import { type Endpoint, type Flow, publicAddressOf, type Target } from '../transport/index.ts'

export interface WatchOptions {
  stack: Stack
  account: Account
  /** Where the registrar was reached. */
  target: Target
  flow: Flow
  /** Our address as the registrar has seen it, if it says so. */
  seen: Endpoint | undefined
  /** The registration must be renewed. Once. */
  changed(): void
}

const everyMs = 30_000

/**
 * Asks the registrar with OPTIONS, whose response names our address, until the returned function is called. A registrar
 * that does not answer the first one is not asked again.
 */
export function watchRegistration({ stack, account, target, flow, seen, changed }: WatchOptions): () => void {
  let known = seen
  let other: Endpoint | undefined
  let hasAnswered = false
  let exchange: Exchange | undefined
  let cancelTimer = stack.clock.after(everyMs, ask)

  function ask(): void {
    exchange = startExchange(stack, {
      targets: [flow.connection === undefined ? target : { ...target, connection: flow.connection }],
      account,
      challenges: 'none',
      build: (to) => optionsRequest(stack, account, to),
      final(response, attempt) {
        hasAnswered = true
        // The connection of the registration was closed, so calls to us cannot arrive over it.
        if (attempt.flow !== undefined && attempt.flow.connection !== flow.connection) changed()
        else take(publicAddressOf(response))
      },
      failed(failure) {
        if (hasAnswered || failure.kind === 'transport') changed()
      },
    })
  }

  /** Some NATs give each packet another port, which is no reason to register: only what is seen twice is a change. */
  function take(now: Endpoint | undefined): void {
    known ??= now
    if (now === undefined || known === undefined || isSame(now, known)) other = undefined
    else if (other === undefined) {
      other = now
      ask()
      return
    } else if (isSame(now, other)) {
      changed()
      return
    } else other = undefined
    cancelTimer = stack.clock.after(everyMs, ask)
  }

  return () => {
    cancelTimer()
    exchange?.stop()
  }
}

const isSame = (a: Endpoint, b: Endpoint): boolean => a.address === b.address && a.port === b.port
