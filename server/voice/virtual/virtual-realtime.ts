// The mode of a realtime model in virtual time: the model is scripted, and reports every misuse by the mode.
import type {
  RealtimeListener,
  RealtimeModel,
  RealtimeSession,
  RealtimeSettings,
} from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import type { Mode, ModeListener } from '../engine/mode.ts'
import { createSpokenLanguage } from '../language/spoken-language.ts'
import { createRealtimeMode, type RealtimeModeOptions } from '../realtime/realtime-mode.ts'
import type { VirtualClock } from './virtual-clock.ts'
import { createVirtualRealtimeSession, type ScriptedRound, type SessionEvents } from './virtual-realtime-session.ts'

export interface VirtualRealtimeOptions {
  /** The next answer. */
  round(): ScriptedRound
  output?: 'audio' | 'text'
  /** From a pause to its words. Infinity: they do not arrive. */
  recognitionMs?: number
  /** After this time, the connection of each session is lost; the last one is used for all that follow. */
  lostAfterMs?: readonly number[]
  isRetryable?: boolean
  replaced?: RealtimeModeOptions['replaced']
  /** in which the assistant can continue. */
  otherLanguages?: readonly string[]
  currentTime?: RealtimeModeOptions['currentTime']
}

export type VirtualRealtime = ReturnType<typeof createVirtualRealtime>

const msPerCharacter = 60
let calls = 0

const failureOf = (retryable: boolean): SpeechFailure =>
  Object.assign(new Error('scripted failure'), { code: 'scripted', retryable })

export function createVirtualRealtime(clock: VirtualClock, options: VirtualRealtimeOptions) {
  const {
    output = 'audio',
    recognitionMs = 150,
    lostAfterMs = [Number.POSITIVE_INFINITY],
    isRetryable = true,
  } = options
  const failure = failureOf(isRetryable)
  const codes = new Map<string, number>()
  const events: SessionEvents = {
    sessions: 0,
    openedAtMs: [],
    responses: [],
    spoken: [],
    truncations: [],
    violations: [],
  }
  const name = `call ${++calls}`

  function audioOf(text: string): Uint8Array {
    const code = codes.get(text) ?? 1 + (codes.size % 0x7c)
    codes.set(text, code)
    return new Uint8Array(text.length * msPerCharacter * 8).fill(code)
  }

  const realtimeModel: RealtimeModel = {
    open(_settings: RealtimeSettings, listener: RealtimeListener): RealtimeSession {
      const lostMs = lostAfterMs[Math.min(events.sessions, lostAfterMs.length - 1)]!
      events.sessions++
      events.openedAtMs.push(clock.now())
      return createVirtualRealtimeSession({
        clock,
        listener,
        events,
        output,
        audioOf,
        round: options.round,
        failure,
        recognitionMs,
        lostMs,
      })
    },
    vendorFor: (vendor) => vendor,
  }

  const textToSpeech: TextToSpeech = {
    open: () => ({
      speak(text, listener) {
        let isCanceled = false
        clock.after(100, () => {
          if (isCanceled) return
          listener.audio(audioOf(text))
          listener.done()
        })
        return {
          cancel() {
            isCanceled = true
          },
        }
      },
      close() {},
    }),
  }

  return {
    events,
    textOf: (code: number): string | undefined => [...codes].find(([, value]) => value === code)?.[0],
    create: (listener: ModeListener): Mode =>
      createRealtimeMode(
        {
          realtimeModel,
          settings: {
            vendor: 'virtual',
            model: 'virtual',
            output,
            // Phrases are kept by voice, and each call has audio of its own.
            voice: name,
            gender: 'female',
            speed: 1,
            instructions: '',
            language: 'en',
            temperature: 0,
            tools: [],
            facts: {},
            detectsTurns: false,
          },
          voice: {
            textToSpeech,
            voice: {
              vendor: 'virtual',
              voice: name,
              gender: 'female',
              speed: 1,
              stability: 1,
              similarity: 1,
              emotion: false,
              language: 'en',
            },
            language: 'en',
          },
          ...(options.replaced && { replaced: options.replaced }),
          ...(options.currentTime && { currentTime: options.currentTime }),
          clock,
          random: () => 0.5,
        },
        createSpokenLanguage({ language: 'en', others: options.otherLanguages ?? [] }),
        listener,
      ),
  }
}
