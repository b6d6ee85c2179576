// The modes of a realtime model that hears the caller: it speaks itself (multimodal), or a voice speaks its text (dualplex).
import type { RealtimeModel, RealtimeSession, RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { Mode, ModeListener } from '../engine/mode.ts'
import type { WrittenAnswersOptions } from '../pipeline/written-answers.ts'
import { createHistorySync } from './history-sync.ts'
import { createModelSpeech } from './model-speech.ts'
import { createModelText } from './model-text.ts'
import type { Output } from './output.ts'

/** Lost connections are replaced this often in one call. */
const maxReconnections = 3

export interface RealtimeModeOptions {
  realtimeModel: RealtimeModel
  settings: RealtimeSettings
  /** Speaks the answers of a model that writes, and the phrases of the engine when the model cannot. */
  voice: WrittenAnswersOptions
}

export function createRealtimeMode(options: RealtimeModeOptions, listener: ModeListener): Mode {
  const { realtimeModel, settings, voice } = options
  const history = createHistorySync()
  let reconnections = 0
  let session: RealtimeSession | undefined
  let isClosed = false
  /** Pauses of the caller whose words are not complete yet. */
  let openPauses = 0
  /** Phrases of the engine that the session does not know yet. */
  let phrases: { generation: number; text: string }[] = []
  /** The answer that is being generated. */
  let answering: number | undefined

  const createOutput = settings.output === 'audio' ? createModelSpeech : createModelText
  const output: Output = createOutput({
    listener,
    settings,
    voice,
    session: () => session,
    isAnswering: () => answering !== undefined,
  })

  function open(): RealtimeSession {
    return realtimeModel.open(settings, {
      interim: listener.interim,
      final: listener.final,
      finalized() {
        openPauses = Math.max(0, openPauses - 1)
        listener.finalized()
      },
      turnEnded: listener.turnEnded,
      itemStarted: output.itemStarted,
      itemText(generation, item, delta) {
        if (generation === answering) listener.firstOutput(generation)
        output.itemText(generation, item, delta)
      },
      itemAudio(generation, item, audio) {
        if (generation === answering) listener.firstOutput(generation)
        output.itemAudio(generation, item, audio)
      },
      itemDone: output.itemDone,
      answered(generation, { toolCalls, usage }) {
        if (generation !== answering) return
        answering = undefined
        const text = output.answered(generation)
        listener.answered(generation, { text, toolCalls, ...usage, model: `${settings.vendor}/${settings.model}` })
      },
      answerFailed: failAnswer,
      failed: connectionFailed,
    })
  }

  /** Phrases come before what the caller says after them. */
  function addPhrases(): void {
    if (phrases.length === 0) return
    session?.add(phrases.map(({ text }) => ({ role: 'assistant', text })))
    for (const { generation } of phrases) history.spoke(generation)
    phrases = []
  }

  function failAnswer(generation: number, failure: SpeechFailure): void {
    if (output.failed(generation, failure)) return
    if (generation === answering) answering = undefined
    listener.answerFailed(generation, failure)
  }

  /** The conversation goes on in a new session, which learns it from its texts. */
  function connectionFailed(failure: SpeechFailure): void {
    if (isClosed) return
    history.reset()
    phrases = []
    session = undefined
    // The words of a lost connection do not arrive anymore.
    for (; openPauses > 0; openPauses--) listener.finalized()
    const mayReconnect = failure.retryable && reconnections < maxReconnections
    if (mayReconnect) {
      reconnections++
      listener.fellBack(settings.vendor, settings.vendor, failure.code)
      session = open()
    } else listener.recognitionFailed(failure)
    if (answering !== undefined) failAnswer(answering, failure)
  }

  session = open()

  return {
    hearsAudio: true,
    callerAudio: (frame) => session?.write(frame),
    callerStarted: () => session?.speechStarted(),
    callerPaused() {
      if (!session) {
        listener.finalized()
        return
      }
      openPauses++
      addPhrases()
      session.speechPaused()
    },
    answer({ generation, history: messages, unrecorded, mayCallTools }) {
      if (!session) return
      answering = generation
      addPhrases()
      const missing = history.missing(messages)
      if (unrecorded !== undefined) missing.push({ role: 'user', text: unrecorded })
      if (missing.length > 0) session.add(missing)
      history.spoke(generation)
      session.respond(generation, { mayCallTools })
    },
    say(generation, segment, text) {
      if (output.say(generation, segment, text)) history.spoke(generation)
      else phrases.push({ generation, text })
    },
    cancel(generation) {
      if (generation === answering) answering = undefined
      session?.cancel(generation)
      output.cancel(generation)
    },
    interrupted(generation, segments) {
      const phrase = phrases.find((one) => one.generation === generation)
      if (phrase) phrase.text = segments.map(({ heardText }) => heardText).join(' ')
      else output.interrupted(generation, segments)
      phrases = phrases.filter(({ text }) => text !== '')
    },
    close() {
      isClosed = true
      output.close()
      session?.close()
    },
  }
}
