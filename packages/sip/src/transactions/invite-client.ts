// The INVITE client transaction (RFC 3261, section 17.1.1; RFC 6026, section 7.2).
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

/** Timer D is at least 32 s over UDP, whatever T1 is (RFC 3261, section 17.1.1.2). */
const leastTimerDMs = 32_000

export function inviteClient(
  state: TransactionState,
  event: TransactionEvent,
  circumstances: Circumstances,
): Transition {
  const { isReliable, times } = circumstances
  const { phase, intervalMs } = state
  const giveUp = setTimer('B', 64 * times.t1Ms)
  if (event.type === 'start') {
    const repeat = isReliable ? [] : [setTimer('A', times.t1Ms)]
    return to('calling', times.t1Ms, { type: 'send' }, ...repeat, giveUp)
  }
  if (event.type === 'transport_failed') {
    // The user has the final response in these states; a lost ACK is sent again when the response is repeated.
    return phase === 'completed' || phase === 'accepted' ? unchanged(state) : terminated({ type: 'failed' })
  }
  if (event.type === 'response') return takeResponse(state, event.status, circumstances)
  // A peer of RFC 2543 may send no final response after CANCEL (RFC 3261, section 9.1).
  if (event.type === 'cancel' && phase === 'proceeding') return to(phase, 0, setTimer('expiry', 64 * times.t1Ms))
  if (event.type !== 'timer') return unchanged(state)
  // The interval doubles without a limit, so an INVITE is sent seven times (RFC 3261, section 17.1.1.2).
  if (event.timer === 'A' && phase === 'calling')
    return to('calling', intervalMs * 2, { type: 'send' }, setTimer('A', intervalMs * 2))
  if (event.timer === 'B' || event.timer === 'expiry') return terminated({ type: 'timed_out' })
  return event.timer === 'D' || event.timer === 'M' ? terminated() : unchanged(state)
}

function takeResponse(state: TransactionState, status: number, { isReliable, times }: Circumstances): Transition {
  const { phase } = state
  if (phase === 'completed') return status >= 300 ? to(phase, 0, { type: 'acknowledge' }) : unchanged(state)
  // Each 2xx goes to the user, because forks can send several, and each repetition needs its ACK (RFC 6026).
  if (phase === 'accepted') return status >= 200 && status < 300 ? to(phase, 0, { type: 'deliver' }) : unchanged(state)
  if (phase !== 'calling' && phase !== 'proceeding') return unchanged(state)
  if (status < 200) return to('proceeding', 0, ...cancelTimers('A', 'B'), { type: 'deliver' })
  const stop = cancelTimers('A', 'B', 'expiry')
  if (status < 300) return to('accepted', 0, ...stop, setTimer('M', 64 * times.t1Ms), { type: 'deliver' })
  return waitIn('completed', 'D', isReliable ? 0 : Math.max(leastTimerDMs, 64 * times.t1Ms), [
    ...stop,
    { type: 'acknowledge' },
    { type: 'deliver' },
  ])
}
