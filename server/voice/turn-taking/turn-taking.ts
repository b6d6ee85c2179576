// The turn-taking of one call: holds its state, carries out the commands of each event, and keeps its deadlines.
import type { VoiceClock } from '../clock.ts'
import { firstState, takeEvent } from './transition.ts'
import { isTurnOpen } from './turn-end.ts'
import {
  type Situation,
  type TurnCommand,
  type TurnEvent,
  type TurnTakingRules,
  type TurnTakingState,
  textOf,
} from './types.ts'

/** One function for each command. */
export type TurnCommands = {
  readonly [Type in TurnCommand['type']]: (command: Extract<TurnCommand, { type: Type }>) => void
}

export interface TurnTakingOptions {
  clock: VoiceClock
  rules: TurnTakingRules
  greeting: TurnTakingState['greeting']
  situation(): Situation
  commands: TurnCommands
  /** The customer or the interruption is in another state. */
  changed(state: TurnTakingState): void
}

/** A recognizer that has not answered a request for final words for this time has lost it. */
const lostAfterMs = 10_000

export type TurnTaking = ReturnType<typeof createTurnTaking>

export function createTurnTaking({ clock, rules, greeting, situation, commands, changed }: TurnTakingOptions) {
  let state = firstState(greeting)
  let timerAtMs: number | undefined
  let cancelTimer: (() => void) | undefined

  function handle(event: TurnEvent): void {
    const before = state
    const next = takeEvent(before, event, { nowMs: clock.now(), rules, situation: situation() })
    state = next.state
    setTimer()
    if (state.customer !== before.customer || state.interruption !== before.interruption) changed(state)
    for (const command of next.commands) (commands[command.type] as (command: TurnCommand) => void)(command)
  }

  function setTimer(): void {
    const { customerDueMs = Number.POSITIVE_INFINITY, interruptionDueMs = Number.POSITIVE_INFINITY } = state
    const dueMs = Math.min(customerDueMs, interruptionDueMs)
    if (dueMs === timerAtMs) return
    close()
    if (dueMs === Number.POSITIVE_INFINITY) return
    timerAtMs = dueMs
    cancelTimer = clock.after(Math.max(0, dueMs - clock.now()), () => {
      timerAtMs = undefined
      handle({ type: 'deadline' })
    })
  }

  function close(): void {
    cancelTimer?.()
    timerAtMs = undefined
  }

  return {
    handle,
    /** The words of the current turn. */
    text: (): string => textOf(state.utterance),
    /** Whether a turn of the customer has begun and is not complete. A constant noise does not count. */
    isOpen: (): boolean => isTurnOpen(state),
    /** Whether words of the customer's turn are still missing, however late they are. */
    awaitsWords: (): boolean =>
      state.pauses.some((turn) => turn === undefined) && clock.now() < state.wordsDueMs + lostAfterMs,
    close,
  }
}
