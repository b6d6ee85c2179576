// A call in virtual time for tests: an engine, a scripted mode, a line with a playback buffer, and a caller.
import { type CallEngine, createCallEngine } from '../engine/call-engine.ts'
import type { CallEnd, CallHost, CallSettings, TurnRules } from '../engine/settings.ts'
import { createTurnRules } from '../turn-rules.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { createVirtualLine } from './virtual-line.ts'
import { createVirtualMode, type VirtualModeOptions } from './virtual-mode.ts'

export interface VirtualCallOptions extends Partial<Omit<VirtualModeOptions, 'clock'>> {
  settings?: Partial<CallSettings>
  rules?: Partial<TurnRules>
  transfer?: CallHost['transfer']
  tools?: CallHost['tools']
  /** From the end of speech to the recognizer's final words. Default: 150. Infinity: the recognizer does not answer. */
  recognitionMs?: number
  /** Whether words arrive while the caller speaks. Default: true. */
  interimWords?: boolean
}

const frameMs = 20
const frameOf = (level: number): Uint8Array => new Uint8Array(160).fill(level)
const [speech, silence, noise] = [frameOf(0x00), frameOf(0xff), frameOf(0x01)]

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
  endOnVoicemail: true,
  voicemailMessage: undefined,
  fillers: undefined,
}

export function startVirtualCall(options: VirtualCallOptions = {}) {
  const { recognitionMs = 150, interimWords = options.hearsAudio !== true } = options
  const settings = { ...defaultSettings, ...options.settings }
  const clock = createVirtualClock()
  const ends: CallEnd[] = []
  let engine: CallEngine | undefined
  const line = createVirtualLine(clock, { returned: (mark) => engine?.marked(mark) })
  const mode = createVirtualMode({
    ...options,
    clock,
    answer: options.answer ?? (() => ({ segments: ['Certainly.'] })),
  })
  /** What the caller is saying now. */
  let utterance: { text: string; fromMs: number; toMs: number; level: Uint8Array } | undefined
  let said = ''

  mode.onPause(() => {
    const text = said
    said = ''
    if (recognitionMs === Infinity) return
    clock.after(recognitionMs, () => {
      if (mode.isClosed) return
      if (text !== '') mode.listener().final(text)
      mode.listener().finalized()
    })
  })

  engine = createCallEngine(
    settings,
    { ...createTurnRules(settings), ...options.rules },
    {
      clock,
      line,
      createMode: mode.create,
      tools: options.tools ?? new Map(),
      isSpeech: (frame) => frame[0] !== 0xff,
      tonesOf: (keys) => new Uint8Array(keys.length * 100 * 8).fill(0x7e),
      background: undefined,
      recorder: undefined,
      transfer: options.transfer ?? (() => clock.after(200, () => engine?.lineClosed())),
      ended: (end) => ends.push(end),
    },
  )
  const call = engine

  function frame(): void {
    const nowMs = clock.now()
    const isSpeaking = utterance !== undefined && nowMs < utterance.toMs
    if (utterance && interimWords && isSpeaking && utterance.text !== '') reportInterim(utterance, nowMs)
    if (utterance && !isSpeaking) utterance = undefined
    const audio = isSpeaking ? utterance!.level : silence
    call.callerAudio(audio)
    call.callerActivity(audio)
    line.play()
    call.tick()
  }

  function reportInterim({ text, fromMs, toMs }: { text: string; fromMs: number; toMs: number }, nowMs: number): void {
    const words = text.split(' ')
    const count = Math.floor((words.length * (nowMs - fromMs)) / (toMs - fromMs))
    const before = Math.floor((words.length * (nowMs - frameMs - fromMs)) / (toMs - fromMs))
    // A recognizer reports a word some time after it was spoken.
    if (count > before && count > 0 && !mode.isClosed) mode.listener().interim(words.slice(0, count).join(' '))
  }

  return {
    clock,
    engine: call,
    line,
    mode,
    ends,
    /** Lets time pass. */
    wait(ms: number): void {
      for (let passed = 0; passed < ms && ends.length === 0; passed += frameMs) {
        clock.advance(frameMs)
        frame()
      }
    },
    /** The caller starts to say this, 60 ms per character by default. */
    starts(text: string, durationMs = text.length * 60): void {
      said = said === '' ? text : `${said} ${text}`
      utterance = { text, fromMs: clock.now(), toMs: clock.now() + durationMs, level: speech }
    },
    /** Sound without words. */
    makesNoise(durationMs: number): void {
      utterance = { text: '', fromMs: clock.now(), toMs: clock.now() + durationMs, level: noise }
    },
    /** The caller says this and waits for the end of the words. */
    says(text: string, durationMs = text.length * 60): void {
      this.starts(text, durationMs)
      this.wait(durationMs)
    },
    press: (keys: string): void => {
      for (const key of keys) call.keyPressed(key)
    },
    hangUp: (): void => call.lineClosed(),
    /** What the caller has heard: texts, each with the part of its audio that was played. */
    heard(): { text: string; fromMs: number; part: number }[] {
      line.play()
      return line.sounds.map(({ code, fromMs, toMs }) => {
        const text = mode.textOf(code) ?? `#${code}`
        return { text, fromMs, part: (toMs - fromMs) / (text.length * (options.msPerCharacter ?? 60)) }
      })
    },
    transcript: () => call.record.transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    get end(): CallEnd | undefined {
      return ends[0]
    },
  }
}
