// Runs one transaction: holds its state and its timers, and carries out the commands of its machine.
import type { SipClock } from '../clock.ts'
import {
  firstState,
  type Machine,
  type TimerName,
  type TransactionCommand,
  type TransactionEvent,
  type TransactionState,
  type TransactionTimes,
} from './machine.ts'

/** One function for each command that is not about timers. */
export interface TransactionEffects {
  send(): void
  send_trying(): void
  acknowledge(): void
  deliver(): void
  timed_out(): void
  failed(): void
  end(): void
}

export interface RunOptions {
  machine: Machine
  clock: SipClock
  times: TransactionTimes
  isReliable: boolean
  effects: TransactionEffects
}

export type RunningTransaction = ReturnType<typeof runTransaction>

export function runTransaction({ machine, clock, times, isReliable, effects }: RunOptions) {
  let state: TransactionState = firstState
  const timers = new Map<TimerName, () => void>()

  function handle(event: TransactionEvent): void {
    if (state.phase === 'terminated') return
    const next = machine(state, event, { isReliable, times })
    state = next.state
    for (const command of next.commands) carryOut(command)
  }

  function carryOut(command: TransactionCommand): void {
    if (command.type === 'set_timer') setTimer(command.timer, command.delayMs)
    else if (command.type === 'cancel_timer') cancel(command.timer)
    else {
      if (command.type === 'end') stop()
      effects[command.type]()
    }
  }

  function setTimer(timer: TimerName, delayMs: number): void {
    cancel(timer)
    const cancelTimer = clock.after(delayMs, () => {
      timers.delete(timer)
      handle({ type: 'timer', timer })
    })
    timers.set(timer, cancelTimer)
  }

  function cancel(timer: TimerName): void {
    timers.get(timer)?.()
    timers.delete(timer)
  }

  /** Ends the transaction without a further effect. */
  function stop(): void {
    for (const cancelTimer of timers.values()) cancelTimer()
    timers.clear()
    state = { phase: 'terminated', intervalMs: 0 }
  }

  return { handle, stop, phase: () => state.phase }
}
