// The client transaction of all methods other than INVITE (RFC 3261, section 17.1.2).
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

export function nonInviteClient(
  state: TransactionState,
  event: TransactionEvent,
  { isReliable, times }: Circumstances,
): Transition {
  const { phase, intervalMs } = state
  if (event.type === 'start') {
    const repeat = isReliable ? [] : [setTimer('E', times.t1Ms)]
    return to('trying', times.t1Ms, { type: 'send' }, ...repeat, setTimer('F', 64 * times.t1Ms))
  }
  const isOpen = phase === 'trying' || phase === 'proceeding'
  if (event.type === 'transport_failed') return isOpen ? terminated({ type: 'failed' }) : unchanged(state)
  if (event.type === 'response' && isOpen) {
    if (event.status < 200) return to('proceeding', intervalMs, { type: 'deliver' })
    return waitIn('completed', 'K', isReliable ? 0 : times.t4Ms, [...cancelTimers('E', 'F'), { type: 'deliver' }])
  }
  if (event.type !== 'timer') return unchanged(state)
  if (event.timer === 'E' && isOpen) {
    // A server that has sent a provisional response needs reminders only every T2.
    const next = phase === 'proceeding' ? times.t2Ms : Math.min(intervalMs * 2, times.t2Ms)
    return to(phase, next, { type: 'send' }, setTimer('E', next))
  }
  if (event.timer === 'F' && isOpen) return terminated(...cancelTimers('E'), { type: 'timed_out' })
  return event.timer === 'K' ? terminated() : unchanged(state)
}
