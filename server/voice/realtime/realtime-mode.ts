// The modes of a realtime model that hears the caller: it speaks itself (multimodal), or a voice speaks its text (dualplex).
import type { RealtimeMessage, RealtimeModel, RealtimeSession, RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { HistoryMessage, Mode, ModeListener } from '../engine/mode.ts'
import type { WrittenAnswersOptions } from '../pipeline/written-answers.ts'
import { createHistorySync } from './history-sync.ts'
import { createModelSpeech } from './model-speech.ts'
import { createModelText } from './model-text.ts'
import type { Output } from './output.ts'
import { createUnrecognizedAudio } from './unrecognized-audio.ts'

/** Lost connections are replaced this often without an answer in between. */
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
  const audio = createUnrecognizedAudio()
  let reconnections = 0
  let session: RealtimeSession | undefined
  let isClosed = false
  /** Phrases of the engine that the session does not know yet. */
  let unknownPhrases: { generation: number; text: string }[] = []
  /** The history of the last answer. */
  let lastHistory: readonly HistoryMessage[] = []
  /** The answer that is being generated. */
  let answering: number | undefined

  const createOutput = settings.output === 'audio' ? createModelSpeech : createModelText
  const output: Output = createOutput({
    listener,
    settings,
    voice,
    session: () => session,
    answering: () => answering,
  })

  function open(): RealtimeSession {
    return realtimeModel.open(settings, {
      interim: listener.interim,
      final: listener.final,
      finalized,
      turnEnded: listener.turnEnded,
      itemStarted: output.itemStarted,
      itemText(generation, item, delta) {
        if (generation === answering) listener.firstOutput(generation)
        output.itemText(generation, item, delta)
      },
      itemAudio(generation, item, chunk) {
        if (generation === answering) listener.firstOutput(generation)
        output.itemAudio(generation, item, chunk)
      },
      itemDone: output.itemDone,
      answered(generation, { toolCalls, usage }) {
        if (generation !== answering) return
        answering = undefined
        reconnections = 0
        const text = output.answered(generation)
        listener.answered(generation, { text, toolCalls, ...usage, model: `${settings.vendor}/${settings.model}` })
      },
      answerFailed: failAnswer,
      failed: connectionFailed,
    })
  }

  /** Phrases come before what the caller says after them. */
  function addPhrases(): void {
    if (unknownPhrases.length === 0) return
    session?.add(unknownPhrases.map(({ text }) => ({ role: 'assistant', text })))
    for (const { generation } of unknownPhrases) history.spoke(generation)
    unknownPhrases = []
  }

  function addMessages(messages: readonly RealtimeMessage[]): void {
    if (messages.length > 0) session?.add(messages)
  }

  function finalized(): void {
    audio.recognized()
    listener.finalized()
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
    unknownPhrases = []
    session = undefined
    const phrases = output.lost(failure)
    const failed = answering
    answering = undefined
    if (failure.retryable && reconnections < maxReconnections) {
      reconnections++
      listener.fellBack(settings.vendor, settings.vendor, failure.code)
      session = open()
      const known = lastHistory.slice(0, knownLength(lastHistory))
      addMessages(history.missing(known, { isAnswered: false }))
      audio.replay(session)
    }
    for (const { generation, segment, text } of phrases) say(generation, segment, text)
    finalizeUntil(session && !audio.isSpeaking ? 1 : 0)
    if (!session) listener.recognitionFailed(failure)
    if (failed !== undefined) failAnswer(failed, failure)
  }

  /** The pauses that were replayed have become one. */
  function finalizeUntil(openPauses: number): void {
    for (let count = audio.openPauses; count > openPauses; count--) finalized()
  }

  function say(generation: number, segment: number, text: string): void {
    if (output.say(generation, segment, text)) history.spoke(generation)
    else unknownPhrases.push({ generation, text })
  }

  session = open()

  return {
    hearsAudio: true,
    callerAudio(frame) {
      audio.write(frame)
      session?.write(frame)
    },
    callerStarted() {
      audio.started()
      session?.speechStarted()
    },
    callerPaused() {
      audio.paused()
      addPhrases()
      if (session) session.speechPaused()
      else finalized()
    },
    answer({ generation, history: messages, unrecorded, mayCallTools }) {
      if (!session) return
      answering = generation
      addPhrases()
      lastHistory = messages
      addMessages(history.missing(messages))
      if (unrecorded !== undefined) addMessages([{ role: 'user', text: unrecorded }])
      history.spoke(generation)
      session.respond(generation, { mayCallTools })
    },
    say,
    cancel(generation) {
      if (generation === answering) answering = undefined
      session?.cancel(generation)
      output.cancel(generation)
    },
    interrupted(generation, segments) {
      const phrase = unknownPhrases.find((one) => one.generation === generation)
      if (phrase) phrase.text = segments.map(({ heardText }) => heardText).join(' ')
      else output.interrupted(generation, segments)
      unknownPhrases = unknownPhrases.filter(({ text }) => text !== '')
    },
    close() {
      isClosed = true
      output.close()
      session?.close()
    },
  }
}

/** The number of messages before the first one whose words were not known. */
function knownLength(messages: readonly HistoryMessage[]): number {
  const unknown = messages.findIndex(({ role, content }) => role === 'user' && content === '')
  return unknown === -1 ? messages.length : unknown
}
