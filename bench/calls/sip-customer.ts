// One call of the benchmark of SIP, as a customer hears it: asks, listens, sometimes interrupts, and takes times.
import type { PhoneCallEvents } from '@parley/sip'
import type { VoiceActivityDetector } from '@parley/speech'
import { mulawSamples } from '@parley/telephone'
import { createActivity } from '#server/voice/engine/activity.ts'
import type { Line } from './voice-audio.ts'
import type { PhoneOptions } from './voice-phone.ts'

interface CustomerOptions extends Pick<PhoneOptions, 'lines' | 'timing' | 'samples'> {
  /** The detector of the server sees the same frames, so that both detect the same. */
  detector: VoiceActivityDetector
  hasGreeting: boolean
}

type State = 'greeting' | 'quiet' | 'asking' | 'awaiting' | 'listening' | 'interrupting'

const interruptAfterMs = 500
const longestWaitMs = 10_000
/** Longer than pauses between sentences. */
const overAfterMs = 700
const quietestSound = 500
/** An assistant that may be interrupted continues with a quarter of its volume. */
const quieter = 0.3

export function createCustomer({ lines, detector, timing, hasGreeting, samples }: CustomerOptions) {
  const { interruptMs, endpointMs } = timing
  let state: State = hasGreeting ? 'greeting' : 'quiet'
  let sinceMs = performance.now()
  let waitMs = Math.random() * 1_500
  let line: Line | undefined
  let position = 0
  let turn = Math.floor(Math.random() * 2)
  let heardAtMs = 0
  let loudest = 0
  let pauseDueMs = 0
  let decidedMs = 0
  let isQuieter = false

  const activity = createActivity({
    isSpeech: (frame) => detector.isSpeech(frame),
    isEcho: () => false,
    started() {},
    continued(spokenMs) {
      if (interruptMs !== undefined && spokenMs >= interruptMs && pauseDueMs === 0) pauseDueMs = performance.now()
    },
    ended(atMs) {
      if (endpointMs !== undefined) decidedMs = atMs + endpointMs
    },
  })

  function enter(next: State, nowMs: number): void {
    state = next
    sinceMs = nowMs
  }

  function speak(next: State, spoken: Line, nowMs: number): void {
    enter(next, nowMs)
    line = spoken
    position = 0
    pauseDueMs = interruptMs === undefined ? nowMs : 0
    decidedMs = Number.POSITIVE_INFINITY
    isQuieter = false
  }

  function beQuiet(nowMs: number): void {
    enter('quiet', nowMs)
    waitMs = 300 + Math.random() * 1_500
  }

  function step(nowMs: number): void {
    const elapsedMs = nowMs - sinceMs
    const isSilent = nowMs - heardAtMs > overAfterMs
    if (state === 'greeting' && heardAtMs > 0 && isSilent) beQuiet(nowMs)
    else if (state === 'quiet' && elapsedMs > waitMs) speak('asking', lines.question, nowMs)
    else if (state === 'asking' && !line) enter('awaiting', nowMs)
    else if (state === 'interrupting' && !line) {
      if (!isQuieter) samples().missed++
      enter('awaiting', nowMs)
    } else if (state === 'awaiting' && elapsedMs > longestWaitMs) {
      samples().missed++
      beQuiet(nowMs)
    } else if (state === 'listening' && elapsedMs > interruptAfterMs && turn % 2 === 1)
      speak('interrupting', lines.interruption, nowMs)
    else if (state === 'listening' && isSilent) beQuiet(nowMs)
  }

  function nextFrame(): Uint8Array {
    const nowMs = performance.now()
    step(nowMs)
    let { audio } = lines.silence.frames[0]!
    if (line) {
      audio = line.frames[position++]!.audio
      if (position === line.frames.length) line = undefined
    } else if (endpointMs === undefined && decidedMs === Number.POSITIVE_INFINITY) decidedMs = nowMs
    activity.frame(audio, nowMs)
    return audio
  }

  function hear(frame: Uint8Array): void {
    const nowMs = performance.now()
    const volume = volumeOf(frame)
    if (state === 'interrupting' && !isQuieter && pauseDueMs > 0 && volume < quieter * loudest) {
      isQuieter = true
      samples().decidedToClear.push(nowMs - pauseDueMs)
    }
    if (volume < quietestSound) return
    heardAtMs = nowMs
    loudest = Math.max(loudest, volume)
    // What is left of an interrupted answer is heard before the decision.
    if (state !== 'awaiting' || nowMs < decidedMs) return
    samples().decidedToMedia.push(nowMs - decidedMs)
    enter('listening', nowMs)
    turn++
  }

  const events: PhoneCallEvents = {
    nextFrame,
    frame: hear,
    ended: () => void samples().closed++,
  }
  return { events, close: () => detector.close() }
}

const volumeOf = (frame: Uint8Array): number =>
  frame.reduce((most, byte) => Math.max(most, Math.abs(mulawSamples[byte]!)), 0)
