// The end of a turn of the customer: it is complete, or it was none. Afterwards, the next turn can begin.
import { answerPending, mayAnswer, turnComplete } from './complete-turn.ts'
import { learnLevel } from './distance.ts'
import { dismiss } from './interruption.ts'
import { type CompleteTurn, nothingSaid, type Step, type TurnTakingState, textOf } from './types.ts'

/** Continuous speech is answered at the latest after this time. */
const longestTurnMs = 45_000
/** Shorter speech without words is a noise, even for a model that hears the customer itself. */
const shortestSpeechMs = 200

export function completeTurn(step: Step): void {
  const turn = turnOf(step)
  const { utterance } = step.state
  if (turn.text !== '') {
    step.state.reportsInterim = utterance.hasEarlyWords ?? step.state.reportsInterim
    learnLevel(step)
  }
  // Words that arrive later are those of this turn, which is answered with the ones that were known.
  if (utterance.isGuess) step.state.pauses = step.state.pauses.map((earlier) => earlier ?? turn)
  reset(step)
  if (turn.text === '') return
  complete(step, turn)
}

function turnOf({ state, rules, nowMs }: Step): CompleteTurn {
  const { utterance } = state
  const { startedMs = nowMs, endedMs = nowMs, recognizedMs } = utterance
  return { text: textOf(utterance), isAudio: rules.hearsAudio, startedMs, endedMs, recognizedMs }
}

function complete(step: Step, turn: CompleteTurn): void {
  const { state, rules } = step
  if (rules.hearsAudio && state.customer === 'silent') state.heardTurn = turn
  if (state.interruption === 'by_sound') state.interruption = 'none'
  turnComplete(step, turn)
}

/** A model has heard the turn, so it is complete before its words are known, if only words cannot tell what it means. */
export function completeWithoutWords(step: Step): void {
  const { state, nowMs, situation } = step
  const { startedMs = nowMs, endedMs = nowMs } = state.utterance
  const needsWords = situation.assistant !== 'silent' || situation.isRunningTools
  if (needsWords || endedMs - startedMs < shortestSpeechMs) {
    state.customerDueMs = state.wordsDueMs
    return
  }
  const turn = turnOf(step)
  state.pauses = state.pauses.map((earlier) => earlier ?? turn)
  learnLevel(step)
  reset(step)
  complete(step, turn)
}

/** There was speech, but no words in it. */
export function noWords(step: Step): void {
  const { state, situation, commands } = step
  reset(step)
  commands.push({ type: 'discard_prepared' })
  const hasStopped = state.interruption === 'by_sound'
  if (hasStopped) state.interruption = 'none'
  dismiss(step)
  if (situation.assistant === 'silent' && state.pending) answerPending(step)
  else if (hasStopped && mayAnswer(situation) && situation.assistant !== 'speaking')
    commands.push({ type: 'answer_sound' })
}

/** Forgets what was said. A sound that is still heard belongs to the next turn. */
export function reset({ state, nowMs }: Step): void {
  const isSounding = state.customer === 'speaking' || state.customer === 'noise' || state.customer === 'trailing'
  state.cutInMs = undefined
  state.utterance = isSounding ? { ...nothingSaid, startedMs: nowMs } : nothingSaid
  if (isSounding) enterSpeaking(state, state.customer === 'speaking' ? 'speaking' : 'noise')
  else {
    state.customer = 'silent'
    state.customerDueMs = undefined
  }
}

export function enterSpeaking(state: TurnTakingState, name: 'speaking' | 'noise' = 'speaking'): void {
  state.customer = name
  state.customerDueMs = state.utterance.startedMs! + longestTurnMs
}

/** Whether a turn has begun and is not complete. */
export const isTurnOpen = ({ customer }: TurnTakingState): boolean => customer !== 'silent' && customer !== 'noise'
