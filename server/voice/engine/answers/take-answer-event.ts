// Takes one event: returns the next state of the assistant's answers and the commands that follow. It has no other effect.
import { counted } from '#server/platform/text/counted.ts'
import type { ToolCall } from '#server/ports/language-model.ts'
import type { TurnLatency } from '../call-record.ts'
import { cancel, complete, end, fail, maxRounds, start } from './reply.ts'
import { runTools, toolsDone } from './tool-round.ts'
import type { AnswerCircumstances, AnswerEvent, AnswerState, AnswerStep, AnswersState, Reply } from './types.ts'

const maxPreparations = 3

type Handler<Type extends AnswerEvent['type']> = (step: AnswerStep, event: Extract<AnswerEvent, { type: Type }>) => void
type Handlers = { readonly [Type in AnswerEvent['type']]?: Handler<Type> }

export const noAnswer: AnswersState = { answer: 'idle', reply: undefined, failures: 0, preparations: 0 }

/** In every state. */
const always: Handlers = {
  answer: answerTurn,
  instruct(step, { instruction }) {
    cancel(step)
    start(step, { text: undefined, instruction })
    step.commands.push({ type: 'wait_for_answer', text: undefined })
  },
  cancel,
}

/** While there is an answer. */
const current: Handlers = {
  ...always,
  searched({ state, commands }, { search }) {
    const reply = state.reply!
    reply.retrievalMs = (reply.retrievalMs ?? 0) + search.tookMs
    commands.push({ type: 'record_search', search }, { type: 'measure', reply })
  },
  first_output({ state, commands, nowMs }) {
    state.reply!.firstOutputAtMs ??= nowMs
    commands.push({ type: 'measure', reply: state.reply! })
  },
  audio_arrived({ state, commands, nowMs }) {
    if (state.reply!.firstAudioAtMs !== undefined) return
    state.reply!.firstAudioAtMs = nowMs
    commands.push({ type: 'measure', reply: state.reply! })
  },
  person_asked: ({ commands }) => void commands.push({ type: 'wait_for_tools' }),
}

/** While the answer is prepared for a turn that may not be complete. */
const held: Handlers = {
  ...current,
  prepare(step, { text }) {
    if (step.state.reply!.text !== text) prepare(step, text)
  },
  discard_prepared: cancel,
  failed: cancel,
  generation_overdue: cancel,
}

/** While the customer waits for the answer, or hears it. */
const due: Handlers = {
  ...current,
  segment_started: segmentStarted,
  answer_overdue: (step) => fail(step, 'timeout'),
  failed: (step, { code, message }) => fail(step, `${code}: ${message}`),
}

const transitions: Record<AnswerState, Handlers> = {
  idle: { ...always, prepare: (step, { text }) => prepare(step, text) },
  preparing: { ...held, answered: roundPrepared },
  prepared: held,
  generating: { ...due, answered: roundAnswered, generation_overdue: stopGeneration },
  running_tools: {
    ...due,
    tools_done: toolsDone,
    tools_overdue: (step) => fail(step, 'tool_timeout'),
  },
  // Nothing of what was generated became audible, although everything was played.
  awaiting_audio: { ...due, playout_drained: (step) => fail(step, 'no_audio') },
}

export function takeAnswerEvent(before: AnswersState, event: AnswerEvent, circumstances: AnswerCircumstances) {
  const state = { ...before, reply: before.reply && { ...before.reply } }
  const step: AnswerStep = { ...circumstances, state, commands: [] }
  const isOfOther = 'generation' in event && event.generation !== state.reply?.generation
  const handle = transitions[state.answer][event.type] as Handler<AnswerEvent['type']> | undefined
  if (!isOfOther) handle?.(step, event)
  return { state, commands: step.commands }
}

function prepare(step: AnswerStep, text: string): void {
  cancel(step)
  if (step.state.preparations >= maxPreparations) return
  step.state.preparations++
  start(step, { text, isHeld: true })
}

function answerTurn(step: AnswerStep, { turn }: Extract<AnswerEvent, { type: 'answer' }>): void {
  const { state, commands, nowMs, sinceStart } = step
  const { text, endedMs, recognizedMs } = turn
  const latency: TurnLatency = {
    atMs: sinceStart(endedMs),
    ...(text !== '' && { recognizedMs: Math.round(recognizedMs - endedMs) }),
    decidedMs: Math.round(nowMs - endedMs),
  }
  state.preparations = 0
  const isHeld = state.answer === 'preparing' || state.answer === 'prepared'
  const prepared = isHeld && state.reply?.text === text ? state.reply : undefined
  if (!prepared) cancel(step)
  commands.push({ type: 'record_turn', turn, latency })
  if (prepared) prepared.latency = latency
  else start(step, { text, latency })
  commands.push({ type: 'measure', reply: state.reply! }, { type: 'wait_for_answer', text: text || undefined })
  if (prepared) release(step, prepared)
}

/** Speaks what was prepared. */
function release(step: AnswerStep, { generation, heldCalls }: Reply): void {
  const { state, commands } = step
  state.answer = state.answer === 'preparing' ? 'generating' : 'awaiting_audio'
  commands.push({ type: 'release_speech', generation })
  if (heldCalls) runTools(step, heldCalls)
}

/** An answer that is being heard ends with what was generated. */
function stopGeneration(step: AnswerStep): void {
  if (step.state.reply!.isAudible) {
    step.commands.push({ type: 'note', note: 'answer_stopped', detail: 'generation_timeout' })
    cancel(step)
  } else fail(step, 'timeout')
}

function segmentStarted(step: AnswerStep, event: Extract<AnswerEvent, { type: 'segment_started' }>): void {
  const { state, commands } = step
  const { latency } = state.reply!
  if (latency && latency.firstAudioSentMs === undefined)
    commands.push({ type: 'measure_sent', latency, segment: event.segment })
  if (!event.isOfRound) return
  commands.push({ type: 'end_wait' })
  state.reply!.isAudible = true
  if (state.answer === 'awaiting_audio') end(step)
}

type Answered = Extract<AnswerEvent, { type: 'answered' }>

function takeRound({ state, commands }: AnswerStep, { round }: Answered): readonly ToolCall[] | undefined {
  commands.push(
    { type: 'record_usage', round },
    { type: 'note', note: 'answered', detail: `${round.model}, ${counted(round.outputTokens, 'token')}` },
  )
  return round.toolCalls.length > 0 && state.reply!.round < maxRounds ? round.toolCalls : undefined
}

function roundPrepared(step: AnswerStep, event: Answered): void {
  const { state } = step
  const reply = state.reply!
  reply.heldCalls = takeRound(step, event)
  const isEmpty = !reply.heldCalls && !step.hasSpokenInRound(reply.generation)
  if (isEmpty) cancel(step)
  else {
    state.answer = 'prepared'
    if (!reply.heldCalls) complete(step)
  }
}

function roundAnswered(step: AnswerStep, event: Answered): void {
  const { state } = step
  const { generation, needsWords, isAudible } = state.reply!
  const calls = takeRound(step, event)
  const hasSpoken = step.hasSpokenInRound(generation)
  if (calls) runTools(step, calls)
  else if (needsWords && !hasSpoken) fail(step, 'empty_answer')
  else {
    complete(step)
    if (!isAudible && hasSpoken) state.answer = 'awaiting_audio'
    else {
      step.commands.push({ type: 'end_wait' })
      end(step)
    }
  }
}
