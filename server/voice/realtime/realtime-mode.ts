// The modes of a realtime model that hears the customer: it speaks itself (multimodal), or a voice speaks its text (dualplex).
import { reconnectDelayMs } from '#server/platform/reconnect-delay.ts'
import type { RealtimeMessage, RealtimeModel, RealtimeSession, RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { VoiceClock } from '../clock.ts'
import type { AnswerRequest, HistoryMessage, Mode, ModeListener } from '../engine/mode.ts'
import { languageRule } from '../language/language-rule.ts'
import type { SpokenLanguage } from '../language/spoken-language.ts'
import type { WrittenAnswersOptions } from '../pipeline/written-answers.ts'
import { createHistorySync, knownLength } from './history-sync.ts'
import { createModelSpeech } from './model-speech.ts'
import { createModelText } from './model-text.ts'
import type { LostPhrase, Output } from './output.ts'
import { type CurrentTime, createTimeNotes } from './time-notes.ts'
import { createUnrecognizedAudio } from './unrecognized-audio.ts'

/** The delays before new connections, as long as there is no answer in between. */
const reconnectDelaysMs = [0, 500, 2_000]

export interface RealtimeModeOptions {
  realtimeModel: RealtimeModel
  settings: RealtimeSettings
  /** Speaks the answers of a model that writes, and the phrases of the engine when the model cannot. */
  voice: WrittenAnswersOptions
  /** The vendor of the assistant's model, if another one serves it, and the reason; for the timeline. */
  replaced?: { vendor: string; code: string }
  clock: VoiceClock
  /** The instructions contain it as of the beginning of the call. */
  currentTime?(): CurrentTime
  /** From 0 up to 1. Default: `Math.random`. */
  random?: () => number
}

export function createRealtimeMode(options: RealtimeModeOptions, spoken: SpokenLanguage, listener: ModeListener): Mode {
  const { realtimeModel, settings, voice, replaced, clock, random = Math.random } = options
  const time = createTimeNotes(clock, options.currentTime)
  const history = createHistorySync()
  const audio = createUnrecognizedAudio()
  let reconnections = 0
  /** Set while a new connection is delayed. */
  let stopWaiting: (() => void) | undefined
  let session: RealtimeSession | undefined
  let isClosed = false
  /** Phrases of the engine that the session does not know yet. */
  let unknownPhrases: { generation: number; text: string }[] = []
  /** The history of the last answer. */
  let lastHistory: readonly HistoryMessage[] = []
  /** The answer that is being generated. */
  let answering: number | undefined
  /** The current request, as long as a new session can repeat it: nothing was answered, and no words became known. */
  let repeatable: AnswerRequest | undefined

  const createOutput = settings.output === 'audio' ? createModelSpeech : createModelText
  const output: Output = createOutput({
    listener,
    settings,
    voice,
    spoken,
    session: () => session,
    answering: () => answering,
  })

  function open(): RealtimeSession {
    return realtimeModel.open(inLanguage(), {
      interim: listener.interim,
      final(text) {
        repeatable = undefined
        listener.final(text)
      },
      finalized,
      turnEnded: listener.turnEnded,
      itemStarted: output.itemStarted,
      itemText(generation, item, delta) {
        received(generation)
        output.itemText(generation, item, delta)
      },
      itemAudio(generation, item, chunk) {
        received(generation)
        output.itemAudio(generation, item, chunk)
      },
      itemDone: output.itemDone,
      answered(generation, { toolCalls, usage }) {
        if (generation !== answering) return
        answering = repeatable = undefined
        reconnections = 0
        const text = output.answered(generation)
        listener.answered(generation, { text, toolCalls, ...usage, model: `${settings.vendor}/${settings.model}` })
      },
      answerFailed: failAnswer,
      failed: connectionFailed,
    })
  }

  /** A new session learns in which language the earlier one has answered. */
  function inLanguage(): RealtimeSettings {
    if (!spoken.hasChanged()) return settings
    const language = spoken.current()
    const all = [settings.language, ...(settings.secondaryLanguages ?? [])]
    const instructions = [settings.instructions, languageRule(language)].join('\n\n')
    return { ...settings, language, secondaryLanguages: all.filter((other) => other !== language), instructions }
  }

  function received(generation: number): void {
    if (generation !== answering) return
    repeatable = undefined
    listener.firstOutput(generation)
  }

  /** Phrases come before what the customer says after them. */
  function addPhrases(): void {
    if (!session || unknownPhrases.length === 0) return
    session.add(unknownPhrases.map(({ text }) => ({ role: 'assistant', text })))
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
    if (generation === answering) answering = repeatable = undefined
    listener.answerFailed(generation, failure)
  }

  function connectionFailed(failure: SpeechFailure): void {
    if (isClosed) return
    const delayMs = failure.retryable ? reconnectDelayMs(reconnectDelaysMs, reconnections++, random()) : undefined
    const failed = delayMs !== undefined && repeatable ? undefined : answering
    history.reset()
    unknownPhrases = []
    session = undefined
    answering = undefined
    const phrases = output.lost(failure)
    if (delayMs !== undefined) listener.fellBack(settings.vendor, settings.vendor, failure.code)
    if (delayMs === 0) reconnect(phrases)
    else sayAll(phrases)
    if (delayMs === undefined) giveUp(failure)
    else if (delayMs > 0) stopWaiting = clock.after(delayMs, () => reconnect([]))
    if (failed !== undefined) failAnswer(failed, failure)
  }

  function giveUp(failure: SpeechFailure): void {
    repeatable = undefined
    finalizeUntil(0)
    listener.recognitionFailed(failure)
  }

  /** The conversation continues in a new session, which learns it from its texts. */
  function reconnect(phrases: readonly LostPhrase[]): void {
    stopWaiting = undefined
    session = open()
    time.reset()
    const known = lastHistory.slice(0, knownLength(lastHistory))
    addMessages(history.missing(known, { isAnswered: false }))
    audio.replay(session)
    sayAll(phrases)
    if (repeatable) respond(repeatable)
    finalizeUntil(audio.isSpeaking() ? 0 : 1)
  }

  function sayAll(phrases: readonly LostPhrase[]): void {
    for (const { generation, segment, text } of phrases) say(generation, segment, text)
  }

  /** The pauses that were replayed have become one. */
  function finalizeUntil(openPauses: number): void {
    for (let count = audio.openPauses(); count > openPauses; count--) finalized()
  }

  function say(generation: number, segment: number, text: string): void {
    if (output.say(generation, segment, text)) history.spoke(generation)
    else unknownPhrases.push({ generation, text })
  }

  /** Without a session, the next one answers. */
  function respond(request: AnswerRequest): void {
    const { generation, history: messages, unrecorded, mayCallTools } = request
    lastHistory = messages
    const isOtherLanguage = spoken.said(messages, listener)
    if (!session) return
    answering = generation
    addPhrases()
    addMessages(history.missing(messages))
    if (isOtherLanguage) addMessages([{ role: 'user', text: `[${languageRule(spoken.current())}]` }])
    if (unrecorded !== undefined) addMessages([{ role: 'user', text: unrecorded }])
    history.spoke(generation)
    session.respond(generation, { mayCallTools })
  }

  session = open()
  if (replaced) listener.fellBack(replaced.vendor, settings.vendor, replaced.code)

  return {
    hearsAudio: true,
    customerAudio(frame) {
      audio.write(frame)
      session?.write(frame)
    },
    customerStarted() {
      const note = time.next()
      // The words that it explains follow it.
      if (note !== undefined) addMessages([{ role: 'user', text: note }])
      audio.started()
      session?.speechStarted()
    },
    customerMayHavePaused: () => session?.speechMayHavePaused?.(),
    customerPaused() {
      audio.paused()
      addPhrases()
      if (session) session.speechPaused()
      else if (!stopWaiting) finalized()
    },
    answer(request) {
      repeatable = request
      respond(request)
    },
    say,
    cancel(generation) {
      if (generation === answering) answering = undefined
      if (generation === repeatable?.generation) repeatable = undefined
      session?.cancel(generation)
      output.cancel(generation)
    },
    interrupted(generation, segments) {
      const phrase = unknownPhrases.find((candidate) => candidate.generation === generation)
      if (phrase) phrase.text = segments.map(({ heardText }) => heardText).join(' ')
      else output.interrupted(generation, segments)
      unknownPhrases = unknownPhrases.filter(({ text }) => text !== '')
    },
    close() {
      isClosed = true
      stopWaiting?.()
      output.close()
      session?.close()
    },
  }
}
