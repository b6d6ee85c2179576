// The assistant's answers: preparation, generation, tool rounds, fillers, and what happens if an answer fails.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { CallRecord, TurnLatency } from './call-record.ts'
import type { CompleteTurn } from './caller-turn.ts'
import type { Deadlines, VoiceClock } from './clock.ts'
import type { AnswerRound, Mode } from './mode.ts'
import type { Phrases } from './phrases.ts'
import type { CallTool } from './settings.ts'
import type { Speech } from './speech.ts'
import { runToolCalls, type ToolEffects, type ToolResults } from './tool-calls.ts'

/** The model cannot call tools in the last round. */
const maxRounds = 5
/** An answer that is not audible after this time is abandoned. */
const answerMs = 15_000
/** For the generation of one round. */
const generationMs = 60_000
/** For one round of tool calls in addition to their own time limits. */
const toolsMs = 90_000
const fillerMs = 700
/** The caller never waits longer without a sign. */
const patienceMs = 3_500
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
  /** A filler for what the caller said, if the assistant uses fillers. */
  fillerFor(text: string): string | undefined
  say(text: string, kind?: 'phrase' | 'filler'): void
  /** A tool has decided to end the call. */
  endCall(): void
  /** Several answers in a row have failed. */
  giveUp(): void
}

interface Reply {
  generation: number
  /** The caller's words that it answers; undefined if the engine asked for it. */
  text: string | undefined
  /** An instruction that only this answer sees. */
  instruction: string | undefined
  round: number
  attempt: number
  toolCalls: number
  isHeld: boolean
  isAudible: boolean
  latency: TurnLatency | undefined
  /** Since the start of the call. A prepared answer has them before its turn is decided. */
  firstTokenAtMs: number | undefined
  firstAudioAtMs: number | undefined
  /** Set while tools run. */
  abandonTools: (() => void) | undefined
  isGenerating: boolean
}

export type Replies = ReturnType<typeof createReplies>

export function createReplies(options: RepliesOptions) {
  const { clock, deadlines, record, mode, speech, tools, phrases } = options
  const definitions = [...tools.values()].map(({ definition }) => definition)
  let reply: Reply | undefined
  let failures = 0
  let preparations = 0

  function start(input: Pick<Reply, 'text' | 'instruction'> & { isHeld: boolean; attempt?: number }): Reply {
    const { text, instruction, isHeld, attempt = 1 } = input
    const generation = options.nextGeneration()
    const started: Reply = {
      generation,
      text,
      instruction,
      round: 1,
      attempt,
      toolCalls: 0,
      isHeld,
      isAudible: false,
      latency: undefined,
      firstTokenAtMs: undefined,
      firstAudioAtMs: undefined,
      abandonTools: undefined,
      isGenerating: true,
    }
    reply = started
    speech.open(generation, 'answer', { isHeld })
    request(started, isHeld ? text : undefined)
    return started
  }

  /** `unrecorded` are words of the caller that are not in the record yet. */
  function request({ generation, round, instruction }: Reply, unrecorded?: string): void {
    const history = record.historyForModel()
    const words = unrecorded ?? instruction
    const last = history.at(-1)
    if (words !== undefined && last?.role === 'user') last.content += ` ${words}`
    else if (words !== undefined) history.push({ role: 'user', content: words })
    deadlines.set('generation', generationMs, () => {
      if (reply?.isAudible) stop('generation_timeout')
      else fail('timeout')
    })
    mode.answer({ generation, history, tools: definitions, mayCallTools: round < maxRounds })
  }

  function expectAudio(text: string | undefined): void {
    const filler = text === undefined ? undefined : options.fillerFor(text)
    if (filler !== undefined) deadlines.set('filler', fillerMs, () => options.say(filler, 'filler'))
    askForPatience(patienceMs)
    deadlines.set('answer', answerMs, () => fail('timeout'))
  }

  /** Repeated, because a tool can take much longer. */
  function askForPatience(afterMs: number): void {
    deadlines.set('patience', afterMs, () => {
      options.say(phrases.patience(), 'filler')
      askForPatience(2 * patienceMs)
    })
  }

  function audible(): void {
    deadlines.clear('filler')
    deadlines.clear('patience')
    deadlines.clear('answer')
  }

  function stop(code: string): void {
    record.note('answer_stopped', code)
    cancel()
  }

  function cancel(): void {
    if (!reply) return
    audible()
    deadlines.clear('tools')
    deadlines.clear('generation')
    reply.abandonTools?.()
    mode.cancel(reply.generation)
    speech.close(reply.generation)
    reply = undefined
  }

  /** Tries once more, then apologizes. */
  function fail(code: string): void {
    if (!reply) return
    const { text, instruction, attempt, isAudible, latency } = reply
    record.note('answer_failed', code)
    cancel()
    if (attempt === 1 && !isAudible) {
      const again = start({ text, instruction, isHeld: false, attempt: 2 })
      again.latency = latency
      expectAudio(undefined)
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
    if (!reply.isAudible && speech.hasSegments(generation)) return
    reply = undefined
  }

  function runTools(current: Reply, calls: readonly ToolCall[]): void {
    current.isGenerating = false
    deadlines.clear('generation')
    audible()
    for (const { name } of calls) record.note('tool_called', name)
    const hasSpoken = speech.hasSegments(current.generation)
    speech.endRound(current.generation)
    const bridge = bridgeFor(calls)
    if (bridge !== undefined && !hasSpoken) options.say(bridge)
    deadlines.set('tools', toolsMs, () => fail('tool_timeout'))
    if (bridge !== undefined) askForPatience(2 * patienceMs)
    current.abandonTools = runToolCalls(calls, {
      clock,
      tools,
      before: current.toolCalls,
      effects: options.effects,
      done: (results) => toolsDone(current, calls, results, hasSpoken),
    })
  }

  /** Built-in tools take effect at once, so nothing bridges them. */
  function bridgeFor(calls: readonly ToolCall[]): string | undefined {
    for (const { name } of calls) {
      const tool = tools.get(name)
      if (tool?.kind === 'function') return tool.speakDuring ?? phrases.bridge()
    }
    return undefined
  }

  function toolsDone(current: Reply, calls: readonly ToolCall[], outcome: ToolResults, hasSpoken: boolean): void {
    if (reply !== current) return
    deadlines.clear('tools')
    audible()
    current.abandonTools = undefined
    record.toolsAnswered('', calls, outcome.results)
    for (const [index, { name }] of calls.entries())
      record.note('tool_answered', `${name} ${summaryOf(outcome.results[index])}`)
    if (outcome.ends) {
      if (outcome.says !== undefined) options.say(outcome.says)
      else if (!hasSpoken) options.say(phrases.goodbye)
      reply = undefined
      options.endCall()
      return
    }
    current.toolCalls += calls.length
    current.round++
    current.isGenerating = true
    current.isAudible = false
    request(current)
    expectAudio(undefined)
  }

  return {
    /** Whether an answer is being generated or tools run. Its speech may go on after that. */
    get isBusy() {
      return reply !== undefined
    },
    get isRunningTools() {
      return reply?.abandonTools !== undefined
    },
    /** Whether generated speech could start at any moment. */
    get isPending() {
      return reply !== undefined && !reply.isHeld && !reply.isAudible
    },
    /** The caller's turn is probably complete: generates the answer, but does not speak it. */
    prepare(text: string): void {
      if (reply?.isHeld && reply.text === text) return
      if (reply && !reply.isHeld) return
      cancel()
      if (preparations >= maxPreparations) return
      preparations++
      start({ text, instruction: undefined, isHeld: true })
    },
    /** Discards a prepared answer. */
    unprepare(): void {
      if (reply?.isHeld) cancel()
    },
    /** Answers the caller. */
    answer(turn: CompleteTurn): void {
      preparations = 0
      const latency: TurnLatency = {
        atMs: record.sinceStart(turn.endedMs),
        recognizedMs: Math.round(turn.recognizedMs - turn.endedMs),
        decidedMs: Math.round(clock.now() - turn.endedMs),
      }
      record.turns.push(latency)
      if (reply && !reply.isHeld) cancel()
      const isPrepared = reply?.isHeld === true && reply.text === turn.text
      if (!isPrepared) cancel()
      record.customerSaid(turn.text, turn.startedMs)
      const current = isPrepared ? reply! : start({ text: turn.text, instruction: undefined, isHeld: false })
      current.latency = latency
      measure(current)
      expectAudio(turn.text)
      if (!isPrepared) return
      current.isHeld = false
      speech.release(current.generation)
    },
    /** Lets the assistant speak without words of the caller. */
    instruct(instruction: string): void {
      cancel()
      start({ text: undefined, instruction, isHeld: false })
      expectAudio(undefined)
    },
    cancel,
    firstOutput(generation: number): void {
      if (reply?.generation !== generation) return
      reply.firstTokenAtMs ??= record.sinceStart()
      measure(reply)
    },
    /** The synthesizer has delivered the first audio. */
    firstAudio(generation: number): void {
      if (reply?.generation !== generation) return
      reply.firstAudioAtMs ??= record.sinceStart()
      measure(reply)
    },
    /** The first audio of an answer was sent to the caller. */
    started(generation: number): void {
      if (reply?.generation !== generation) return
      audible()
      if (reply.latency) reply.latency.sentMs ??= sinceEnd(reply.latency)
      reply.isAudible = true
      if (!reply.isGenerating && !reply.abandonTools) reply = undefined
    },
    answered(generation: number, round: AnswerRound): void {
      if (reply?.generation !== generation) return
      record.usage.inputTokens += round.inputTokens
      record.usage.outputTokens += round.outputTokens
      record.note('answered', `${round.model}, ${round.outputTokens} tokens`)
      if (round.toolCalls.length > 0 && reply.round < maxRounds) {
        // Tools have effects, so they wait until the turn is decided.
        if (reply.isHeld) {
          cancel()
          return
        }
        runTools(reply, round.toolCalls)
        return
      }
      if (!speech.hasSegments(generation)) {
        reply.isHeld ? cancel() : fail('empty_answer')
        return
      }
      finish()
    },
    failed(generation: number, code: string): void {
      if (reply?.generation !== generation) return
      if (reply.isHeld) cancel()
      else fail(code)
    },
    /** Everything was played: an answer that was generated but is not audible has no audio. */
    drained(): void {
      if (reply && !reply.isHeld && !reply.isGenerating && !reply.abandonTools) fail('no_audio')
    },
  }

  function measure({ latency, firstTokenAtMs, firstAudioAtMs }: Reply): void {
    if (!latency) return
    if (firstTokenAtMs !== undefined) latency.firstTokenMs ??= firstTokenAtMs - latency.atMs
    if (firstAudioAtMs !== undefined) latency.firstAudioMs ??= firstAudioAtMs - latency.atMs
  }

  function sinceEnd({ atMs }: TurnLatency): number {
    return record.sinceStart() - atMs
  }
}

function summaryOf(result: unknown): string {
  return JSON.stringify(result) ?? 'null'
}
