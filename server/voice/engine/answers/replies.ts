// The assistant's answers: preparation, generation, tool rounds, fillers, and what happens if an answer fails.
import { counted } from '#server/platform/text/counted.ts'
import type { ToolCall } from '#server/ports/language-model.ts'
import type { Deadlines, VoiceClock } from '../../clock.ts'
import type { CompleteTurn } from '../../turn-taking/types.ts'
import type { CallRecord, TurnLatency } from '../call-record.ts'
import type { AnswerRound, DocumentSearch, Mode } from '../mode.ts'
import type { CallTool, Phrases } from '../settings.ts'
import type { Segment } from '../speaking/segment.ts'
import type { Speech } from '../speaking/speech.ts'
import { addRetrieval, measure, type NewReply, newReply, type Reply, recordSearch, recordTools } from './reply.ts'
import { runToolCalls, type ToolEffects, type ToolResults } from './tool-calls.ts'
import { createWaiting, waitFor } from './waiting.ts'

/** The model cannot call tools in the last round. */
const maxRounds = 5
/** For the generation of one round. */
const generationMs = 60_000
const maxPreparations = 3
/** The call ends if this many answers in a row fail. */
const maxFailures = 2

export interface RepliesOptions {
  clock: VoiceClock
  deadlines: Deadlines
  record: CallRecord
  mode: Mode
  speech: Speech
  tools: ReadonlyMap<string, CallTool>
  effects: ToolEffects
  phrases: Phrases
  nextGeneration(): number
  /** A filler for what the customer said, if the assistant uses fillers. */
  fillerFor(text: string): string | undefined
  say(text: string, kind?: 'phrase' | 'filler'): void
  /** A tool has decided to end the call. */
  endCall(reason: 'assistant_ended' | 'transfer_failed'): void
  /** A tool has prepared another assistant, which continues the call. */
  transferToAssistant(): void
  /** Several answers in a row have failed. */
  giveUp(): void
}

export type Replies = ReturnType<typeof createReplies>

export function createReplies(options: RepliesOptions) {
  const { clock, deadlines, record, mode, speech, tools, phrases } = options
  const definitions = [...tools.values()].map(({ definition }) => definition)
  const waiting = createWaiting({
    deadlines,
    fillerFor: options.fillerFor,
    patience: phrases.patience,
    say: (text) => {
      // It would be heard after the answer.
      if (reply && !speech.hasSegmentsToPlay(reply.generation)) options.say(text, 'filler')
    },
    isAudible: speech.isAudible,
    timedOut: () => fail('timeout'),
  })
  let reply: Reply | undefined
  let failures = 0
  let preparations = 0

  function start(input: NewReply): Reply {
    const { text, isHeld } = input
    const generation = options.nextGeneration()
    const started = newReply(generation, input)
    reply = started
    speech.open(generation, 'answer', { isHeld })
    request(started, isHeld ? text : undefined)
    return started
  }

  /** `unrecorded` are words of the customer that are not in the record yet. */
  function request({ generation, round, instruction }: Reply, unrecorded?: string): void {
    deadlines.set('generation', generationMs, endGeneration)
    mode.answer({
      generation,
      history: record.historyForModel(),
      unrecorded: unrecorded ?? instruction,
      tools: definitions,
      mayCallTools: round < maxRounds,
    })
  }

  /** An answer that is being heard ends with what was generated. */
  function endGeneration(): void {
    if (reply?.isAudible) {
      record.note('answer_stopped', 'generation_timeout')
      cancel()
    } else fail('timeout')
  }

  function cancel(): void {
    if (!reply) return
    waiting.end()
    deadlines.clear('tools')
    deadlines.clear('generation')
    reply.abandonTools?.()
    mode.cancel(reply.generation)
    speech.close(reply.generation)
    reply = undefined
  }

  /** Tries once more, then apologizes. */
  function fail(code: string, message?: string): void {
    if (!reply) return
    const { text, instruction, attempt, isAudible, latency } = reply
    record.note('answer_failed', message === undefined ? code : `${code}: ${message}`)
    cancel()
    if (attempt === 1 && !isAudible) {
      const again = start({ text, instruction, isHeld: false, attempt: 2 })
      again.latency = latency
      waiting.forAnswer(undefined)
      return
    }
    failures++
    if (failures >= maxFailures) {
      options.giveUp()
      return
    }
    options.say(phrases.trouble)
  }

  function finish(): void {
    if (!reply) return
    failures = 0
    const { generation } = reply
    reply.isGenerating = false
    deadlines.clear('generation')
    const isPending = !reply.isAudible && speech.hasSegmentsInRound(generation)
    speech.complete(generation)
    if (isPending) return
    waiting.end()
    reply = undefined
  }

  function runTools(current: Reply, calls: readonly ToolCall[]): void {
    current.isGenerating = false
    deadlines.clear('generation')
    for (const { name } of calls) record.note('tool_called', name)
    const hasSpoken = speech.hasSegments(current.generation)
    const mayCollect = speech.hasSegmentsInRound(current.generation)
    speech.endRound(current.generation)
    const { bridge, limitMs, isFunction } = waitFor(calls, tools, phrases)
    if (bridge !== undefined && !hasSpoken) options.say(bridge)
    deadlines.set('tools', limitMs, () => fail('tool_timeout'))
    let isDone = false
    const abandon = runToolCalls(calls, {
      clock,
      tools,
      before: current.toolCalls,
      mayCollect,
      effects: options.effects,
      done: (results) => {
        isDone = true
        toolsDone(current, calls, results, hasSpoken)
      },
    })
    // Tools that take effect at once are done before, and the customer still waits for the answer.
    if (isDone) return
    current.abandonTools = abandon
    waiting.end()
    if (isFunction) waiting.forTools()
  }

  function toolsDone(current: Reply, calls: readonly ToolCall[], outcome: ToolResults, hasSpoken: boolean): void {
    if (reply !== current) return
    deadlines.clear('tools')
    const isOver = outcome.ends || outcome.transfersToAssistant
    if (isOver || current.abandonTools) waiting.end()
    current.abandonTools = undefined
    recordTools(current, calls, outcome.results, record)
    if (outcome.ends) {
      if (outcome.transferFailed) options.say(phrases.nobodyReached)
      else if (outcome.says !== undefined) options.say(outcome.says)
      else if (!hasSpoken) options.say(outcome.optsOut ? phrases.optedOut : phrases.goodbye)
      reply = undefined
      options.endCall(outcome.transferFailed ? 'transfer_failed' : 'assistant_ended')
      return
    }
    if (outcome.transfersToAssistant) {
      if (outcome.says !== undefined && !hasSpoken) options.say(outcome.says)
      reply = undefined
      options.transferToAssistant()
      return
    }
    if (outcome.searchedMs !== undefined) addRetrieval(current, outcome.searchedMs, record)
    current.toolCalls += calls.length
    current.round++
    current.isGenerating = true
    current.isAudible = false
    current.needsWords = calls.some(({ name }) => tools.get(name)?.kind !== 'dtmf_input')
    // After keys that were pressed in a menu, no words are expected.
    if (!current.needsWords) waiting.end()
    // The customer may have spoken while the tools ran.
    speech.reopen(current.generation)
    request(current)
    if (current.needsWords) waiting.forAnswer(undefined)
  }

  return {
    /** Whether an answer is being generated or tools run. Its speech may continue after that. */
    isBusy: () => reply !== undefined,
    isRunningTools: () => reply?.abandonTools !== undefined,
    /** Whether generated speech could start at any moment. */
    isPending: () => reply !== undefined && !reply.isHeld && !reply.isAudible,
    /** The customer's turn is probably complete: generates the answer, but does not speak it. */
    prepare(text: string): void {
      if (reply?.isHeld && reply.text === text) return
      if (reply && !reply.isHeld) return
      cancel()
      if (preparations >= maxPreparations) return
      preparations++
      start({ text, instruction: undefined, isHeld: true })
    },
    /** Covers the wait for a person who is asked to take over. */
    waitForPerson(): void {
      if (reply) waiting.forTools()
    },
    /** Discards a prepared answer. */
    unprepare(): void {
      if (reply?.isHeld) cancel()
    },
    /** Answers the customer. */
    answer(turn: CompleteTurn): void {
      preparations = 0
      const latency: TurnLatency = {
        atMs: record.sinceStart(turn.endedMs),
        ...(turn.text !== '' && { recognizedMs: Math.round(turn.recognizedMs - turn.endedMs) }),
        decidedMs: Math.round(clock.now() - turn.endedMs),
      }
      record.turns.push(latency)
      if (reply && !reply.isHeld) cancel()
      const isPrepared = reply?.isHeld === true && reply.text === turn.text
      if (!isPrepared) cancel()
      record.customerSaid(turn)
      const current = isPrepared ? reply! : start({ text: turn.text, instruction: undefined, isHeld: false })
      current.latency = latency
      measure(current, record)
      waiting.forAnswer(turn.text || undefined)
      if (!isPrepared) return
      current.isHeld = false
      speech.release(current.generation)
      if (current.heldCalls) runTools(current, current.heldCalls)
    },
    /** Lets the assistant speak without words of the customer. Without an instruction, it answers the history. */
    instruct(instruction: string | undefined): void {
      cancel()
      start({ text: undefined, instruction, isHeld: false })
      waiting.forAnswer(undefined)
    },
    cancel,
    searched(generation: number, search: DocumentSearch): void {
      if (reply?.generation === generation) recordSearch(reply, search, record)
    },
    firstOutput(generation: number): void {
      if (reply?.generation !== generation) return
      reply.firstOutputAtMs ??= clock.now()
      measure(reply, record)
    },
    /** The synthesizer has delivered the first audio. */
    firstAudio(generation: number): void {
      if (reply?.generation !== generation) return
      reply.firstAudioAtMs ??= clock.now()
      measure(reply, record)
    },
    /** The first audio of a segment was sent to the customer. One of an earlier round does not end the wait. */
    started(segment: Segment, isOfRound: boolean): void {
      if (reply?.generation !== segment.generation) return
      const { latency } = reply
      if (latency && latency.firstAudioSentMs === undefined) {
        latency.firstAudioSentMs = record.sinceStart() - latency.atMs
        segment.latency = latency
      }
      if (!isOfRound) return
      waiting.end()
      reply.isAudible = true
      if (!reply.isGenerating && !reply.abandonTools) reply = undefined
    },
    answered(generation: number, round: AnswerRound): void {
      if (reply?.generation !== generation) return
      record.usage.inputTokens += round.inputTokens
      record.usage.outputTokens += round.outputTokens
      record.usage.models.add(round.model)
      record.note('answered', `${round.model}, ${counted(round.outputTokens, 'token')}`)
      if (round.toolCalls.length > 0 && reply.round < maxRounds) {
        if (reply.isHeld) reply.heldCalls = round.toolCalls
        else runTools(reply, round.toolCalls)
        return
      }
      if (reply.needsWords && !speech.hasSegmentsInRound(generation)) {
        reply.isHeld ? cancel() : fail('empty_answer')
        return
      }
      finish()
    },
    failed(generation: number, { code, message }: { code: string; message: string }): void {
      if (reply?.generation !== generation) return
      if (reply.isHeld) cancel()
      else fail(code, message)
    },
    /** Everything was played: an answer that was generated but is not audible has no audio. */
    drained(): void {
      if (reply && !reply.isHeld && !reply.isGenerating && !reply.abandonTools) fail('no_audio')
    },
  }
}
