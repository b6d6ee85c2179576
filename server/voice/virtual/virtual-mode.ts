// A mode in virtual time: answers after given delays, with audio whose bytes identify the text.
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
  /** When each segment is complete, after the request. Default: `afterMs`. */
  segmentsAfterMs?: readonly number[]
  /** Default: `virtual`. */
  model?: string
  inputTokens?: number
  outputTokens?: number
  /** Called when the answer is complete and was not canceled. */
  delivered?(): void
}

/** As a language model sees it. */
export type ScriptedRequest = Omit<AnswerRequest, 'history' | 'unrecorded'> & { history: ChatMessage[] }

export interface VirtualModeOptions {
  clock: VirtualClock
  /** If it returns a promise, the caller must not advance the clock until `settled` resolves. */
  answer(request: ScriptedRequest): ScriptedAnswer | Promise<ScriptedAnswer>
  /** Default: false. */
  hearsAudio?: boolean
  /** From text to the first audio. Default: 100. Infinity: the synthesizer returns nothing. */
  synthesisMs?: number
  /** Silence at the beginning of the audio of each text. Default: 0. */
  silenceMs?: number
  /** The synthesizer fails for this text. */
  synthesisFails?(text: string): boolean
  /** Default: 60. */
  msPerCharacter?: number
}

const failure = Object.assign(new Error('scripted failure'), { code: 'scripted', retryable: true })

/** Values of bytes that identify texts: 0xff is silence, and 0x7e the tones of keys. */
const codes = Array.from({ length: 0xfe }, (_, index) => index + 1).filter((code) => code !== 0x7e)
const pieceBytes = 8_000
const pieces = new Map<number, Uint8Array>()

/** Audio of one value in pieces, which all calls share. */
function* audioOf(code: number, bytes: number): Generator<Uint8Array> {
  const piece = pieces.get(code) ?? new Uint8Array(pieceBytes).fill(code)
  pieces.set(code, piece)
  for (let left = bytes; left > 0; left -= pieceBytes) yield piece.subarray(0, Math.min(left, pieceBytes))
}

export function createVirtualMode(options: VirtualModeOptions) {
  const { clock, synthesisMs = 100, silenceMs = 0, msPerCharacter = 60 } = options
  const textByCode = new Map<number, string>()
  let texts = 0
  const unsettled = new Set<Promise<void>>()
  const requests: ScriptedRequest[] = []
  const interruptions: { generation: number; segments: readonly HeardSegment[] }[] = []
  const canceled = new Set<number>()
  let listener: ModeListener
  let words: (() => void) | undefined
  let isClosed = false

  /** A text that is said again has another code. Codes are reused after 253 texts. */
  function codeOf(text: string): number {
    const code = codes[texts++ % codes.length]!
    textByCode.set(code, text)
    return code
  }

  function synthesize(generation: number, segment: number, text: string): void {
    if (options.synthesisFails?.(text))
      return void clock.after(10, () => report(generation, () => listener.segmentFailed(generation, segment, failure)))
    if (synthesisMs === Infinity) return
    clock.after(synthesisMs, () =>
      report(generation, () => {
        for (const piece of audioOf(0xff, silenceMs * 8)) listener.segmentAudio(generation, segment, piece)
        for (const piece of audioOf(codeOf(text), text.length * msPerCharacter * 8))
          listener.segmentAudio(generation, segment, piece)
        listener.segmentDone(generation, segment)
      }),
    )
  }

  function report(generation: number, run: () => void): void {
    if (!isClosed && !canceled.has(generation)) run()
  }

  function speak(request: ScriptedRequest, answer: ScriptedAnswer, requestedMs: number): void {
    const { generation } = request
    const { segments = [], failsAfter, afterMs = 300, segmentsAfterMs = [] } = answer
    if (afterMs === Infinity) return
    const at = (ms: number, run: () => void): void => {
      clock.after(Math.max(0, requestedMs + ms - clock.now()), () => report(generation, run))
    }
    let lastMs = afterMs
    if (segments.length > 0) at(afterMs, () => listener.firstOutput(generation))
    for (const [index, text] of segments.slice(0, failsAfter).entries()) {
      const id = requests.length * 100 + index
      lastMs = Math.max(lastMs, segmentsAfterMs[index] ?? afterMs)
      at(lastMs, () => {
        listener.segmentStarted(generation, id, text)
        synthesize(generation, id, text)
      })
    }
    at(lastMs, () => finish(generation, answer))
  }

  function finish(generation: number, answer: ScriptedAnswer): void {
    const { segments = [], toolCalls = [], inputTokens = 10, outputTokens = 5, model = 'virtual' } = answer
    answer.delivered?.()
    if (answer.failsAfter !== undefined) listener.answerFailed(generation, failure)
    else listener.answered(generation, { text: segments.join(' '), toolCalls, inputTokens, outputTokens, model })
  }

  function answerLater(request: ScriptedRequest, answer: Promise<ScriptedAnswer>, requestedMs: number): void {
    const settling = answer
      .then(
        (scripted) => speak(request, scripted, requestedMs),
        () => speak(request, { afterMs: 0, failsAfter: 0 }, requestedMs),
      )
      .finally(() => unsettled.delete(settling))
    unsettled.add(settling)
  }

  const mode: Mode = {
    hearsAudio: options.hearsAudio ?? false,
    customerAudio() {},
    customerStarted() {},
    customerPaused: () => words?.(),
    answer({ unrecorded, ...rest }) {
      const request = { ...rest, history: messagesOf({ history: rest.history, unrecorded }) }
      requests.push(request)
      const answer = options.answer(request)
      if (answer instanceof Promise) answerLater(request, answer, clock.now())
      else speak(request, answer, clock.now())
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
    create(target: ModeListener): Mode {
      listener = target
      return mode
    },
    listener: (): ModeListener => listener,
    textOf: (code: number): string | undefined => textByCode.get(code),
    /** Whether an answer is being computed in real time. */
    isUnsettled: () => unsettled.size > 0,
    settled: (): Promise<unknown> => Promise.all(unsettled),
    /** Delivers the customer's words when the engine asks for them. */
    onPause(run: () => void): void {
      words = run
    },
    isClosed: () => isClosed,
  }
}
