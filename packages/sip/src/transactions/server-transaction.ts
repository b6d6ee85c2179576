// One server transaction: answers repetitions of a request, and repeats its own responses (RFC 3261, section 17.2).
import { isRequest, respond, type SipRequest, type SipResponse } from '../message/index.ts'
import { type Flow, responseTarget } from '../transport/index.ts'
import { inviteServer } from './invite-server.ts'
import type { TransactionTimes } from './machine.ts'
import { nonInviteServer } from './non-invite-server.ts'
import { runTransaction } from './run.ts'
import type { ServerTransaction, TransactionOptions } from './types.ts'

export interface HeldServer {
  transaction: ServerTransaction
  receive(request: SipRequest, flow: Flow): void
  stop(): void
}

export function holdServer(
  request: SipRequest,
  flow: Flow,
  { clock, transport, listener, times }: TransactionOptions & { times: TransactionTimes },
  ended: () => void,
): HeldServer {
  const isInvite = request.method === 'INVITE'
  const target = responseTarget(request, flow)
  let latest: SipResponse | undefined
  let ack: [SipRequest, Flow] | undefined
  const run = runTransaction({
    machine: isInvite ? inviteServer : nonInviteServer,
    clock,
    times,
    isReliable: flow.protocol !== 'udp',
    effects: {
      send() {
        if (latest) send(latest)
      },
      send_trying() {
        latest = respond(request, 100)
        send(latest)
      },
      acknowledge() {},
      deliver() {
        if (ack) listener.ack(...ack)
      },
      timed_out() {},
      // The user's own limits, such as that of a missing ACK, end what the peer does not receive.
      failed() {},
      end: ended,
    },
  })

  function send(message: SipResponse): void {
    transport.send(message, target).catch(() => run.handle({ type: 'transport_failed' }))
  }

  const transaction: ServerTransaction = {
    request,
    flow,
    respond(response) {
      // The state machine ignores what comes after a final response, except for a repeated 2xx to an INVITE.
      const repeats2xx = run.phase() === 'accepted' && response.status >= 200 && response.status < 300
      if (this.isAnswered() && !repeats2xx) return
      latest = response
      run.handle({ type: 'respond', status: response.status })
    },
    isAnswered: () => run.phase() !== 'proceeding' && run.phase() !== 'trying',
  }
  run.handle({ type: 'start' })
  return {
    transaction,
    receive(received, from) {
      if (isRequest(received) && received.method === 'ACK') {
        ack = [received, from]
        run.handle({ type: 'ack' })
      } else run.handle({ type: 'request' })
    },
    stop: run.stop,
  }
}
