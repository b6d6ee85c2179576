// The server transaction of all methods other than INVITE (RFC 3261, section 17.2.2; RFC 4320).
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

export function nonInviteServer(
  state: TransactionState,
  event: TransactionEvent,
  { isReliable, times }: Circumstances,
): Transition {
  const { phase } = state
  const isOpen = phase === 'trying' || phase === 'proceeding'
  switch (event.type) {
    case 'start': {
      // No 100 before the client has slowed down to T2, and none over reliable transports (RFC 4320, section 4.1).
      const trying = isReliable ? [] : [setTimer('trying', times.t2Ms)]
      return to('trying', 0, ...trying, setTimer('expiry', 64 * times.t1Ms))
    }
    case 'request':
      return phase === 'proceeding' || phase === 'completed' ? to(phase, 0, { type: 'send' }) : unchanged(state)
    case 'respond': {
      if (!isOpen) return unchanged(state)
      // Other provisional responses than 100 are not allowed (RFC 4320, section 4.1).
      if (event.status < 200)
        return event.status === 100
          ? to('proceeding', 0, ...cancelTimers('trying'), { type: 'send' })
          : unchanged(state)
      const stop = cancelTimers('trying', 'expiry')
      return waitIn('completed', 'J', isReliable ? 0 : 64 * times.t1Ms, [...stop, { type: 'send' }])
    }
    case 'transport_failed':
      return isOpen || phase === 'completed' ? terminated({ type: 'failed' }) : unchanged(state)
    case 'timer':
      if (event.timer === 'trying' && isOpen) return to('proceeding', 0, { type: 'send_trying' })
      // The client has given up: a response, and a 408 in particular, would be too late (RFC 4320, section 4.2).
      if (event.timer === 'expiry' && isOpen) return terminated(...cancelTimers('trying'))
      return event.timer === 'J' ? terminated() : unchanged(state)
    default:
      return unchanged(state)
  }
}
