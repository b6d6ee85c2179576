// Takes one event: returns the next state of turn-taking and the commands that follow. It has no other effect.
import { answerPending, assistantFinished, turnComplete } from './complete-turn.ts'
import { transitions } from './customer.ts'
import { dismiss, forget, heardSpeech, pressedKey, recordPending, soundEnded } from './interruption.ts'
import { isTurnOpen, reset } from './turn-end.ts'
import {
  nothingSaid,
  type Situation,
  type Step,
  type TurnCommand,
  type TurnEvent,
  type TurnTakingRules,
  type TurnTakingState,
} from './types.ts'

export interface Transition {
  state: TurnTakingState
  commands: readonly TurnCommand[]
}

export interface Circumstances {
  /** From an arbitrary start. Never earlier than the event before. */
  nowMs: number
  rules: TurnTakingRules
  situation: Situation
}

export function firstState(greeting: TurnTakingState['greeting']): TurnTakingState {
  return {
    customer: 'silent',
    interruption: 'none',
    utterance: nothingSaid,
    usualDb: undefined,
    reportsInterim: false,
    customerDueMs: undefined,
    latestEndMs: 0,
    interruptionDueMs: undefined,
    wordsDueMs: 0,
    pauses: [],
    answered: undefined,
    cutInMs: undefined,
    heardTurn: undefined,
    pending: undefined,
    greeting,
  }
}

export function takeEvent(before: TurnTakingState, event: TurnEvent, circumstances: Circumstances): Transition {
  const step: Step = { ...circumstances, state: { ...before }, commands: [] }
  if (event.type === 'deadline') passDeadlines(step)
  else if (!isIgnored(step, event) && !isLate(step, event)) {
    const handle = transitions[step.state.customer][event.type] as ((step: Step, event: TurnEvent) => void) | undefined
    handle?.(step, event)
    takeForWholeCall(step, event)
  }
  if (step.state.customer === 'silent') soundEnded(step)
  return step
}

function passDeadlines(step: Step): void {
  const { state, nowMs } = step
  if (state.interruptionDueMs !== undefined && state.interruptionDueMs <= nowMs) dismiss(step)
  if (state.customerDueMs === undefined || state.customerDueMs > nowMs) return
  state.customerDueMs = undefined
  transitions[state.customer].deadline?.(step, { type: 'deadline' })
}

const isIgnored = ({ rules }: Step, { type }: TurnEvent): boolean =>
  type === 'turn_ended' && rules.endpointing.trustsVendor !== true

/** Words of a turn that was complete before they were known. They must not be answered again. */
function isLate({ state, commands }: Step, event: TurnEvent): boolean {
  const { pauses, heardTurn, customer } = state
  if (event.type === 'words_complete') {
    state.pauses = pauses.slice(1)
    state.utterance = { ...state.utterance, isGuess: false }
    return pauses[0] !== undefined
  }
  if (event.type !== 'interim_words' && event.type !== 'final_words') return false
  const turn = pauses[0] ?? (customer === 'silent' ? heardTurn : undefined)
  if (turn && event.type === 'final_words') commands.push({ type: 'late_words', turn, text: event.text })
  return turn !== undefined
}

/** Events that do not depend on what the customer does. */
function takeForWholeCall(step: Step, event: TurnEvent): void {
  const { nowMs } = step
  if (event.type === 'speech_continued') heardSpeech(step, event)
  else if (event.type === 'assistant_finished') assistantFinished(step)
  else if (event.type === 'screening_over') screeningOver(step)
  else if (event.type === 'key_pressed') pressedKey(step)
  else if (event.type === 'call_closing') {
    forget(step)
    recordPending(step)
  } else if (event.type === 'typed' || event.type === 'keys_pressed') {
    if (event.type === 'typed') reset(step)
    turnComplete(step, { text: event.text, startedMs: nowMs, endedMs: nowMs, recognizedMs: nowMs })
  }
}

/** While the customer continues, or the assistant speaks, the answer comes later and includes what is said until then. */
function screeningOver(step: Step): void {
  const { state, situation } = step
  if (situation.call === 'screening') step.situation = { ...situation, call: 'open' }
  if (!isTurnOpen(state) && situation.assistant === 'silent') answerPending(step)
}
