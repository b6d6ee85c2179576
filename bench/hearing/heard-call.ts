// A call in virtual time whose customer is a recording: real detection of speech, real recognition, scripted answers.
import type { Moonshine, RecognizeOptions, SpeechVerifier, VoiceActivity } from '@parley/speech'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import { createOfflineSpeechToText } from '#server/models/offline-speech/speech-to-text.ts'
import { createCallRules } from '#server/voice/call-rules.ts'
import { createCallEngine } from '#server/voice/engine/call-engine.ts'
import type { TurnLatency } from '#server/voice/engine/call-record.ts'
import type { CallEnd, CallSettings } from '#server/voice/engine/settings.ts'
import { defaultSettings, frameMs } from '#server/voice/virtual/virtual-call.ts'
import { createVirtualClock } from '#server/voice/virtual/virtual-clock.ts'
import { createVirtualLine } from '#server/voice/virtual/virtual-line.ts'
import { createVirtualMode } from '#server/voice/virtual/virtual-mode.ts'
import { framesOf, mixed } from './corpus.ts'

/** The audio of the assistant identifies texts, and the recordings contain no echo of it. */
const withoutEcho = { isEcho: () => false, played() {}, discarded() {} }
const silentFrame = new Uint8Array(160).fill(0xff)

export interface Ears {
  moonshine: Moonshine
  voiceActivity: VoiceActivity
  speechVerifier: SpeechVerifier
  /** The most recordings of each kind that are used. */
  recordings: number
}

export interface HeardCallOptions extends Omit<Ears, 'recordings'> {
  /** What the customer says: each utterance after the assistant has answered the one before. */
  utterances: readonly Int16Array[]
  /** Heard all the time, from its beginning again after its end. */
  background?: Int16Array | undefined
  /** When the first one begins. Undefined: after the greeting. */
  firstAtMs?: number
  settings: Partial<CallSettings>
  /** What the assistant says to everything. */
  answer?: string
  /** How long a recognition takes in the time of the call, whatever it takes in real time. Default: 100. */
  recognitionMs?(audioMs: number): number
  /** How long the assistant has spoken when the customer begins an utterance. Undefined: it has finished. */
  overlapMs?(utterance: number): number | undefined
  /** The call lasts at most this long. */
  limitMs: number
}

export interface HeardCall {
  /** Undefined if the call lasted until `limitMs`. */
  end: CallEnd | undefined
  endedMs: number
  /** What the customer heard. */
  heard: { text: string | undefined; fromMs: number; toMs: number }[]
  transcript: string[]
  /** What the record of the call says about the turns. */
  turns: readonly TurnLatency[]
  /** When each utterance was said. */
  said: { fromMs: number; toMs: number }[]
  /** When audio was discarded that the customer had not heard. */
  clearedMs: readonly number[]
  /** When the assistant became quieter. */
  quieterMs: readonly number[]
}

/** The customer begins this long after the assistant has finished. */
const replyMs = 700
/** The assistant is not going to answer. */
const unansweredMs = 6_000
const answerMs = 100
/** Before its beginning and after its end, speech is quieter than its loudest sample by this much. */
const quieterDb = 29.5

export async function holdHeardCall(options: HeardCallOptions): Promise<HeardCall> {
  const {
    moonshine,
    voiceActivity,
    speechVerifier,
    utterances,
    background,
    firstAtMs,
    limitMs,
    overlapMs,
    recognitionMs = () => 100,
  } = options
  const settings = { ...defaultSettings, ...options.settings }
  const clock = createVirtualClock()
  const running = new Set<Promise<string>>()
  const detector = voiceActivity.open()
  let end: CallEnd | undefined
  let endedMs = limitMs
  const quieterMs: number[] = []

  async function recognize(audio: Uint8Array, options?: RecognizeOptions): Promise<string> {
    const recognition = moonshine.recognize(audio, options)
    running.add(recognition)
    const text = await recognition.finally(() => running.delete(recognition))
    await new Promise<void>((resolve) => clock.after(recognitionMs(audio.length / 8), resolve))
    return text
  }

  const speechToText = createOfflineSpeechToText({ ...moonshine, recognize })
  const mode = createVirtualMode({
    clock,
    synthesisMs: answerMs,
    answer: () => ({
      afterMs: answerMs,
      segments: [options.answer ?? settings.greeting ?? 'Certainly, I can help you with that.'],
    }),
  })
  const line = createVirtualLine(clock, { textOf: mode.textOf, returned: (mark) => engine.marked(mark) })
  const engine = createCallEngine(
    settings,
    { ...createCallRules(settings), ...withoutEcho },
    {
      clock,
      line,
      createMode(listener) {
        const stream = speechToText.open(
          { vendor: 'offline', language: settings.language, secondaryLanguages: [] },
          {
            interim: listener.interim,
            final: listener.final,
            finalized: listener.finalized,
            turnEnded: listener.turnEnded,
            failed: listener.recognitionFailed,
          },
        )
        return {
          ...mode.create(listener),
          customerAudio: (frame) => stream.write(frame),
          customerStarted: () => stream.speechStarted(),
          customerMayHavePaused: () => stream.speechMayHavePaused?.(),
          customerPaused: () => stream.finalize(),
          close: () => stream.close(),
        }
      },
      tools: new Map(),
      isSpeech: (frame) => detector.isSpeech(frame),
      verifySpeech: speechVerifier.open,
      tonesOf: () => new Uint8Array(),
      changeVolume(_audio, from, to) {
        if (to < from) quieterMs.push(clock.now())
      },
      background: undefined,
      recorder: undefined,
      transfer() {},
      ended(result) {
        end = result
        endedMs = clock.now()
      },
    },
  )
  const said: HeardCall['said'] = []
  let frames: Uint8Array[] = []

  function isTurnOfCustomer(): boolean {
    const lastMs = said.at(-1)?.toMs
    if (lastMs === undefined && firstAtMs !== undefined) return clock.now() > firstAtMs
    const overlap = overlapMs?.(said.length)
    if (overlap !== undefined) return spokenMs(lastMs ?? 0) >= overlap
    const heardMs = line.sounds.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY
    if (lastMs !== undefined && heardMs < lastMs) return clock.now() - lastMs >= unansweredMs
    return line.bufferedMs() === 0 && clock.now() - heardMs >= replyMs && heardMs > 0
  }

  /** How long the assistant has been speaking since the customer's last words. */
  function spokenMs(lastMs: number): number {
    const sound = line.sounds.at(-1)
    return sound && line.bufferedMs() > 0 ? clock.now() - Math.max(sound.fromMs, lastMs) : 0
  }

  function nextFrame(): Uint8Array {
    const utterance = utterances[said.length]
    if (frames.length === 0 && utterance && isTurnOfCustomer()) {
      frames = framesOf(utterance)
      const fromMs = clock.now() - frameMs
      const sound = boundsOfSound(utterance)
      said.push({ fromMs: fromMs + sound.fromMs, toMs: fromMs + sound.toMs })
    }
    const frame = frames.shift() ?? silentFrame
    return background ? withBackground(frame, background, clock.now() * 8) : frame
  }

  while (end === undefined && clock.now() < limitMs) {
    clock.advance(frameMs)
    const frame = nextFrame()
    engine.customerAudio(frame)
    engine.customerActivity(frame)
    line.play()
    engine.tick()
    await new Promise(setImmediate)
    await Promise.allSettled(running)
  }
  const ownEnd = end
  if (!engine.isEnded()) engine.lineClosed()
  detector.close()
  const heard = line.sounds.map(({ text, fromMs, toMs }) => ({ text, fromMs, toMs }))
  const transcript = engine.record.transcript.map(({ speaker, text }) => `${speaker}: ${text}`)
  const { turns } = engine.record
  return { end: ownEnd, endedMs, heard, transcript, turns, said, clearedMs: line.clears, quieterMs }
}

function withBackground(frame: Uint8Array, background: Int16Array, at: number): Uint8Array {
  const start = at % background.length
  return encodeMulaw(mixed(decodeMulaw(frame), background.subarray(start, start + frame.length)))
}

/** Where the sound begins and ends, in milliseconds. */
export function boundsOfSound(samples: Int16Array): { fromMs: number; toMs: number } {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const isSound = (sample: number): boolean => Math.abs(sample) > loudest / 10 ** (quieterDb / 20)
  return { fromMs: samples.findIndex(isSound) / 8, toMs: samples.findLastIndex(isSound) / 8 }
}
