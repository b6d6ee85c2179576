// Sends the customer's speech as activities, whose beginning and end Parley decides.
import { createResampler, decodeMulaw, type Resampler, toSamples } from '@parley/telephone'
import { createAudioHistory } from '../vendor-speech/audio-history.ts'
import { activityEndMessage, activityStartMessage, audioMessage } from './messages.ts'

/** Fifteen seconds. */
const historyBytes = 120_000
/** 300 ms before the detector of voice activity notices speech. */
const preRollBytes = 2_400
/** The silence after a pause that is sent: two seconds. */
const pauseBytes = 16_000
/** One second. */
const pieceBytes = 8_000

/** The samples of the telephone stay as they are, and others are added between them. */
const filter = { passband: 1, zeroCrossings: 8 }

/** Positions are bytes since the start of the call. */
interface Range {
  from: number
  to: number
  hasSpeech: boolean
}

export function createCustomerAudio(send: (message: string) => void) {
  const history = createAudioHistory(historyBytes)
  let activity: (Range & { resampler: Resampler }) | undefined
  /** Speech that waits for an activity. */
  let waiting: Range | undefined
  /** The latest closed activity. */
  let closed: Range | undefined
  let sentTo = 0

  function sendPcm(samples: Float32Array): void {
    if (samples.length > 0) send(audioMessage(Buffer.from(toSamples(samples).buffer)))
  }

  function sendAudio(): void {
    if (!activity) return
    const { to, resampler } = activity
    let position = Math.max(sentTo, history.start())
    history.read(position, (audio) => {
      const piece = audio.subarray(0, Math.max(0, to - position))
      position += piece.length
      for (let from = 0; from < piece.length; from += pieceBytes)
        sendPcm(resampler.convert(decodeMulaw(piece.subarray(from, from + pieceBytes))))
    })
    sentTo = Math.max(sentTo, position)
  }

  return {
    isOpen: () => activity !== undefined,
    isWaiting: () => waiting !== undefined,
    hasSpeech: () => activity?.hasSpeech === true,
    write(audio: Uint8Array): void {
      history.append(audio)
      sendAudio()
    },
    speechStarted(): void {
      const preRollStart = Math.max(sentTo, history.end() - preRollBytes)
      if (activity) {
        if (activity.to !== Number.POSITIVE_INFINITY) sentTo = preRollStart
        Object.assign(activity, { to: Number.POSITIVE_INFINITY, hasSpeech: true })
        return
      }
      waiting = { from: waiting?.from ?? preRollStart, to: Number.POSITIVE_INFINITY, hasSpeech: true }
    },
    speechPaused(): void {
      const range = activity ?? waiting
      if (range) range.to = Math.min(range.to, history.end() + pauseBytes)
    },
    /** Begins an activity with the speech that waits. */
    open(): void {
      const range = waiting ?? { from: history.end(), to: history.end() + pauseBytes, hasSpeech: false }
      waiting = undefined
      activity = { ...range, resampler: createResampler(8_000, 16_000, filter) }
      sentTo = range.from
      send(activityStartMessage)
      sendAudio()
    },
    /** The texts become part of the activity. */
    end(texts: readonly string[]): void {
      if (!activity) return
      if (sentTo > activity.from) sendPcm(activity.resampler.end())
      for (const text of texts) send(text)
      send(activityEndMessage)
      closed = { from: activity.from, to: sentTo, hasSpeech: activity.hasSpeech }
      activity = undefined
    },
    /** The connection was lost: the open activity waits for the next one, or else the latest closed one if requested. */
    lost({ repeatsClosed }: { repeatsClosed: boolean }): boolean {
      const lost = activity ?? (repeatsClosed ? closed : undefined)
      activity = closed = undefined
      if (!lost) return false
      const { from, to, hasSpeech } = lost
      // Speech that began after the closed activity is kept.
      waiting = { from, to: waiting?.to ?? to, hasSpeech: hasSpeech || waiting !== undefined }
      return true
    },
  }
}
