// A mode for tests: answers by a script after scripted delays, with audio whose bytes identify the text.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { AnswerRequest, Mode, ModeListener } from '../engine/mode.ts'
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

export interface VirtualModeOptions {
  clock: VirtualClock
  answer(request: AnswerRequest): ScriptedAnswer
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
  const requests: AnswerRequest[] = []
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

  function speak(request: AnswerRequest, answer: ScriptedAnswer): void {
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
    callerAudio() {},
    callerStarted() {},
    callerPaused: () => words?.(),
    answer(request) {
      requests.push(request)
      const answer = options.answer(request)
      const { afterMs = 300 } = answer
      if (afterMs !== Infinity) clock.after(afterMs, () => report(request.generation, () => speak(request, answer)))
    },
    say: (generation, segment, text) => synthesize(generation, segment, text),
    cancel: (generation) => canceled.add(generation),
    close() {
      isClosed = true
    },
  }

  return {
    requests,
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
