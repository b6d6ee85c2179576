// A call in virtual time: an engine, a scripted mode, a line with a playback buffer, and a customer.
import { encodeMulaw } from '@parley/telephone'
import { createCallRules } from '../call-rules.ts'
import { type CallEngine, createCallEngine } from '../engine/call-engine.ts'
import type { CallEnd, CallHost, CallRules, CallSettings } from '../engine/settings.ts'
import { createBeepDetector, measureTone } from '../words-and-sounds/beep.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'
import { createVirtualLine } from './virtual-line.ts'
import { createVirtualMode, type VirtualModeOptions } from './virtual-mode.ts'
import type { VirtualRealtime } from './virtual-realtime.ts'

export interface VirtualCallOptions extends Partial<Omit<VirtualModeOptions, 'clock'>> {
  settings?: Partial<CallSettings>
  rules?: Partial<CallRules>
  transfer?: CallHost['transfer']
  /** The mode of a realtime model instead of the scripted mode. */
  realtime?: (clock: VirtualClock) => VirtualRealtime
  tools?: CallHost['tools']
  /** Told about changes of the volume, which do not change the audio. */
  changeVolume?: CallHost['changeVolume']
  /** How late the carrier confirms what was played. Default: 0. Infinity: it does not. */
  confirmationMs?: number
  /** From the end of speech to the recognizer's final words. Default: 150. Infinity: the recognizer does not answer. */
  recognitionMs?: number
  /** Whether words arrive while the customer speaks. Default: true. */
  interimWords?: boolean
}

/** How the recognizer understands an utterance, if it is not with its own words and the usual delay. */
export interface Recognition {
  as?: string
  afterMs?: number
  /** The customer turns away from the telephone. */
  isDistant?: boolean
}

export const frameMs = 20
const frameOf = (level: number): Uint8Array => new Uint8Array(160).fill(level)
const [speech, silence, noise] = [frameOf(0x00), frameOf(0xff), frameOf(0x01)]
/** Quieter by 18 dB. */
const distantSpeech = frameOf(0x30)
const beepMs = 600
/** The tone of an answering machine at 1,000 Hz. */
const beep = encodeMulaw(Int16Array.from({ length: 160 }, (_, index) => 8_000 * Math.sin((Math.PI * index) / 4)))

/** The frequencies of the frames that all calls share. */
const tones = new Map([speech, distantSpeech, silence, noise, beep].map((frame) => [frame, measureTone(frame)]))
const toneOf = (frame: Uint8Array): number | undefined => (tones.has(frame) ? tones.get(frame) : measureTone(frame))

interface Utterance {
  words: readonly string[]
  fromMs: number
  toMs: number
  frame: Uint8Array
}

export const defaultSettings: CallSettings = {
  language: 'en',
  direction: 'inbound',
  greeting: 'Hello, this is Ada.',
  waitForCustomer: false,
  allowInterruptions: true,
  interruptSensitivity: 0.5,
  minInterruptWords: null,
  endpointType: 'vad',
  endpointSensitivity: 0.5,
  maxDurationMs: 600_000,
  maxSilenceMs: 40_000,
  maxInitialSilenceMs: 40_000,
  reengagementMs: 30_000,
  reengagementPrompt: undefined,
  endOnGoodbye: true,
  endOnVoicemail: true,
  voicemailMessage: undefined,
  purpose: undefined,
  fillers: undefined,
}

export function startVirtualCall(options: VirtualCallOptions = {}) {
  const { recognitionMs = 150, interimWords = options.hearsAudio !== true } = options
  const settings = { ...defaultSettings, ...options.settings }
  const clock = createVirtualClock()
  const realtime = options.realtime?.(clock)
  const ends: CallEnd[] = []
  let engine: CallEngine | undefined
  const line = createVirtualLine(clock, {
    confirmationMs: options.confirmationMs,
    textOf: (code) => (realtime ?? mode).textOf(code),
    returned: (mark) => engine?.marked(mark),
  })
  const mode = createVirtualMode({
    ...options,
    clock,
    answer: options.answer ?? (() => ({ segments: ['Certainly.'] })),
  })
  /** What the customer is saying now. */
  let utterance: Utterance | undefined
  let isVoiced = false
  let said = ''
  let saidAfterMs = recognitionMs

  mode.onPause(() => {
    const [text, afterMs] = [said, saidAfterMs]
    said = ''
    saidAfterMs = recognitionMs
    if (afterMs === Infinity) return
    clock.after(afterMs, () => {
      if (mode.isClosed()) return
      if (text !== '') mode.listener().final(text)
      mode.listener().finalized()
    })
  })

  engine = createCallEngine(
    settings,
    { ...createCallRules(settings), hearTone: createBeepDetector(toneOf).hearTone, ...options.rules },
    {
      clock,
      line,
      createMode: realtime?.create ?? mode.create,
      tools: options.tools ?? new Map(),
      isSpeech: () => isVoiced,
      tonesOf: (keys) => new Uint8Array(keys.length * 100 * 8).fill(0x7e),
      // The audio of a virtual call identifies texts.
      changeVolume: options.changeVolume ?? (() => {}),
      background: undefined,
      recorder: undefined,
      transfer: options.transfer ?? (() => clock.after(200, () => engine?.lineClosed())),
      ended: (end) => {
        ends.push(end)
        virtualCall.end ??= end
      },
    },
  )
  const call = engine

  function frame(): void {
    if (ends.length > 0) return
    clock.advance(frameMs)
    const nowMs = clock.now()
    const isSpeaking = utterance !== undefined && nowMs < utterance.toMs
    const hasInterim = interimWords && !realtime
    if (utterance && hasInterim && isSpeaking && utterance.words.length > 0) reportInterim(utterance, nowMs)
    if (utterance && !isSpeaking) utterance = undefined
    const audio = isSpeaking ? utterance!.frame : silence
    isVoiced = isSpeaking && audio !== beep
    call.customerAudio(audio)
    call.customerActivity(audio)
    line.play()
    call.tick()
  }

  function reportInterim({ words, fromMs, toMs }: Utterance, nowMs: number): void {
    const count = Math.floor((words.length * (nowMs - fromMs)) / (toMs - fromMs))
    const before = Math.floor((words.length * (nowMs - frameMs - fromMs)) / (toMs - fromMs))
    // A recognizer reports a word some time after it was spoken.
    if (count > before && count > 0 && !mode.isClosed()) mode.listener().interim(words.slice(0, count).join(' '))
  }

  const virtualCall = {
    clock,
    engine: call,
    line,
    mode,
    realtime,
    ends,
    /** Lets time pass. */
    wait(ms: number): void {
      for (let passed = 0; passed < ms; passed += frameMs) frame()
    },
    /** Lets the time of one frame pass. */
    frame,
    /**
     * Lets time pass before `limitMs` in which nothing can happen. Only for calls without a realtime model and without
     * the detection of echo, which hear every frame.
     */
    skipRest(limitMs: number): void {
      if (utterance || !call.isAtRest() || !line.isAtRest()) return
      const frames = Math.ceil((Math.min(limitMs, clock.nextTimerMs()) - clock.now()) / frameMs) - 1
      // The engine sends audio at every second tick.
      if (frames > 1) clock.advance((frames - (frames % 2)) * frameMs)
    },
    /** The customer starts to say this, 60 ms per character by default. */
    starts(
      text: string,
      durationMs = text.length * 60,
      { as: words = text, afterMs, isDistant }: Recognition = {},
    ): void {
      said = [said, words].filter((part) => part !== '').join(' ')
      if (afterMs !== undefined) saidAfterMs = afterMs
      utterance = {
        words: words === '' ? [] : words.split(' '),
        fromMs: clock.now(),
        toMs: clock.now() + durationMs,
        frame: isDistant ? distantSpeech : speech,
      }
    },
    /** The tone of an answering machine. */
    beeps(durationMs = beepMs): void {
      utterance = { words: [], fromMs: clock.now(), toMs: clock.now() + durationMs, frame: beep }
    },
    /** Sound without words. */
    makesNoise(durationMs: number): void {
      utterance = { words: [], fromMs: clock.now(), toMs: clock.now() + durationMs, frame: noise }
    },
    /** The customer says this and waits for the end of the words. */
    says(text: string, durationMs = text.length * 60): void {
      this.starts(text, durationMs)
      this.wait(durationMs)
    },
    press: (keys: string): void => {
      for (const key of keys) call.keyPressed(key)
    },
    hangUp: (): void => call.lineClosed(),
    /** What the customer has heard: texts, each with the part of its audio that was played. */
    heard(): { text: string; fromMs: number; part: number }[] {
      line.play()
      return line.sounds.map(({ code, text = `#${code}`, fromMs, toMs }) => {
        return { text, fromMs, part: (toMs - fromMs) / (text.length * (options.msPerCharacter ?? 60)) }
      })
    },
    transcript: () => call.record.transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    end: undefined as CallEnd | undefined,
  }
  return virtualCall
}
