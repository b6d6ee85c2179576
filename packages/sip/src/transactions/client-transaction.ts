// One client transaction: sends a request until there is a response (RFC 3261, section 17.1).
import type { SipRequest, SipResponse } from '../message/index.ts'
import type { Flow, Target } from '../transport/index.ts'
import { ackOfFailure, asSent } from './derived-requests.ts'
import { inviteClient } from './invite-client.ts'
import type { TransactionTimes } from './machine.ts'
import { nonInviteClient } from './non-invite-client.ts'
import { runTransaction } from './run.ts'
import type { ClientHandlers, ClientTransaction, TransactionOptions } from './types.ts'

export interface HeldClient {
  transaction: ClientTransaction
  start(): void
  receive(response: SipResponse, flow: Flow): void
  /** There is no final response yet. */
  isOpen(): boolean
}

export function holdClient(
  request: SipRequest,
  target: Target,
  handlers: ClientHandlers,
  { clock, transport, times }: Pick<TransactionOptions, 'clock' | 'transport'> & { times: TransactionTimes },
  ended: () => void,
): HeldClient {
  let latest: [SipResponse, Flow] | undefined
  let flow: Flow | undefined
  const transaction = { request, target, canceled: () => run.handle({ type: 'cancel' }), stop }
  let error: unknown
  const run = runTransaction({
    machine: request.method === 'INVITE' ? inviteClient : nonInviteClient,
    clock,
    times,
    isReliable: target.protocol !== 'udp',
    effects: {
      send() {
        // A request that was too large for UDP has left over TCP, which repeats it by itself.
        if (flow === undefined || flow.protocol === 'udp') send(transaction.request, true)
      },
      send_trying() {},
      acknowledge() {
        if (latest) send(ackOfFailure(transaction.request, latest[0]), false)
      },
      deliver() {
        if (latest) handlers.response(...latest)
      },
      timed_out: () => handlers.failed({ kind: 'timeout', status: 408 }),
      failed: () => handlers.failed({ kind: 'transport', status: 503, error }),
      end: ended,
    },
  })

  function send(message: SipRequest, matters: boolean): void {
    transport.send(message, transaction.target).then(
      (sent) => {
        if (!matters || flow !== undefined) return
        flow = sent
        takeWay(sent)
        if (run.phase() !== 'terminated') handlers.sent?.(sent)
      },
      (reason: unknown) => {
        error = reason
        if (matters) run.handle({ type: 'transport_failed' })
      },
    )
  }

  /** Repetitions, ACK and CANCEL go the way of the request (RFC 3261, sections 9.1 and 17.1.1.3). */
  function takeWay({ protocol, connection = target.connection }: Flow): void {
    transaction.target = { ...target, protocol }
    if (connection !== undefined) transaction.target.connection = connection
    if (protocol !== target.protocol) transaction.request = asSent(request, transaction.target, transport)
  }

  function stop(): void {
    if (run.phase() === 'terminated') return
    run.stop()
    ended()
  }

  return {
    transaction,
    isOpen: () => ['calling', 'trying', 'proceeding'].includes(run.phase()),
    start: () => run.handle({ type: 'start' }),
    receive(response, from) {
      latest = [response, from]
      run.handle({ type: 'response', status: response.status })
    },
  }
}
