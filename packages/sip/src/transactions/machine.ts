// The vocabulary of the four transaction state machines: states, events and commands (RFC 3261, section 17).

/** In milliseconds (RFC 3261, section 17.1.1.1). */
export interface TransactionTimes {
  /** The estimated round trip. */
  t1Ms: number
  /** The longest interval between repetitions. */
  t2Ms: number
  /** How long a message can stay in the network. */
  t4Ms: number
}

export const defaultTimes: TransactionTimes = { t1Ms: 500, t2Ms: 4_000, t4Ms: 5_000 }

/** The timers of RFC 3261, appendix A, and RFC 6026; `trying` sends 100, and `expiry` ends an unanswered request. */
export type TimerName = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M' | 'trying' | 'expiry'

export type TransactionEvent =
  | { type: 'start' }
  /** A client has received a response. */
  | { type: 'response'; status: number }
  /** A server has received the request again. */
  | { type: 'request' }
  /** A server has received an ACK. */
  | { type: 'ack' }
  /** The user of a server answers. */
  | { type: 'respond'; status: number }
  /** The user of a client has sent a CANCEL. */
  | { type: 'cancel' }
  | { type: 'timer'; timer: TimerName }
  | { type: 'transport_failed' }

/** The commands of one event are carried out in their order. */
export type TransactionCommand =
  /** Sends the request of a client, or the latest response of a server. */
  | { type: 'send' }
  | { type: 'send_trying' }
  /** Sends the ACK to a response of 300 or more. */
  | { type: 'acknowledge' }
  /** The message of the event goes to the user of the transaction. */
  | { type: 'deliver' }
  | { type: 'set_timer'; timer: TimerName; delayMs: number }
  | { type: 'cancel_timer'; timer: TimerName }
  | { type: 'timed_out' }
  | { type: 'failed' }
  | { type: 'end' }

export interface TransactionState {
  phase: 'initial' | 'calling' | 'trying' | 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'terminated'
  /** The current interval between repetitions. */
  intervalMs: number
}

export interface Circumstances {
  /** The transport repeats lost messages itself: TCP and TLS. */
  isReliable: boolean
  times: TransactionTimes
}

export interface Transition {
  state: TransactionState
  commands: readonly TransactionCommand[]
}

/** One of the four state machines. It has no other effect than its result. */
export type Machine = (state: TransactionState, event: TransactionEvent, circumstances: Circumstances) => Transition

export const firstState: TransactionState = { phase: 'initial', intervalMs: 0 }

export const unchanged = (state: TransactionState): Transition => ({ state, commands: [] })

export const to = (
  phase: TransactionState['phase'],
  intervalMs: number,
  ...commands: readonly TransactionCommand[]
): Transition => ({ state: { phase, intervalMs }, commands })

export const setTimer = (timer: TimerName, delayMs: number): TransactionCommand => ({
  type: 'set_timer',
  timer,
  delayMs,
})

export const cancelTimers = (...timers: readonly TimerName[]): TransactionCommand[] =>
  timers.map((timer) => ({ type: 'cancel_timer', timer }))

export const terminated = (...commands: readonly TransactionCommand[]): Transition =>
  to('terminated', 0, ...commands, { type: 'end' })

/** Enters a state that only waits: no time at all over a reliable transport. */
export function waitIn(
  phase: TransactionState['phase'],
  timer: TimerName,
  delayMs: number,
  commands: readonly TransactionCommand[],
): Transition {
  return delayMs === 0 ? terminated(...commands) : to(phase, 0, ...commands, setTimer(timer, delayMs))
}
