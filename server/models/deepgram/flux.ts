// Speech recognition by Deepgram Flux, which also recognizes when the customer's turn is complete.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { RecognitionListener } from '#server/ports/speech-to-text.ts'
import { defaultSocketLimits } from '../vendor-speech/recognition-socket.ts'
import { isLoud } from '../vendor-speech/spoken-audio.ts'
import { fluxLanguages, fluxParameters, reportedLanguage } from './languages.ts'
import { createDeepgramAdapter, type DeepgramLimits, type DeepgramProtocol, type DeepgramStream } from './stream.ts'

const defaultLimits: DeepgramLimits = { ...defaultSocketLimits, finalizeMs: { withWords: 700, withoutWords: 400 } }

/**
 * Flux delivers words without a request. Its ForceEndTurn would also end the turn.
 * Protocol: https://developers.deepgram.com/reference/speech-to-text/listen-flux
 */
export const createDeepgramFluxSpeechToText = createDeepgramAdapter({
  name: 'Deepgram Flux',
  path: '/v2/listen',
  parametersOf: (settings) => [
    ...fluxParameters(settings),
    ['encoding', 'mulaw'],
    ['sample_rate', '8000'],
    ['eot_threshold', '0.7'],
    ['eager_eot_threshold', '0.5'],
    ['eot_timeout_ms', '3000'],
  ],
  languagesOf: fluxLanguages,
  defaultLimits,
  createProtocol,
})

function createProtocol(stream: DeepgramStream, listener: RecognitionListener): DeepgramProtocol {
  /** The words of the current turn that have been delivered as final. */
  let deliveredWords = 0
  let latest: TurnInfo | undefined
  let interim = ''
  let heardTo = 0
  /** At this position, Flux considered the turn to be over, possibly too early. */
  let pausedAt: number | undefined
  /** The position after the last sound that was written. */
  let soundEnd = 0
  let answerTimer: NodeJS.Immediate | undefined

  function endTurn(text: string): void {
    interim = text
    const hasWords = text !== '' || deliveredWords > 0
    settleInterim()
    startTurn()
    pausedAt = heardTo
    if (hasWords && !stream.isClosed()) listener.turnEnded()
    answer()
  }

  function startTurn(): void {
    latest = undefined
    interim = ''
    deliveredWords = 0
    pausedAt = undefined
  }

  /** Answers the requests whose audio has been heard, or of which only silence after the end of a turn has not. */
  function answer(): void {
    const isSilent = pausedAt !== undefined && soundEnd <= pausedAt
    const position = isSilent ? stream.end() : heardTo
    if (stream.isClosed() || !stream.finalizer.isPendingBefore(position)) return
    settleInterim()
    stream.finalizer.settled(position, false)
  }

  function settleInterim(): void {
    if (!latest || !interim || stream.isClosed()) return
    const text = interim
    interim = ''
    deliveredWords = latest.words.length
    stream.settle(text, stream.connectionStart() + (endOfWords(latest) ?? latest.heardTo), latest.language)
  }

  return {
    opened: startTurn,
    message(fields) {
      if (fields.type !== 'TurnInfo') return
      const info = readTurnInfo(fields)
      if (!info) return stream.fail('unreadable')
      latest = info
      heardTo = stream.connectionStart() + info.heardTo
      const text = wordsAfter(info, stream.settledTo() - stream.connectionStart(), deliveredWords)
      if (info.event === 'EndOfTurn') return endTurn(text)
      if (text && text !== interim) listener.interim(text)
      interim = text
      pausedAt = info.event === 'EagerEndOfTurn' ? heardTo : info.event === 'Update' ? pausedAt : undefined
      answer()
    },
    hasInterim: () => interim !== '',
    settleInterim,
    written(audio) {
      const last = audio.findLastIndex(isLoud)
      if (last >= 0) soundEnd = stream.end() - audio.length + last + 1
    },
    finalizing() {
      clearImmediate(answerTimer)
      answerTimer = setImmediate(answer)
    },
    closed: () => clearImmediate(answerTimer),
  }
}

const turnEvents = ['StartOfTurn', 'Update', 'EagerEndOfTurn', 'TurnResumed', 'EndOfTurn'] as const

/** Positions are bytes of mu-law audio since the start of the connection. */
type TurnInfo = NonNullable<ReturnType<typeof readTurnInfo>>

const maxWords = 2_000
const maxCharacters = 20_000

/** Returns undefined for a message of another shape. */
function readTurnInfo(message: Record<string, unknown>) {
  const { transcript, words, audio_window_end: heardTo } = message
  const event = turnEvents.find((name) => name === message.event)
  const position = bytesOf(heardTo)
  if (!event || typeof transcript !== 'string' || !Array.isArray(words) || position === undefined) return undefined
  return {
    event,
    /** All words of the turn. */
    transcript: transcript.slice(0, maxCharacters).trim(),
    language: reportedLanguage(message.languages),
    /** Older installations of Flux send no times. */
    words: words.slice(0, maxWords).flatMap((word: unknown) => {
      if (!isFields(word) || typeof word.word !== 'string') return []
      return [{ text: word.word.slice(0, 200), start: bytesOf(word.start), end: bytesOf(word.end) }]
    }),
    /** The audio before this position has been heard. */
    heardTo: position,
  }
}

/** A day is longer than any call. */
function bytesOf(seconds: unknown): number | undefined {
  const isValid = typeof seconds === 'number' && seconds >= 0 && seconds < 86_400
  return isValid ? Math.round(seconds * 8_000) : undefined
}

/**
 * The words of the turn that have not been delivered: those that begin after the position, or, without times, those
 * after the given number of words.
 */
function wordsAfter({ transcript, words }: TurnInfo, position: number, deliveredWords: number): string {
  const toleranceBytes = 160
  const isDelivered = (start: number | undefined, index: number) =>
    start === undefined ? index < deliveredWords : start + toleranceBytes < position
  const rest = words.filter(({ start }, index) => !isDelivered(start, index))
  if (rest.length === words.length) return deliveredWords > 0 && words.length === 0 ? '' : transcript
  return rest
    .map(({ text }) => text)
    .join(' ')
    .trim()
}

/** The end of the last word, if it has a time. */
const endOfWords = ({ words }: TurnInfo): number | undefined => words.at(-1)?.end
