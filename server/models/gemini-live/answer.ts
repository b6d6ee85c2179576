// One round of an answer while it is received: its item, its limits, and its time limits.
import { encodeMulaw } from '@parley/telephone'
import type { TokenUsage, ToolCall } from '#server/ports/language-model.ts'
import type { RealtimeListener } from '#server/ports/realtime-model.ts'
import { createDownsampler } from '../vendor-speech/downsampler.ts'
import type { FailureCode } from '../vendor-speech/failures.ts'
import type { ServerMessage } from './server-message.ts'

export interface AnswerLimits {
  /** The longest wait for the first output. */
  firstOutputMs: number
  /** The longest pause in an answer. */
  progressMs: number
  /** The wait for late words and tool calls after everything has been generated; the end of the turn can be much later. */
  settleMs: number
}

export interface AnswerRequest {
  generation: number
  /** The text to speak; undefined for an answer. */
  text?: string
  mayCallTools: boolean
}

export type Answer = ReturnType<typeof createAnswer>

const maxCharacters = 6_000
/** Five minutes. */
const maxAudioBytes = 5 * 60 * 8_000
const maxCalls = 32
const moreCallsMs = 30

export function createAnswer(
  request: AnswerRequest,
  item: string,
  listener: RealtimeListener,
  { limits, finished, failed }: { limits: AnswerLimits; finished(): void; failed(code: FailureCode): void },
) {
  const { generation } = request
  const downsampler = createDownsampler()
  let isStarted = false
  /** Nothing more is delivered. */
  let isReleased = false
  let words = ''
  let audioBytes = 0
  let calls: ToolCall[] = []
  let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 }
  let timer = setTimeout(() => failed('timeout'), limits.firstOutputMs)

  function wait(afterMs: number, then: () => void): void {
    clearTimeout(timer)
    // The listener can cancel the answer in each call.
    if (isReleased) return
    timer = setTimeout(then, afterMs)
  }

  function start(): void {
    if (isStarted || isReleased) return
    isStarted = true
    listener.itemStarted(generation, item)
  }

  function deliverAudio(audio: Uint8Array): void {
    if (audio.length === 0 || isReleased) return
    audioBytes += audio.length
    listener.itemAudio(generation, item, audio)
  }

  function deliverText(text: string): void {
    if (!text || isReleased) return
    words += text
    listener.itemText(generation, item, text)
  }

  return {
    request,
    item,
    hasOutput: (): boolean => isStarted,
    words: (): string => words,
    toolCalls: (): ToolCall[] => calls,
    usage: (): TokenUsage => usage,
    addUsage({ inputTokens, outputTokens }: TokenUsage): void {
      usage = { inputTokens: usage.inputTokens + inputTokens, outputTokens: usage.outputTokens + outputTokens }
    },
    /** Delivers the output of a message. */
    receive({ audio, spoken, isGenerated }: Pick<ServerMessage, 'audio' | 'spoken' | 'isGenerated'>) {
      const bytes = audio.reduce((sum, chunk) => sum + chunk.length, 0)
      if (words.length + spoken.length > maxCharacters || audioBytes + bytes / 6 > maxAudioBytes)
        return failed('answer_too_long')
      if (bytes > 0 || spoken) {
        start()
        wait(limits.progressMs, () => failed('stalled'))
      }
      for (const chunk of audio) deliverAudio(encodeMulaw(downsampler.convert(chunk)))
      deliverText(spoken)
      if (isReleased) return
      if (isGenerated && calls.length === 0) wait(limits.settleMs, finished)
    },
    /** More calls can follow at once. */
    addCalls(more: readonly ToolCall[]): void {
      calls = [...calls, ...more].slice(0, maxCalls)
      wait(moreCallsMs, finished)
    },
    removeCalls(ids: readonly string[]): void {
      calls = calls.filter(({ id }) => !ids.includes(id))
    },
    /** Delivers the end of the item. */
    end(): void {
      clearTimeout(timer)
      if (!isStarted || isReleased) return
      if (audioBytes > 0) deliverAudio(encodeMulaw(downsampler.end()))
      if (!words) deliverText(request.text ?? '')
      if (isReleased) return
      isReleased = true
      listener.itemDone(generation, item)
    },
    /** Stops the delivery and the time limits. */
    release(): void {
      isReleased = true
      clearTimeout(timer)
    },
  }
}
