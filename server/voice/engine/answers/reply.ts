// The beginning and the end of an answer.
import type { TurnLatency } from '../call-record.ts'
import type { AnswerStep, Reply } from './types.ts'

/** The model cannot call tools in the last round. */
export const maxRounds = 5
/** The call ends if this many answers in a row fail. */
const maxFailures = 2

interface NewReply {
  text: string | undefined
  instruction?: string | undefined
  isHeld?: boolean
  attempt?: number
  latency?: TurnLatency | undefined
}

export function start(step: AnswerStep, { text, instruction, isHeld = false, attempt = 1, latency }: NewReply): void {
  const { state, commands } = step
  const reply: Reply = {
    generation: step.nextGeneration(),
    text,
    instruction,
    round: 1,
    attempt,
    toolCalls: 0,
    heldCalls: undefined,
    spokeBeforeTools: false,
    isAudible: false,
    needsWords: true,
    latency,
    firstOutputAtMs: undefined,
    firstAudioAtMs: undefined,
    retrievalMs: undefined,
  }
  state.reply = reply
  state.answer = isHeld ? 'preparing' : 'generating'
  commands.push({ type: 'open_speech', generation: reply.generation, isHeld })
  // The words of a turn that may not be complete are not in the record.
  generate(step, isHeld ? text : instruction)
}

export function generate({ state, commands }: AnswerStep, unrecorded: string | undefined): void {
  const { generation, round } = state.reply!
  commands.push({ type: 'generate', generation, unrecorded, mayCallTools: round < maxRounds })
}

export function end({ state }: AnswerStep): void {
  state.answer = 'idle'
  state.reply = undefined
}

export function cancel(step: AnswerStep): void {
  const { reply } = step.state
  if (!reply) return
  step.commands.push({ type: 'abandon', generation: reply.generation })
  end(step)
}

/** Tries once more, then apologizes. */
export function fail(step: AnswerStep, reason: string): void {
  const { state, commands } = step
  const { text, instruction, attempt, isAudible, latency } = state.reply!
  commands.push({ type: 'note', note: 'answer_failed', detail: reason })
  cancel(step)
  if (attempt === 1 && !isAudible) {
    start(step, { text, instruction, attempt: 2, latency })
    commands.push({ type: 'wait_for_answer', text: undefined })
    return
  }
  state.failures++
  commands.push(state.failures >= maxFailures ? { type: 'give_up' } : { type: 'say', phrase: 'trouble' })
}

export function complete({ state, commands }: AnswerStep): void {
  state.failures = 0
  commands.push({ type: 'end_generation' }, { type: 'complete_speech', generation: state.reply!.generation })
}
