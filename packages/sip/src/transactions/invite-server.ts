// The INVITE server transaction (RFC 3261, section 17.2.1; RFC 6026, section 7.1).
import {
  type Circumstances,
  cancelTimers,
  setTimer,
  type TransactionEvent,
  type TransactionState,
  type Transition,
  terminated,
  to,
  unchanged,
  waitIn,
} from './machine.ts'

/** A 100 is sent unless there is another response within this time (RFC 3261, section 17.2.1). */
const tryingDelayMs = 200

export function inviteServer(
  state: TransactionState,
  event: TransactionEvent,
  circumstances: Circumstances,
): Transition {
  const { isReliable, times } = circumstances
  const { phase, intervalMs } = state
  switch (event.type) {
    case 'start':
      return to('proceeding', 0, setTimer('trying', tryingDelayMs))
    case 'request':
      // A repeated INVITE needs no answer after a 2xx, which the user repeats itself (RFC 6026, section 7.1).
      return phase === 'proceeding' || phase === 'completed'
        ? to(phase, intervalMs, { type: 'send' })
        : unchanged(state)
    case 'respond':
      return respond(state, event.status, circumstances)
    case 'ack':
      if (phase === 'completed') return waitIn('confirmed', 'I', isReliable ? 0 : times.t4Ms, cancelTimers('G', 'H'))
      return phase === 'accepted' ? to(phase, 0, { type: 'deliver' }) : unchanged(state)
    case 'transport_failed':
      return phase === 'terminated' ? unchanged(state) : to(phase, intervalMs, { type: 'failed' })
    case 'timer':
      return passTimer(state, event.timer, circumstances)
    default:
      return unchanged(state)
  }
}

function passTimer(
  state: TransactionState,
  timer: Extract<TransactionEvent, { type: 'timer' }>['timer'],
  { times }: Circumstances,
): Transition {
  const { phase, intervalMs } = state
  if (timer === 'trying') return phase === 'proceeding' ? to(phase, 0, { type: 'send_trying' }) : unchanged(state)
  if (timer === 'G' && phase === 'completed') {
    const next = Math.min(intervalMs * 2, times.t2Ms)
    return to(phase, next, { type: 'send' }, setTimer('G', next))
  }
  if (timer === 'H' && phase === 'completed') return terminated({ type: 'timed_out' })
  return timer === 'I' || timer === 'L' ? terminated() : unchanged(state)
}

function respond(state: TransactionState, status: number, { isReliable, times }: Circumstances): Transition {
  const { phase } = state
  if (phase === 'accepted') return status >= 200 && status < 300 ? to(phase, 0, { type: 'send' }) : unchanged(state)
  if (phase !== 'proceeding') return unchanged(state)
  const send = [...cancelTimers('trying'), { type: 'send' } as const]
  if (status < 200) return to(phase, 0, ...send)
  if (status < 300) return to('accepted', 0, ...send, setTimer('L', 64 * times.t1Ms))
  const repeat = isReliable ? [] : [setTimer('G', times.t1Ms)]
  return to('completed', times.t1Ms, ...send, ...repeat, setTimer('H', 64 * times.t1Ms))
}
