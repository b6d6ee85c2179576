// Supervises one utterance of a vendor: deadlines, silence, size limits, and exactly one end.
import type { Alignment, UtteranceListener } from '#server/ports/text-to-speech.ts'
import { type FailureCode, speechFailure } from './failures.ts'

export interface UtteranceLimits {
  /** Until the first audio that is not silent. */
  firstAudioMs: number
  /** Between two pieces of audio, and until the end. */
  progressMs: number
}

export const defaultUtteranceLimits: UtteranceLimits = { firstAudioMs: 2_000, progressMs: 3_000 }

export type SupervisedUtterance = ReturnType<typeof superviseUtterance>

/** Two seconds of mu-law audio. */
const maxSilentBytes = 16_000

interface Options {
  vendor: string
  text: string
  listener: UtteranceListener
  /** Called once, when the utterance has ended in any way; `cancelled` and `failed` require the vendor to stop. */
  ended(how: 'done' | 'failed' | 'cancelled'): void
  limits?: UtteranceLimits
}

/**
 * Silence at the beginning is withheld until audible audio follows, so that an utterance of silence fails without
 * having delivered anything, and another vendor can speak it. No method has an effect after the end.
 */
export function superviseUtterance({ vendor, text, listener, ended, limits = defaultUtteranceLimits }: Options) {
  const maxAudioBytes = 8_000 * (20 + 0.5 * text.length)
  const maxAlignedCharacters = 4 * text.length + 1_000
  let timer: NodeJS.Timeout | undefined
  let withheld: (() => void)[] | undefined = []
  let audioBytes = 0
  let alignedCharacters = 0
  let isOver = false

  function end(how: 'done' | 'failed' | 'cancelled'): void {
    isOver = true
    withheld = undefined
    clearTimeout(timer)
    ended(how)
  }

  function fail(code: FailureCode): void {
    if (isOver) return
    end('failed')
    listener.failed(speechFailure(vendor, code))
  }

  function deliver(report: () => void): void {
    if (withheld) withheld.push(report)
    else report()
  }

  return {
    isOver: () => isOver,
    hasAudio: () => withheld === undefined,
    audioBytes: () => audioBytes,
    /** Starts the deadline of the first audio. */
    begin() {
      if (isOver) return
      clearTimeout(timer)
      timer = setTimeout(() => fail(audioBytes > 0 ? 'silent_audio' : 'no_audio'), limits.firstAudioMs)
    },
    /** Takes ownership of the bytes. */
    audio(chunk: Uint8Array) {
      if (isOver || chunk.length === 0) return
      audioBytes += chunk.length
      if (audioBytes > maxAudioBytes) return fail('too_much_audio')
      if (!withheld) timer?.refresh()
      else if (isAudible(chunk)) {
        const reports = withheld
        withheld = undefined
        clearTimeout(timer)
        timer = setTimeout(() => fail('stalled'), limits.progressMs)
        for (const report of reports) if (!isOver) report()
      } else if (audioBytes > maxSilentBytes) return fail('silent_audio')
      if (!isOver) deliver(() => listener.audio(chunk))
    },
    aligned(alignment: Alignment) {
      if (isOver) return
      alignedCharacters += alignment.characters.length
      if (alignedCharacters <= maxAlignedCharacters) deliver(() => listener.aligned?.(alignment))
    },
    /** The vendor has sent all audio. */
    done() {
      if (isOver) return
      if (withheld && hasWords(text)) return fail(audioBytes > 0 ? 'silent_audio' : 'no_audio')
      end('done')
      listener.done()
    },
    fail,
    cancel() {
      if (!isOver) end('cancelled')
    },
  }
}

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** The lowest of the eight segments of mu-law is below -48 dB. The highest bit is the sign; the others are inverted. */
const isAudible = (chunk: Uint8Array): boolean => chunk.some((byte) => (byte & 0x7f) < 0x70)
