// A call in virtual time whose customer is a recording: real detection of speech, real recognition, scripted answers.
import type { Moonshine, SpeechVerifier, VoiceActivity } from '@parley/speech'
import { createOfflineSpeechToText } from '#server/models/offline-speech/speech-to-text.ts'
import { createCallEngine } from '#server/voice/engine/call-engine.ts'
import type { CallEnd, CallSettings } from '#server/voice/engine/settings.ts'
import { createTurnRules } from '#server/voice/turn-rules.ts'
import { defaultSettings, frameMs } from '#server/voice/virtual/virtual-call.ts'
import { createVirtualClock } from '#server/voice/virtual/virtual-clock.ts'
import { createVirtualLine } from '#server/voice/virtual/virtual-line.ts'
import { createVirtualMode } from '#server/voice/virtual/virtual-mode.ts'

/** A recognition takes this long in the time of the call, whatever it takes in real time. */
const recognitionMs = 100
const silentFrame = new Uint8Array(160).fill(0xff)

export interface Ears {
  moonshine: Moonshine
  voiceActivity: VoiceActivity
  speechVerifier: SpeechVerifier
}

export interface HeardCallOptions extends Ears {
  frames: readonly Uint8Array[]
  settings: Partial<CallSettings>
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
}

export async function holdHeardCall(options: HeardCallOptions): Promise<HeardCall> {
  const { moonshine, voiceActivity, speechVerifier, frames, limitMs } = options
  const settings = { ...defaultSettings, ...options.settings }
  const clock = createVirtualClock()
  const running = new Set<Promise<string>>()
  const detector = voiceActivity.open()
  let end: CallEnd | undefined
  let endedMs = limitMs

  async function recognize(audio: Uint8Array, signal?: AbortSignal): Promise<string> {
    const recognition = moonshine.recognize(audio, signal)
    running.add(recognition)
    const text = await recognition.finally(() => running.delete(recognition))
    await new Promise<void>((resolve) => clock.after(recognitionMs, resolve))
    return text
  }

  const speechToText = createOfflineSpeechToText({ ...moonshine, recognize })
  const mode = createVirtualMode({ clock, answer: () => ({ segments: ['Certainly, I can help you with that.'] }) })
  const line = createVirtualLine(clock, { textOf: mode.textOf, returned: (mark) => engine.marked(mark) })
  const engine = createCallEngine(settings, createTurnRules(settings), {
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
        customerPaused: () => stream.finalize(),
        close: () => stream.close(),
      }
    },
    tools: new Map(),
    isSpeech: (frame) => detector.isSpeech(frame),
    verifySpeech: speechVerifier.open,
    tonesOf: () => new Uint8Array(),
    background: undefined,
    recorder: undefined,
    transfer() {},
    ended(result) {
      end = result
      endedMs = clock.now()
    },
  })
  for (let index = 0; end === undefined && clock.now() < limitMs; index++) {
    clock.advance(frameMs)
    const frame = frames[index] ?? silentFrame
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
  return { end: ownEnd, endedMs, heard, transcript }
}
