// What happens with a complete turn of the customer: an answer, the greeting, or nothing.
import { dismiss, forget, recordPending } from './interruption.ts'
import type { CompleteTurn, Situation, Step, TurnTakingRules, TurnTakingState } from './types.ts'

/** After the opening, people still answer the phone for this time. */
const lateGreetingMs = 3_000

export function turnComplete(step: Step, turn: CompleteTurn): void {
  const { state, situation, commands } = step
  commands.push({ type: 'turn_complete' })
  if (!mayAnswer(situation)) {
    // A person has greeted the customer.
    if (situation.call === 'taken_over') state.greeting = 'said'
    recordPending(step)
    commands.push({ type: 'record', turn, inHistory: true })
  } else if (situation.isRunningTools) {
    commands.push({ type: 'record', turn, inHistory: true })
    dismiss(step)
    commands.push({ type: 'finish_keys' })
  } else if (situation.assistant === 'silent') {
    addPending(state, turn)
    answerPending(step)
  } else {
    dismiss(step)
    if (needsNoAnswer(step, turn)) commands.push({ type: 'record', turn, inHistory: false })
    else addPending(state, turn)
  }
}

export const mayAnswer = ({ call }: Situation): boolean => call === 'open' || call === 'screening'

function addPending(state: TurnTakingState, turn: CompleteTurn): void {
  const { pending } = state
  if (!pending) state.pending = turn
  else state.pending = { ...turn, text: `${pending.text} ${turn.text}`, startedMs: pending.startedMs }
}

export function assistantFinished(step: Step): void {
  const { state, nowMs } = step
  if (state.answered) state.answered = { ...state.answered, answerEndedMs: nowMs }
  answerPending(step)
}

/** The assistant can speak: answers what the customer has said in the meantime. */
export function answerPending(step: Step): void {
  const { state, situation, commands } = step
  const { pending } = state
  if (!pending) return
  if (situation.call === 'screening') {
    commands.push({ type: 'hold_answer' })
    return
  }
  if (!mayAnswer(situation)) {
    recordPending(step)
    return
  }
  state.pending = undefined
  if (state.greeting === 'due') {
    state.greeting = 'said'
    commands.push({ type: 'record', turn: pending, inHistory: true }, { type: 'greet' })
  } else {
    forget(step)
    state.answered = { endedMs: pending.endedMs, atMs: step.nowMs, answerEndedMs: undefined }
    commands.push({ type: 'answer', turn: pending })
  }
}

function needsNoAnswer({ rules, situation }: Step, { text, startedMs }: CompleteTurn): boolean {
  if (isBackchannel(rules, text, situation.lastWords)) return true
  if (startedMs < rules.openingEndsMs && isPickup(rules, text)) return true
  return startedMs < rules.openingEndsMs + lateGreetingMs && rules.isPhoneGreeting(text)
}

/** A short word can also be the answer to a question that is not over yet. */
export function isBackchannel(rules: TurnTakingRules, text: string, question: string): boolean {
  return rules.classify(text) === 'backchannel' && !question.endsWith('?')
}

/** Words with which people answer the telephone: "Hello?" or a name, but not "Who's this?". */
function isPickup(rules: TurnTakingRules, text: string): boolean {
  return rules.countWords(text) <= 2 && (!text.endsWith('?') || rules.classify(text) === 'command')
}
