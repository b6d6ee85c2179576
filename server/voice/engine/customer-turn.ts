// Collects the words of the customer, and decides when the customer's turn is complete.
import type { CustomerWords } from './call-record.ts'
import type { Deadlines } from './clock.ts'

/** After this time without an answer of the recognizer, the turn is complete without further words. */
const finalizeMs = 1_500
/** Continuous speech is answered at the latest after this time. */
const longestTurnMs = 45_000
/** Words without detected speech, of a customer with a faint voice, are complete after this time. */
const undetectedMs = 1_500
/** Shorter speech without words is a noise, even for a model that hears the customer itself. */
const shortestSpeechMs = 200
/** An answer is prepared only if the turn will not be complete for at least this long. */
const worthPreparingMs = 30
/** Sound that goes on for this time after the end of the turn, without words, is a noise. */
const noiseAfterTurnMs = 400

export interface Endpointing {
  /** The turn is complete as soon as the vendor says so. Otherwise, only the delay decides. */
  trustsVendor?: boolean
  /** How long to wait after the end of speech before the turn is complete. */
  delayAfter(text: string, question: string | undefined): number
  learnPause(pauseMs: number): void
}

export interface CompleteTurn extends CustomerWords {
  /** When the customer stopped speaking. */
  endedMs: number
  recognizedMs: number
}

export interface CustomerTurnOptions {
  /** Whether the model hears the customer itself. Turns are then complete before their words are known. */
  hearsAudio: boolean
  /** Whether the assistant speaks, so that only words tell what the customer wants. */
  needsWords(): boolean
  now(): number
  deadlines: Deadlines
  endpointing: Endpointing
  /** The last words of the assistant. */
  question(): string | undefined
  requestFinal(): void
  /** The words so far have changed. */
  words(text: string): void
  /** The turn is probably complete. */
  probable(text: string): void
  /** The customer goes on, so the turn was not complete. */
  resumed(): void
  complete(turn: CompleteTurn): void
  /** There was speech, but no words in it. */
  empty(): void
  /** The words of a turn that was complete before they were known. */
  wordsArrived(text: string, turn: CompleteTurn): void
}

export type CustomerTurn = ReturnType<typeof createCustomerTurn>

export function createCustomerTurn(options: CustomerTurnOptions) {
  const { now, deadlines } = options
  let finals: string[] = []
  let interim = ''
  let isSpeaking = false
  /** The speech that is detected has had no words for so long that it is a noise. */
  let isNoise = false
  let isFinalizing = false
  /** The vendor says that the words so far are a complete turn. */
  let isEndedByVendor = false
  let startedMs: number | undefined
  let endedMs: number | undefined
  let recognizedMs = 0
  /** Pauses of the current turn whose words are not known yet. */
  let openPauses = 0
  /** The turns of earlier pauses whose words are not known yet. */
  const unknownTurns: CompleteTurn[] = []
  /** The customer has not spoken since this turn, which a model has heard: words that arrive late belong to it. */
  let heardTurn: CompleteTurn | undefined

  const textOf = (): string => [...finals, interim].filter((part) => part !== '').join(' ')

  const hasWords = (): boolean => interim !== '' || finals.some((part) => part !== '')

  function reset(): void {
    finals = []
    interim = ''
    startedMs = isSpeaking ? now() : undefined
    endedMs = undefined
    isFinalizing = false
    isEndedByVendor = false
    deadlines.clear('turn')
    deadlines.clear('finalize')
    deadlines.clear('longest-turn')
  }

  function setTurnDeadline(text: string): void {
    const delayMs = options.endpointing.delayAfter(text, options.question())
    // A model that hears the customer answers before the words are given up.
    const longestMs = isFinalizing ? finalizeMs - 1 : Number.POSITIVE_INFINITY
    const leftMs = (endedMs ?? now()) + Math.min(delayMs, longestMs) - now()
    if (leftMs > worthPreparingMs) options.probable(text)
    deadlines.set('turn', leftMs, complete)
  }

  function finishFinalizing(): void {
    if (!isFinalizing) return
    isFinalizing = false
    deadlines.clear('finalize')
    recognizedMs = now()
    if (interim !== '') finals.push(interim)
    interim = ''
    evaluate()
  }

  function evaluate(): void {
    if (isSpeaking || isFinalizing) return
    const text = textOf()
    if (text === '') {
      const wasSpeech = startedMs !== undefined
      reset()
      if (wasSpeech) options.empty()
      return
    }
    setTurnDeadline(text)
  }

  function complete(): void {
    const text = textOf()
    const isAudio = options.hearsAudio
    const turn: CompleteTurn = { text, isAudio, startedMs: startedMs ?? now(), endedMs: endedMs ?? now(), recognizedMs }
    const isUnknown = isAudio && isFinalizing && turn.endedMs - turn.startedMs >= shortestSpeechMs
    // The words will be known soon.
    if (isFinalizing && (!isUnknown || options.needsWords())) return
    if (isUnknown) unknownTurns.push(...Array.from({ length: openPauses }, () => turn))
    if (isUnknown) openPauses = 0
    if (isAudio) heardTurn = turn
    reset()
    if (text !== '' || isUnknown) options.complete(turn)
  }

  return {
    text: () => textOf(),
    isSpeaking: () => isSpeaking,
    /** Whether the customer speaks, or has said something that is not answered yet. A constant noise does not count. */
    isOpen: () => (isSpeaking && !isNoise) || isFinalizing || hasWords(),
    speechStarted(atMs: number): void {
      isSpeaking = true
      heardTurn = undefined
      isEndedByVendor = false
      if (endedMs !== undefined && hasWords()) options.endpointing.learnPause(atMs - endedMs)
      deadlines.clear('turn')
      startedMs ??= atMs
      if (!deadlines.has('longest-turn')) deadlines.set('longest-turn', longestTurnMs, endLongTurn)
      options.resumed()
    },
    speechEnded(atMs: number): void {
      isSpeaking = false
      isNoise = false
      endedMs = atMs
      isFinalizing = true
      openPauses++
      deadlines.set('finalize', finalizeMs, finishFinalizing)
      options.requestFinal()
      if (isEndedByVendor) completeAtOnce()
      else if (options.hearsAudio) setTurnDeadline(textOf())
    },
    interim(text: string): void {
      if (unknownTurns.length > 0 || lateTurn()) return
      goOnAfterVendor()
      interim = text
      options.words(textOf())
      if (startedMs === undefined && !isFinalizing) deadlines.set('turn', undetectedMs, completeUndetected)
    },
    final(text: string): void {
      const unknown = unknownTurns[0] ?? lateTurn()
      if (unknown) {
        unknown.text = [unknown.text, text].filter((part) => part !== '').join(' ')
        options.wordsArrived(text, unknown)
        return
      }
      goOnAfterVendor()
      finals.push(text)
      interim = ''
      options.words(textOf())
      if (!isSpeaking && !isFinalizing) {
        endedMs ??= now()
        recognizedMs = now()
        evaluate()
      }
    },
    finalized(): void {
      if (unknownTurns.shift()) return
      openPauses = Math.max(0, openPauses - 1)
      if (!options.hearsAudio || openPauses === 0) finishFinalizing()
    },
    /** The vendor says that the turn is complete. The end of the sound may be detected later. */
    turnEnded(): void {
      if (!options.endpointing.trustsVendor) return
      if (!isSpeaking) {
        completeAtOnce()
        return
      }
      if (textOf() === '') return
      isEndedByVendor = true
      endedMs = now()
      recognizedMs = now()
      deadlines.set('turn', noiseAfterTurnMs, complete)
    },
    /** Discards the words so far. */
    discard: reset,
  }

  /** The words of a turn that was completed without them arrive late, and must not be answered again. */
  function lateTurn(): CompleteTurn | undefined {
    return isSpeaking || isFinalizing || startedMs !== undefined ? undefined : heardTurn
  }

  function completeAtOnce(): void {
    if (isFinalizing && !options.hearsAudio) finishFinalizing()
    if (deadlines.has('turn')) complete()
  }

  /** More words follow, so the turn was not complete. */
  function goOnAfterVendor(): void {
    if (!isEndedByVendor) return
    isEndedByVendor = false
    deadlines.clear('turn')
  }

  function completeUndetected(): void {
    finals.push(interim)
    interim = ''
    recognizedMs = now()
    complete()
  }

  /** The customer, or a noise, does not pause. */
  function endLongTurn(): void {
    endedMs = now()
    recognizedMs = now()
    isNoise = textOf() === ''
    if (isNoise) {
      reset()
      options.empty()
    } else complete()
    if (isSpeaking) deadlines.set('longest-turn', longestTurnMs, endLongTurn)
  }
}
