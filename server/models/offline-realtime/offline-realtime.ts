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
import { createAnswers, type SpokenChunker } from './answer.ts'
import { createConversation } from './conversation.ts'
import { openHearing } from './hearing.ts'
import { createSerialQueue } from './serial-queue.ts'

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
    { vendor, language, secondaryLanguages: [] },
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

  return {
    write(audio) {
      if (!isClosed) hearing.write(audio)
    },
    speechStarted() {
      if (!isClosed) hearing.speechStarted()
    },
    speechMayHavePaused() {
      if (!isClosed) hearing.speechMayHavePaused()
    },
    speechPaused() {
      if (!isClosed) hearing.speechPaused()
    },
    add: (messages) => conversation.add(messages),
    respond(generation, { mayCallTools }) {
      if (isClosed) return
      tasks.add(generation, async (signal) => {
        await hearing.settled()
        if (!signal.aborted) await answers.answer(generation, mayCallTools, signal)
      })
    },
    speak(generation, text) {
      if (!isClosed) tasks.add(generation, (signal) => answers.speak(generation, text, signal))
    },
    cancel: tasks.cancel,
    truncate(item, { heardText }) {
      const entry = conversation.findAnswer(item)
      if (!entry) return
      if (!entry.isComplete) tasks.cancel(entry.generation)
      conversation.truncate(entry, item, heardText)
    },
    close,
  }
}

const plainVoice = { stability: 0.7, similarity: 0.5, emotion: true } as const

const voiceOf = ({ voice, gender, speed }: RealtimeSettings) => ({ voice, gender, speed })
