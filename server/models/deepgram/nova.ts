// Speech recognition by Deepgram Nova over the live WebSocket API.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { RecognitionListener } from '#server/ports/speech-to-text.ts'
import { defaultSocketLimits } from '../vendor-speech/recognition-socket.ts'
import { novaLanguages, novaParameters, reportedLanguage } from './languages.ts'
import { createDeepgramAdapter, type DeepgramLimits, type DeepgramProtocol, type DeepgramStream } from './stream.ts'

export interface NovaLimits extends DeepgramLimits {
  /** Words that stay interim for this time are finalized; Deepgram never finalizes some fast digits. */
  staleInterimMs: number
}

/** Deepgram closes a connection without audio after 10 seconds. */
const defaultLimits: NovaLimits = {
  ...defaultSocketLimits,
  staleInterimMs: 1_500,
  finalizeMs: { withWords: 800, withoutWords: 350 },
}

/** Protocol: https://developers.deepgram.com/reference/speech-to-text/listen-streaming */
export const createDeepgramSpeechToText = createDeepgramAdapter({
  name: 'Deepgram',
  path: '/v1/listen',
  parametersOf: (settings) => [
    ['model', 'nova-3'],
    ['encoding', 'mulaw'],
    ['sample_rate', '8000'],
    ['channels', '1'],
    ['interim_results', 'true'],
    ['smart_format', 'true'],
    ['no_delay', 'true'],
    ['endpointing', '100'],
    ['utterance_end_ms', '1000'],
    ...novaParameters(settings),
  ],
  languagesOf: novaLanguages,
  defaultLimits,
  keepAliveMessage: '{"type":"KeepAlive"}',
  finalizeMessage: '{"type":"Finalize"}',
  createProtocol,
})

function createProtocol(stream: DeepgramStream, listener: RecognitionListener, limits: NovaLimits): DeepgramProtocol {
  let interim = ''
  let interimEnd = 0
  let hasUnendedTurn = false
  let staleTimer: NodeJS.Timeout | undefined

  function results(fields: Record<string, unknown>) {
    const result = readResult(fields)
    if (!result) return stream.fail('unreadable')
    const text = textAfter(result, stream.settledTo() - stream.connectionStart())
    const end = stream.connectionStart() + result.end
    if (result.isFinal) {
      settle(text, end, result.language)
      stream.finalizer.settled(end, result.fromFinalize)
    } else if (text && text !== interim) {
      interim = text
      interimEnd = end
      clearTimeout(staleTimer)
      staleTimer = setTimeout(() => stream.requestFinal(0), limits.staleInterimMs)
      listener.interim(text)
    }
  }

  /** Later results for the audio before the position are ignored. */
  function settle(text: string, position: number, language?: string): void {
    clearTimeout(staleTimer)
    interim = ''
    if (text) hasUnendedTurn = true
    stream.settle(text, position, language)
  }

  return {
    message(fields) {
      if (fields.type === 'Results') return results(fields)
      if (fields.type === 'UtteranceEnd' && hasUnendedTurn) {
        hasUnendedTurn = false
        listener.turnEnded()
      }
    },
    hasInterim: () => interim !== '',
    settleInterim: () => settle(interim, interimEnd),
    closed: () => clearTimeout(staleTimer),
  }
}

type Result = NonNullable<ReturnType<typeof readResult>>

const maxWords = 1_000
const maxCharacters = 10_000

/** Returns undefined for a message of another shape. */
function readResult(message: Record<string, unknown>) {
  const { start, duration, channel } = message
  if (!isSeconds(start) || !isSeconds(duration) || !isFields(channel) || !Array.isArray(channel.alternatives)) return
  const best: unknown = channel.alternatives[0]
  if (!isFields(best) || typeof best.transcript !== 'string') return
  const words = Array.isArray(best.words) ? best.words.slice(0, maxWords) : []
  return {
    /** Bytes of mu-law audio since the start of the connection. */
    start: bytesOf(start),
    end: bytesOf(start + duration),
    isFinal: message.is_final === true,
    /** The result answers a Finalize message. */
    fromFinalize: message.from_finalize === true,
    transcript: best.transcript.slice(0, maxCharacters).trim(),
    language: reportedLanguage(best.languages),
    words: words.flatMap((word: unknown) => {
      if (!isFields(word) || !isSeconds(word.start)) return []
      const text = word.punctuated_word ?? word.word
      return typeof text === 'string' ? [{ text: text.slice(0, 200), start: bytesOf(word.start) }] : []
    }),
  }
}

/** The words of the result that begin after the position, which has been delivered before. */
function textAfter({ start, end, transcript, words }: Result, position: number): string {
  const toleranceBytes = 160
  if (end <= position + toleranceBytes) return ''
  if (start + toleranceBytes >= position) return transcript
  return words
    .filter((word) => word.start + toleranceBytes >= position)
    .map(({ text }) => text)
    .join(' ')
    .trim()
}

const bytesOf = (seconds: number) => Math.round(seconds * 8_000)

/** A day is longer than any call. */
const isSeconds = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 86_400
