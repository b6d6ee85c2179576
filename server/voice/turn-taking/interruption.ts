// Whether the customer interrupts the assistant: the speech pauses at once, and then stops or goes on.
import type { Step } from './step.ts'
import type { TurnTakingRules } from './types.ts'

/** Without confirmation, the speech goes on after this time. */
const confirmWithinMs = 2_000
/** Longer speech is neither a backchannel nor a noise. */
const certainSpeechMs = 500
/** The length of a spoken word. */
const wordMs = 300

/** How long the customer must speak before the assistant pauses, from 600 ms at 0 to 80 ms at 5; 200 ms at 0.5. */
export function minimumSpeechMs(sensitivity: number): number {
  return sensitivity <= 0.5 ? 600 - 800 * sensitivity : 200 - ((sensitivity - 0.5) / 4.5) * 120
}

/** How long the customer must speak to interrupt before any words are known. */
function certainMs({ hearsAudio, interruptSensitivity, minInterruptWords }: TurnTakingRules): number {
  if (!hearsAudio) return Number.POSITIVE_INFINITY
  return minimumSpeechMs(interruptSensitivity) + Math.max(certainSpeechMs, (minInterruptWords ?? 0) * wordMs)
}

function mayInterrupt({ state, rules, situation, nowMs }: Step): boolean {
  if (!rules.allowInterruptions || situation.call === 'closing') return false
  if (state.interruption === 'possible') return true
  return situation.call !== 'machine' && situation.assistant !== 'silent' && nowMs >= rules.openingEndsMs
}

/** The customer has been speaking for this long. */
export function heardSpeech(step: Step, spokenMs: number): void {
  const { state, rules } = step
  if (state.interruption === 'dismissed' || spokenMs < minimumSpeechMs(rules.interruptSensitivity)) return
  if (!mayInterrupt(step)) return
  if (state.interruption !== 'possible') {
    state.interruption = 'possible'
    state.interruptionDueMs = step.nowMs + confirmWithinMs
    step.commands.push({ type: 'pause_assistant' })
  }
  if (spokenMs >= certainMs(rules)) interrupt(step, 'by_sound')
}

/** The words of the current turn have changed. */
export function heardWords(step: Step, text: string): void {
  const { state, rules } = step
  if (!mayInterrupt(step)) return
  const kind = rules.classify(text)
  if (kind === 'backchannel' || (kind === 'speech' && rules.mayBecomeBackchannel(text))) return
  if (kind === 'speech' && rules.countWords(text) < Math.max(1, rules.minInterruptWords ?? 1)) return
  interrupt(step, state.interruption === 'possible' ? 'none' : state.interruption)
}

function interrupt(step: Step, next: 'none' | 'dismissed' | 'by_sound'): void {
  const { state, situation, commands } = step
  state.interruption = next
  state.interruptionDueMs = undefined
  commands.push({ type: 'interrupt_assistant' })
  // Tools go on, and their answer follows.
  step.situation = { ...situation, assistant: situation.isRunningTools ? 'thinking' : 'silent' }
  // What the customer said before is part of the new turn.
  recordPending(step)
}

/** The turn that waits for an answer becomes a part of the conversation without one. */
export function recordPending({ state, commands }: Step): void {
  if (state.pending) commands.push({ type: 'record', turn: state.pending, inHistory: true })
  state.pending = undefined
}

/** The sound is no interruption: the assistant goes on. */
export function dismiss(step: Step): void {
  const { state } = step
  if (state.interruption !== 'possible') return
  state.interruption = 'dismissed'
  state.interruptionDueMs = undefined
  step.commands.push({ type: 'resume_assistant' })
}

/** The assistant has nothing to say that could be interrupted. */
export function forget({ state }: Step): void {
  if (state.interruption === 'possible') state.interruption = 'none'
  state.interruptionDueMs = undefined
}

/** A dismissed sound is over, so the next one can be an interruption again. */
export function soundEnded({ state }: Step): void {
  if (state.interruption === 'dismissed') state.interruption = 'none'
}
