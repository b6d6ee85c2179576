// Whether the customer interrupts the assistant: the speech becomes quieter at once, then pauses, and stops or continues.
import { isAside } from './distance.ts'
import { type Step, textOf } from './types.ts'

/** Without confirmation, the speech continues after this time. */
const confirmWithinMs = 2_000
/** The same for speech whose words become known only at its end. */
const confirmWordlessWithinMs = 6_000
/** Longer speech is neither a backchannel nor a noise. */
const certainSpeechMs = 500
/** The same with a recognizer that usually reports the first words within `certainSpeechMs`, but none now. */
const wordlessSpeechMs = 1_000
/** The length of a spoken word. */
const wordMs = 300
/** Words of the beginning of a turn are often wrong, so the assistant waits for further ones before it gives up its own. */
const doubtfulMs = 600

/** How long the customer must speak before the assistant becomes quieter, from 600 ms at 0 to 80 ms at 5; 200 ms at 0.5. */
export function minimumSpeechMs(sensitivity: number): number {
  return sensitivity <= 0.5 ? 600 - 800 * sensitivity : 200 - ((sensitivity - 0.5) / 4.5) * 120
}

/**
 * How long the customer must speak until the assistant pauses without known words, or stops if its model hears the
 * customer. From then on, known words are judged again with every 20 ms.
 */
function certainMs({ rules, state }: Step): number {
  const { hearsAudio, interruptSensitivity, minInterruptWords } = rules
  const speechMs = state.reportsInterim && !hearsAudio ? wordlessSpeechMs : certainSpeechMs
  return minimumSpeechMs(interruptSensitivity) + Math.max(speechMs, (minInterruptWords ?? 0) * wordMs)
}

const isSuspected = ({ state }: Step): boolean => state.interruption === 'possible' || state.interruption === 'probable'

function mayInterrupt(step: Step): boolean {
  const { rules, situation, nowMs } = step
  if (!rules.allowInterruptions || situation.call === 'closing') return false
  if (isSuspected(step)) return true
  return situation.call !== 'machine' && situation.assistant !== 'silent' && nowMs >= rules.openingEndsMs
}

/** The customer has been speaking for this long. */
export function heardSpeech(step: Step, { spokenMs, levelDb }: { spokenMs: number; levelDb: number }): void {
  const { state, rules, situation } = step
  const { utterance } = state
  noteEarlyWords(step)
  const wasForOther = isAside(state)
  state.utterance = {
    ...state.utterance,
    loudestDb: Math.max(utterance.loudestDb ?? levelDb, levelDb),
    spokenMs: Math.max(utterance.spokenMs, spokenMs),
  }
  const isForOther = isAside(state)
  // Words often begin more quietly than they continue.
  if (wasForOther && !isForOther) heardWords(step, textOf(state.utterance))
  if (state.interruption === 'dismissed' || spokenMs < minimumSpeechMs(rules.interruptSensitivity)) return
  if (!mayInterrupt(step)) return
  if (isForOther && !situation.isAudible) return
  if (!isSuspected(step)) suspect(step, situation.assistant === 'speaking' ? 'possible' : 'probable')
  if (isForOther || spokenMs < certainMs(step)) return
  const text = textOf(state.utterance)
  if (text !== '') heardWords(step, text)
  else if (rules.hearsAudio) interrupt(step, 'by_sound')
  else suspect(step, 'probable')
}

/** Notes once, in the first sound of a turn, whether words are known after `certainSpeechMs`. */
function noteEarlyWords({ state, rules, nowMs }: Step): void {
  const { startedMs = nowMs, endedMs, hasEarlyWords } = state.utterance
  if (endedMs !== undefined || hasEarlyWords !== undefined) return
  if (nowMs - startedMs < minimumSpeechMs(rules.interruptSensitivity) + certainSpeechMs) return
  state.utterance = { ...state.utterance, hasEarlyWords: textOf(state.utterance) !== '' }
}

function suspect({ state, commands, nowMs }: Step, interruption: 'possible' | 'probable'): void {
  if (state.interruption === interruption) return
  state.interruption = interruption
  const isWordless = !state.reportsInterim && state.customer !== 'noise' && textOf(state.utterance) === ''
  if (interruption === 'probable' && isWordless) state.interruptionDueMs = nowMs + confirmWordlessWithinMs
  else state.interruptionDueMs ??= nowMs + confirmWithinMs
  commands.push({ type: interruption === 'possible' ? 'quieten_assistant' : 'pause_assistant' })
}

/** The words of the current turn have changed. */
export function heardWords(step: Step, text: string): void {
  const { state, rules } = step
  if (text === '' || !mayInterrupt(step)) return
  const kind = rules.classify(text)
  if (kind !== 'command' && isAside(state)) return
  if (kind === 'backchannel') state.utterance = { ...state.utterance, seemedBackchannel: true }
  if (kind === 'backchannel' || (kind === 'speech' && rules.mayBecomeBackchannel(text))) return
  const words = rules.countWords(text)
  if (kind === 'speech' && words < Math.max(1, rules.minInterruptWords ?? 1)) return
  if (kind === 'command' || !isDoubtful(step))
    interrupt(step, state.interruption === 'dismissed' ? 'dismissed' : 'none')
  else if (words > 1 || !state.utterance.seemedBackchannel) suspect(step, 'probable')
}

/** A key cannot be a noise or a backchannel. */
export function pressedKey(step: Step): void {
  if (mayInterrupt(step)) interrupt(step, step.state.interruption === 'dismissed' ? 'dismissed' : 'none')
}

function isDoubtful({ state, nowMs }: Step): boolean {
  const { startedMs, interim } = state.utterance
  return interim !== '' && startedMs !== undefined && nowMs - startedMs < doubtfulMs
}

function interrupt(step: Step, next: 'none' | 'dismissed' | 'by_sound'): void {
  const { state, situation, commands } = step
  // Tools continue, and their answer follows. More of the same sound does not interrupt them again.
  state.interruption = situation.isRunningTools ? 'dismissed' : next
  state.interruptionDueMs = undefined
  commands.push({ type: 'interrupt_assistant' })
  step.situation = { ...situation, assistant: situation.isRunningTools ? 'thinking' : 'silent' }
  // What the customer said before is part of the new turn.
  recordPending(step)
}

/** The turn that waits for an answer becomes a part of the conversation without one. */
export function recordPending({ state, commands }: Step): void {
  if (state.pending) commands.push({ type: 'record', turn: state.pending, inHistory: true })
  state.pending = undefined
}

/** The sound is no interruption: the assistant continues. */
export function dismiss(step: Step): void {
  const { state } = step
  if (!isSuspected(step)) return
  state.interruption = 'dismissed'
  state.interruptionDueMs = undefined
  step.commands.push({ type: 'resume_assistant' })
}

/** The assistant has nothing to say that could be interrupted. */
export function forget(step: Step): void {
  const { state } = step
  if (isSuspected(step)) state.interruption = 'none'
  state.interruptionDueMs = undefined
}

/** A dismissed sound is over, so the next one can be an interruption again. */
export function soundEnded({ state }: Step): void {
  if (state.interruption === 'dismissed') state.interruption = 'none'
}
