// A mode for tests: answers by a script after scripted delays, with audio whose bytes identify the text.
import type { ChatMessage, ToolCall } from '#server/ports/language-model.ts'
import type { AnswerRequest, HeardSegment, Mode, ModeListener } from '../engine/mode.ts'
import { messagesOf } from '../pipeline/messages.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface ScriptedAnswer {
  /** Default: 300. Infinity: the model never answers. */
  afterMs?: number
  /** Spoken one after another. */
  segments?: readonly string[]
  toolCalls?: readonly ToolCall[]
  /** The model fails after this many segments. */
  failsAfter?: number
}

/** As a language model sees it. */
export type ScriptedRequest = Omit<AnswerRequest, 'history' | 'unrecorded'> & { history: ChatMessage[] }

export interface VirtualModeOptions {
  clock: VirtualClock
  answer(request: ScriptedRequest): ScriptedAnswer
  /** Default: false. */
  hearsAudio?: boolean
  /** From text to the first audio. Default: 100. Infinity: the synthesizer returns nothing. */
  synthesisMs?: number
  /** The synthesizer fails for this text. */
  synthesisFails?(text: string): boolean
  /** Default: 60. */
  msPerCharacter?: number
}

const failure = Object.assign(new Error('scripted failure'), { code: 'scripted', retryable: true })

export function createVirtualMode(options: VirtualModeOptions) {
  const { clock, synthesisMs = 100, msPerCharacter = 60 } = options
  const texts: string[] = []
  const requests: ScriptedRequest[] = []
  const interruptions: { generation: number; segments: readonly HeardSegment[] }[] = []
  const canceled = new Set<number>()
  let listener: ModeListener
  let words: (() => void) | undefined
  let isClosed = false

  /** The code of a text in the audio, from 1. */
  function codeOf(text: string): number {
    const known = texts.indexOf(text)
    return (known >= 0 ? known : texts.push(text) - 1) + 1
  }

  function synthesize(generation: number, segment: number, text: string): void {
    if (options.synthesisFails?.(text))
      return void clock.after(10, () => report(generation, () => listener.segmentFailed(generation, segment, failure)))
    if (synthesisMs === Infinity) return
    clock.after(synthesisMs, () =>
      report(generation, () => {
        listener.segmentAudio(generation, segment, new Uint8Array(text.length * msPerCharacter * 8).fill(codeOf(text)))
        listener.segmentDone(generation, segment)
      }),
    )
  }

  function report(generation: number, run: () => void): void {
    if (!isClosed && !canceled.has(generation)) run()
  }

  function speak(request: ScriptedRequest, answer: ScriptedAnswer): void {
    const { generation } = request
    const { segments = [], toolCalls = [], failsAfter } = answer
    if (segments.length > 0) listener.firstOutput(generation)
    for (const [index, text] of segments.entries()) {
      if (index === failsAfter) break
      const id = requests.length * 100 + index
      listener.segmentStarted(generation, id, text)
      synthesize(generation, id, text)
    }
    if (failsAfter !== undefined) {
      listener.answerFailed(generation, failure)
      return
    }
    listener.answered(generation, {
      text: segments.join(' '),
      toolCalls,
      inputTokens: 10,
      outputTokens: 5,
      model: 'virtual',
    })
  }

  const mode: Mode = {
    hearsAudio: options.hearsAudio ?? false,
    callerAudio() {},
    callerStarted() {},
    callerPaused: () => words?.(),
    answer({ unrecorded, ...given }) {
      const request = { ...given, history: messagesOf({ history: given.history, unrecorded }) }
      requests.push(request)
      const answer = options.answer(request)
      const { afterMs = 300 } = answer
      if (afterMs !== Infinity) clock.after(afterMs, () => report(request.generation, () => speak(request, answer)))
    },
    say: (generation, segment, text) => synthesize(generation, segment, text),
    cancel: (generation) => canceled.add(generation),
    interrupted: (generation, segments) => interruptions.push({ generation, segments }),
    close() {
      isClosed = true
    },
  }

  return {
    requests,
    interruptions,
    create(given: ModeListener): Mode {
      listener = given
      return mode
    },
    listener: (): ModeListener => listener,
    textOf: (code: number): string | undefined => texts[code - 1],
    /** Delivers the caller's words when the engine asks for them. */
    onPause(run: () => void): void {
      words = run
    },
    get isClosed() {
      return isClosed
    },
  }
}
