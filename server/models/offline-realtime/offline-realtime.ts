// A realtime model without a vendor: a recognizer hears, a language model thinks, a synthesizer speaks.
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import type {
  RealtimeListener,
  RealtimeModel,
  RealtimeSession,
  RealtimeSettings,
} from '#server/ports/realtime-model.ts'
import type { SpeechToText } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { whileOpen } from '../vendor-speech/while-open.ts'
import { createAnswers, type SpokenChunker } from './answer.ts'
import { createConversation } from './conversation.ts'
import { openHearing } from './hearing.ts'

/** No vendor has this name, so the configured ones answer, or those that are built in. */
const anyVendor = 'realtime'
export const offlineVendor = 'offline'

export interface OfflineRealtimeOptions {
  speechToText: SpeechToText
  languageModel: LanguageModel
  textToSpeech: TextToSpeech
  /** Hears and speaks for the catalogue's own model and voices of the vendor `offline`. */
  defaultSpeech: 'offline' | 'scripted'
  /** `language` is an ISO 639-1 code. */
  createChunker(options: { language: string }): SpokenChunker
}

/**
 * Replaces other vendors, too: the configured vendors of speech hear and speak for them. The configured language model
 * always thinks, because the built-in one knows only patterns.
 */
export function createOfflineRealtimeModel(options: OfflineRealtimeOptions): RealtimeModel {
  return {
    open: (settings, listener) => openSession(options, settings, listener),
    vendorFor: () => offlineVendor,
  }
}

function openSession(
  options: OfflineRealtimeOptions,
  settings: RealtimeSettings,
  listener: RealtimeListener,
): RealtimeSession {
  const { language } = settings
  const vendor = settings.vendor === offlineVendor ? options.defaultSpeech : anyVendor
  const model: ModelRef = { vendor: anyVendor, code: settings.model }
  const conversation = createConversation()
  const tasks = createSerialQueue()
  let items = 0
  let isClosed = false

  const speaker =
    settings.output === 'text'
      ? undefined
      : options.textToSpeech.open({ ...plainVoice, ...voiceOf(settings), vendor, language })
  const hearing = openHearing(
    options.speechToText,
    { vendor, language, secondaryLanguages: settings.secondaryLanguages ?? [] },
    {
      interim: (text) => listener.interim(text),
      final(text) {
        conversation.hear(text)
        listener.final(text)
      },
      finalized: () => listener.finalized(),
      turnEnded() {
        if (settings.detectsTurns) listener.turnEnded()
      },
      failed(failure) {
        close()
        listener.failed(failure)
      },
    },
  )
  const answers = createAnswers({
    ...options,
    model,
    settings,
    listener,
    conversation,
    speaker,
    createChunker: () => options.createChunker({ language }),
    newItem: () => `item-${++items}`,
  })

  function close(): void {
    if (isClosed) return
    isClosed = true
    tasks.close()
    speaker?.close()
    hearing.close()
  }

  const methods = whileOpen<Omit<RealtimeSession, 'close'>>(() => isClosed, {
    write: hearing.write,
    speechStarted: hearing.speechStarted,
    speechMayHavePaused: hearing.speechMayHavePaused,
    speechPaused: hearing.speechPaused,
    add: conversation.add,
    respond(generation, { mayCallTools }) {
      tasks.add(generation, async (signal) => {
        await hearing.settled()
        if (!signal.aborted) await answers.answer(generation, mayCallTools, signal)
      })
    },
    speak: (generation, text) => tasks.add(generation, (signal) => answers.speak(generation, text, signal)),
    cancel: tasks.cancel,
    truncate(item, { heardText }) {
      const entry = conversation.findAnswer(item)
      if (!entry) return
      if (!entry.isComplete) tasks.cancel(entry.generation)
      conversation.truncate(entry, item, heardText)
    },
  })
  return { ...methods, close }
}

const plainVoice = { stability: 0.7, similarity: 0.5, emotion: true } as const

const voiceOf = ({ voice, gender, speed }: RealtimeSettings) => ({ voice, gender, speed })

interface Task {
  generation: number
  run(signal: AbortSignal): Promise<void>
  aborting: AbortController
}

function createSerialQueue() {
  let waiting: Task[] = []
  let running: Task | undefined

  function runNext(): void {
    const task = waiting.shift()
    running = task
    if (!task) return
    // A method of the session returns before the listener is called.
    void Promise.resolve()
      .then(() => (task.aborting.signal.aborted ? undefined : task.run(task.aborting.signal)))
      .finally(() => {
        if (running === task) runNext()
      })
  }

  function cancelWhere(matches: (task: Task) => boolean): void {
    waiting = waiting.filter((task) => !matches(task))
    if (!running || !matches(running)) return
    running.aborting.abort()
    runNext()
  }

  return {
    /** `run` must not reject. */
    add(generation: number, run: Task['run']): void {
      waiting.push({ generation, run, aborting: new AbortController() })
      if (!running) runNext()
    },
    cancel: (generation: number): void => cancelWhere((task) => task.generation === generation),
    close: (): void => cancelWhere(() => true),
  }
}
