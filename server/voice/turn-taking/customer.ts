// The customer's turn: one function for each event that matters in a state. `docs/turn-taking.md` shows the same table.
import { isBackchannel } from './complete-turn.ts'
import { dismiss, heardWords, soundEnded } from './interruption.ts'
import { completeTurn, completeWithoutWords, enterSpeaking, noWords, reset } from './turn-end.ts'
import { type CustomerState, type Step, type TurnEvent, textOf } from './types.ts'

/** After this time without an answer of the recognizer, the turn is complete without further words. */
const finalizeMs = 1_500
/** Words without detected speech, of a customer with a faint voice, are complete after this time. */
const undetectedMs = 1_500
/** An answer is prepared only if the turn will not be complete for at least this long. */
const worthPreparingMs = 30
/** A customer who speaks again this soon after a complete turn had not finished. */
const goesOnWithinMs = 1_000
/** A customer who speaks at least this long after the end of a short answer replies to it. */
const replyMs = 300
/** After sound, it takes at most this long until the next frame of it. */
const soundMs = 50
/** Sound that is not known to be speech postpones the end of a turn by at most this. */
const longestPostponementMs = 200
/** Sound that continues for this time after the end of the turn, without words, is a noise. */
const noiseAfterTurnMs = 400
/** A recognizer that owes more answers has lost some of them. */
const maxPauses = 20

type Handler<Type extends TurnEvent['type']> = (step: Step, event: Extract<TurnEvent, { type: Type }>) => void
type Row = { readonly [Type in TurnEvent['type']]?: Handler<Type> }

/** An event that is missing in a row does not change that state. */
export const transitions: { readonly [State in CustomerState]: Row } = {
  silent: {
    speech_started: startSpeaking,
    interim_words: hearFaintWords,
    final_words: hearLastWords,
  },
  faint: {
    speech_started: startSpeaking,
    interim_words: hearFaintWords,
    final_words: hearLastWords,
    turn_ended: completeTurn,
    deadline: completeFaintTurn,
  },
  speaking: {
    speech_ended: pause,
    interim_words: hearInterim,
    final_words: hearFinal,
    turn_ended: awaitEndOfSound,
    deadline: endLongTurn,
  },
  noise: {
    speech_ended: pause,
    interim_words: speakAgain,
    final_words: speakAgain,
    deadline: endLongTurn,
  },
  trailing: {
    speech_ended: pauseAfterTurn,
    interim_words: speakAgain,
    final_words: speakAgain,
    deadline: completeTurn,
  },
  recognizing: {
    speech_started: startSpeaking,
    interim_words: hearInterim,
    final_words: hearFinal,
    words_complete: finishWords,
    turn_ended: completeWhileRecognizing,
    deadline: endRecognizing,
  },
  waiting: {
    sound_heard: postponeEnd,
    speech_started: startSpeaking,
    interim_words: hearInterim,
    final_words: hearLastWords,
    turn_ended: completeTurn,
    deadline: completeTurn,
  },
}

function startSpeaking(step: Step, { atMs }: { atMs: number }): void {
  const { state, commands } = step
  const { utterance } = state
  if (utterance.endedMs !== undefined && textOf(utterance) !== '')
    commands.push({ type: 'learn_pause', pauseMs: atMs - utterance.endedMs, kind: 'in_turn' })
  state.heardTurn = undefined
  if (utterance.startedMs === undefined) beginTurn(step, atMs)
  state.utterance = { ...utterance, startedMs: utterance.startedMs ?? atMs }
  soundEnded(step)
  enterSpeaking(state)
  commands.push({ type: 'customer_started' })
}

function beginTurn({ state, commands }: Step, atMs: number): void {
  const { answered } = state
  if (!answered) return
  state.answered = undefined
  const pauseMs = atMs - answered.endedMs
  const isReply = answered.answerEndedMs !== undefined && atMs - answered.answerEndedMs >= replyMs
  if (!isReply && atMs - answered.atMs <= goesOnWithinMs) state.cutInMs = pauseMs
  else commands.push({ type: 'learn_pause', pauseMs, kind: 'answer' })
}

function hearInterim(step: Step, { text }: { text: string }): void {
  const { state } = step
  state.utterance = { ...state.utterance, interim: text }
  wordsChanged(step)
}

function hearFinal(step: Step, { text }: { text: string }): void {
  const { state, nowMs } = step
  const { utterance } = state
  const known = utterance.isGuess ? utterance.finals.slice(0, -1) : utterance.finals
  state.utterance = { ...utterance, finals: [...known, text], isGuess: false, interim: '', recognizedMs: nowMs }
  wordsChanged(step)
}

function wordsChanged(step: Step): void {
  const text = textOf(step.state.utterance)
  step.commands.push({ type: 'words', text, isFinal: step.state.utterance.interim === '' })
  learnCutIn(step, text)
  heardWords(step, text)
}

/** Before the end of this turn, which needs the same patience. */
function learnCutIn({ state, rules, commands }: Step, text: string): void {
  if (state.cutInMs === undefined || rules.classify(text) !== 'speech' || rules.mayBecomeBackchannel(text)) return
  commands.push({ type: 'learn_pause', pauseMs: state.cutInMs, kind: 'cut_in' })
  state.cutInMs = undefined
}

function hearFaintWords(step: Step, event: { text: string }): void {
  hearInterim(step, event)
  if (event.text === '') {
    reset(step)
    return
  }
  step.state.customer = 'faint'
  step.state.customerDueMs = step.nowMs + undetectedMs
}

/** Final words after the end of the speech, or without any detected speech. */
function hearLastWords(step: Step, event: { text: string }): void {
  const { state, nowMs } = step
  hearFinal(step, event)
  state.utterance = { ...state.utterance, endedMs: state.utterance.endedMs ?? nowMs }
  awaitEnd(step)
}

/** Words show that a noise was speech, or that the recognizer was wrong about the end of the turn. */
function speakAgain(step: Step, event: Extract<TurnEvent, { text: string }>): void {
  enterSpeaking(step.state)
  if (event.type === 'interim_words') hearInterim(step, event)
  else hearFinal(step, event)
}

function pause(step: Step, { atMs }: { atMs: number }): void {
  const { state, rules } = step
  requestWords(step, atMs)
  if (!rules.hearsAudio) return
  // A model that hears the customer answers before the words are given up.
  const delayMs = Math.min(delayOf(step), finalizeMs - 1)
  state.customerDueMs = atMs + delayMs
  probablyComplete(step, atMs + delayMs)
}

function requestWords({ state, nowMs, commands }: Step, atMs: number): void {
  state.customer = 'recognizing'
  state.utterance = { ...state.utterance, endedMs: atMs }
  state.pauses = [...state.pauses, undefined].slice(-maxPauses)
  state.wordsDueMs = nowMs + finalizeMs
  state.customerDueMs = state.wordsDueMs
  commands.push({ type: 'request_words' })
}

/** The recognizer has said that the turn is complete. The end of its sound is detected later. */
function pauseAfterTurn(step: Step, { atMs }: { atMs: number }): void {
  requestWords(step, atMs)
  completeWhileRecognizing(step)
}

function completeWhileRecognizing(step: Step): void {
  if (step.rules.hearsAudio) {
    completeWithoutWords(step)
    return
  }
  takeWords(step)
  if (step.state.customer === 'waiting') completeTurn(step)
}

function finishWords(step: Step): void {
  if (!step.rules.hearsAudio || step.state.pauses.length === 0) takeWords(step)
}

/** All words that are known so far count. */
function takeWords(step: Step): void {
  const { state, nowMs } = step
  const { finals, interim } = state.utterance
  if (interim !== '') {
    const isGuess = state.pauses.length > 0
    state.utterance = { ...state.utterance, finals: [...finals, interim], isGuess, interim: '' }
    wordsChanged(step)
  }
  state.utterance = { ...state.utterance, recognizedMs: nowMs }
  awaitEnd(step)
}

/** The words are known: waits for the end of the turn, which depends on them. */
function awaitEnd(step: Step): void {
  const { state, nowMs } = step
  const { utterance } = state
  if (textOf(utterance) === '') {
    if (utterance.startedMs === undefined) reset(step)
    else noWords(step)
    return
  }
  state.customer = 'waiting'
  state.customerDueMs = (utterance.endedMs ?? nowMs) + delayOf(step)
  state.latestEndMs = state.customerDueMs + longestPostponementMs
  probablyComplete(step, state.customerDueMs)
}

/** Speech is detected some frames after it has begun, and a noise may cover it at first. */
function postponeEnd({ state, nowMs }: Step): void {
  const dueMs = Math.min(nowMs + soundMs, state.latestEndMs)
  state.customerDueMs = Math.max(state.customerDueMs ?? dueMs, dueMs)
}

function delayOf({ state, rules, situation }: Step): number {
  return rules.endpointing.delayAfter(textOf(state.utterance), situation.lastWords)
}

function probablyComplete(step: Step, dueMs: number): void {
  const { state, rules, situation, nowMs, commands } = step
  if (dueMs - nowMs <= worthPreparingMs) return
  const text = textOf(state.utterance)
  if (isBackchannel(rules, text, situation.lastWords)) dismiss(step)
  // While it is not known who has answered, the answer waits anyway, and a mailbox gets none.
  const isNext = situation.call === 'open' && situation.assistant !== 'speaking' && state.greeting === 'said'
  if (!rules.hearsAudio && isNext) commands.push({ type: 'prepare_answer', text })
}

/** Either the deadline of a turn that a model has heard, or the recognizer does not answer. */
function endRecognizing(step: Step): void {
  if (step.nowMs >= step.state.wordsDueMs) takeWords(step)
  else completeWithoutWords(step)
}

function awaitEndOfSound({ state, nowMs }: Step): void {
  if (textOf(state.utterance) === '') return
  state.customer = 'trailing'
  state.utterance = { ...state.utterance, endedMs: nowMs, recognizedMs: nowMs }
  state.customerDueMs = nowMs + noiseAfterTurnMs
}

function completeFaintTurn(step: Step): void {
  step.state.utterance = { ...step.state.utterance, recognizedMs: step.nowMs }
  completeTurn(step)
}

/** The customer, or a noise, does not pause. */
function endLongTurn(step: Step): void {
  const { state, nowMs } = step
  state.utterance = { ...state.utterance, endedMs: nowMs, recognizedMs: nowMs }
  if (textOf(state.utterance) === '') {
    noWords(step)
    enterSpeaking(state, 'noise')
  } else completeTurn(step)
}
