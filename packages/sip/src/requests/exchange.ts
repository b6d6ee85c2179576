// Sends one request until there is a final response: over its targets in turn, and with credentials if they are asked for.
import type { SipRequest, SipResponse } from '../message/index.ts'
import type { ClientTransaction, RequestFailure } from '../transactions/index.ts'
import type { Flow, Target } from '../transport/index.ts'
import type { Account } from './account.ts'
import { type AnsweredChallenges, authentication } from './authenticate.ts'
import type { Stack } from './stack.ts'

export interface Attempt {
  readonly request: SipRequest
  readonly target: Target
  /** How the request has left; undefined before the network has taken it. */
  flow: Flow | undefined
}

export interface ExchangeOptions {
  targets: readonly Target[]
  account: Account | undefined
  challenges: AnsweredChallenges
  /** Builds the request without Via and credentials. It has a new CSeq number if `isRepeated`. */
  build(target: Target, isRepeated: boolean): SipRequest
  provisional?(response: SipResponse, attempt: Attempt, flow: Flow): void
  /** The final response of this attempt, and repeated or further 2xx of it. */
  final(response: SipResponse, attempt: Attempt, flow: Flow): void
  /** There was no response from the last target. */
  failed(failure: RequestFailure): void
  /** A 2xx to an attempt that was given up for another target. */
  abandoned?(response: SipResponse, attempt: Attempt, flow: Flow): void
  /** Whether the request is built and sent again, because the response asks for a change, such as 422 and 423. */
  repeats?(response: SipResponse): boolean
}

export interface Exchange {
  /** Cancels an INVITE as soon as that is possible. No further target is tried. */
  cancel(): void
  stop(): void
}

/** The next target is tried if there is no response from one within this time. */
const silenceMs = 4_000
const maxTargets = 6
const maxRepetitions = 3

export function startExchange(stack: Stack, options: ExchangeOptions): Exchange {
  const { clock, transactions } = stack
  const { account, challenges } = options
  const targets = (account?.inOrder(options.targets) ?? options.targets).slice(0, maxTargets)
  const credentials = account && authentication(account, challenges)
  const open = new Set<ClientTransaction>()
  let index = -1
  let current: { transaction: ClientTransaction; isProceeding: boolean; cancel: boolean } | undefined
  let repetitions = 0
  let cancelSilence: (() => void) | undefined
  let isCanceled = false
  let isDone = false

  function tryNext(failure: RequestFailure): void {
    index++
    const target = targets[index]
    if (target === undefined || isCanceled) finish(() => options.failed(failure))
    else send(target, false)
  }

  function send(target: Target, isRepeated: boolean): void {
    const built = options.build(target, isRepeated || index > 0)
    const request = credentials?.add(built, target) ?? built
    let mine: { transaction: ClientTransaction; isProceeding: boolean; cancel: boolean } | undefined
    const attempt = { request, target, flow: undefined as Flow | undefined }
    const transaction = transactions.request(request, target, {
      sent(flow) {
        attempt.flow = flow
      },
      response(response, flow) {
        if (response.status >= 300) open.delete(transaction)
        if (mine !== undefined && mine === current) take(response, attempt, flow)
        else takeAbandoned(response, attempt, flow, transaction)
      },
      failed(failure) {
        open.delete(transaction)
        if (mine !== undefined && mine === current && !isDone) give(failure, target)
      },
    })
    Object.assign(attempt, { request: transaction.request })
    open.add(transaction)
    mine = { transaction, isProceeding: false, cancel: false }
    current = mine
    cancelSilence?.()
    cancelSilence = undefined
    if (index + 1 < targets.length)
      cancelSilence = clock.after(silenceMs, () => {
        account?.rest(target)
        tryNext({ kind: 'timeout', status: 408 })
      })
  }

  function give(failure: RequestFailure, target: Target): void {
    cancelSilence?.()
    if (index + 1 < targets.length && !isCanceled) account?.rest(target)
    tryNext(failure)
  }

  function take(response: SipResponse, attempt: Attempt, flow: Flow): void {
    cancelSilence?.()
    cancelSilence = undefined
    if (isDone) {
      if (response.status >= 200 && response.status < 300) options.final(response, attempt, flow)
      return
    }
    if (response.status < 200) {
      current!.isProceeding = true
      if (isCanceled) sendCancel()
      else if (response.status > 100) options.provisional?.(response, attempt, flow)
      return
    }
    const isChallenge = response.status === 401 || response.status === 407
    if (!isChallenge) credentials?.accepted(attempt.request, response.status < 300)
    if (!isCanceled && response.status >= 300 && repeat(response, attempt)) return
    if (response.status === 503 && !isCanceled && index + 1 < targets.length) {
      account?.rest(attempt.target, response)
      tryNext({ kind: 'timeout', status: 408 })
      return
    }
    finish(() => options.final(response, attempt, flow))
  }

  /** Sends the request again if the response asks for credentials that we have, or for another change. */
  function repeat(response: SipResponse, attempt: Attempt): boolean {
    const { status } = response
    const isChallenge = status === 401 || status === 407
    const again = isChallenge
      ? credentials?.take(response, attempt.request, attempt.target) === true
      : repetitions < maxRepetitions && options.repeats?.(response) === true
    if (!again) return false
    repetitions++
    const { connection } = attempt.flow ?? {}
    send(connection === undefined ? attempt.target : { ...attempt.target, connection }, true)
    return true
  }

  function takeAbandoned(response: SipResponse, attempt: Attempt, flow: Flow, transaction: ClientTransaction): void {
    if (response.status >= 200 && response.status < 300) options.abandoned?.(response, attempt, flow)
    else if (response.status < 200 && attempt.request.method === 'INVITE' && open.delete(transaction))
      transactions.cancel(transaction, ignored)
  }

  function sendCancel(): void {
    if (current === undefined || current.cancel) return
    current.cancel = true
    transactions.cancel(current.transaction, ignored)
  }

  function finish(report: () => void): void {
    if (isDone) return
    isDone = true
    cancelSilence?.()
    report()
  }

  const noTarget: RequestFailure = { kind: 'transport', status: 503, error: new Error('The request has no target.') }
  if (targets.length > 0) tryNext(noTarget)
  else queueMicrotask(() => tryNext(noTarget))
  return {
    cancel() {
      if (isDone || isCanceled) return
      isCanceled = true
      cancelSilence?.()
      if (current?.isProceeding) sendCancel()
    },
    stop() {
      isDone = true
      cancelSilence?.()
      for (const transaction of open) transaction.stop()
      open.clear()
    },
  }
}

const ignored = { response() {}, failed() {} }
