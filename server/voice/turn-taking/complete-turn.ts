// What happens with a complete turn of the customer: an answer, the greeting, or nothing.
import { dismiss, forget } from './interruption.ts'
import type { Step } from './step.ts'
import type { CompleteTurn, TurnTakingRules } from './types.ts'

export function turnComplete(step: Step, turn: CompleteTurn): void {
  const { state, situation, commands } = step
  commands.push({ type: 'turn_complete' })
  if (situation.call !== 'open') {
    commands.push({ type: 'record', turn, inHistory: true })
  } else if (situation.isRunningTools) {
    commands.push({ type: 'record', turn, inHistory: true })
    dismiss(step)
    commands.push({ type: 'finish_keys' })
  } else if (situation.assistant === 'silent') {
    respond(step, turn)
  } else {
    dismiss(step)
    const { pending } = state
    if (needsNoAnswer(step, turn)) commands.push({ type: 'record', turn, inHistory: false })
    else
      state.pending = pending ? { ...turn, text: `${pending.text} ${turn.text}`, startedMs: pending.startedMs } : turn
  }
}

function respond(step: Step, turn: CompleteTurn): void {
  const { state, commands } = step
  if (state.greeting === 'said') {
    forget(step)
    commands.push({ type: 'answer', turn })
    return
  }
  state.greeting = 'said'
  commands.push({ type: 'record', turn, inHistory: true }, { type: 'greet' })
}

/** The assistant has finished speaking: answers what the customer said in the meantime. */
export function answerPending(step: Step): void {
  const { pending } = step.state
  step.state.pending = undefined
  if (pending) respond(step, pending)
}

function needsNoAnswer({ rules, situation }: Step, { text, startedMs }: CompleteTurn): boolean {
  return isBackchannel(rules, text, situation.lastWords) || (startedMs < rules.openingEndsMs && isPickup(rules, text))
}

/** A short word can also be the answer to a question that is not over yet. */
export function isBackchannel(rules: TurnTakingRules, text: string, question: string): boolean {
  return rules.classify(text) === 'backchannel' && !question.endsWith('?')
}

/** Words with which people answer the telephone: "Hello?" or a name, but not "Who's this?". */
function isPickup(rules: TurnTakingRules, text: string): boolean {
  return rules.countWords(text) <= 2 && (!text.endsWith('?') || rules.classify(text) === 'command')
}
