// The pipeline mode: a recognizer hears, a language model thinks, a synthesizer speaks.
import type { LanguageModel, ModelRef, ToolCall } from '#server/ports/language-model.ts'
import type { RecognitionSettings, SpeechFailure, SpeechToText } from '#server/ports/speech-to-text.ts'
import type { AnswerRequest, Mode, ModeListener } from '../engine/mode.ts'
import { languageRule } from '../language/language-rule.ts'
import type { SpokenLanguage } from '../language/spoken-language.ts'
import { openFollowedRecognition } from './followed-recognition.ts'
import { messagesOf, systemOf } from './messages.ts'
import { createPassageSearch, type PassageSource } from './passage-search.ts'
import { createWrittenAnswers, type WrittenAnswersOptions } from './written-answers.ts'

const maxOutputTokens = 1_024
/** A customer does not wait longer for a model if there is another one. */
const fallbackAfterMs = 5_000
/** More than the tokens have, and about six minutes of speech. A model that continues is cut off. */
const maxAnswerCharacters = 6_000

export interface PipelineOptions extends WrittenAnswersOptions {
  languageModel: LanguageModel
  speechToText: SpeechToText
  model: ModelRef
  fallback: ModelRef | undefined
  temperature: number
  /** The instructions of the assistant, which contain the time. */
  instructions(): string
  /** The variables of the call. Only the offline model uses them. */
  facts: Record<string, string>
  recognition: RecognitionSettings
  /** Finds passages for each answer. */
  passages?: PassageSource
}

export function createPipelineMode(options: PipelineOptions, spoken: SpokenLanguage, listener: ModeListener): Mode {
  const { languageModel, model, fallback, temperature, speechToText } = options
  const recognizer = openFollowedRecognition(speechToText, options.recognition, {
    interim: listener.interim,
    final(text, language) {
      if (language !== undefined) spoken.reported(text, language)
      listener.final(text)
    },
    finalized: listener.finalized,
    turnEnded: listener.turnEnded,
    failed: listener.recognitionFailed,
    fellBack: ({ from, to, code }) => listener.fellBack(from, to, code),
  })
  const answers = createWrittenAnswers(options, spoken, listener)
  const passageSearch = options.passages && createPassageSearch(options.passages, listener)
  const generations = new Map<number, AbortController>()

  /** The offline model finds the language among the facts. */
  function inLanguage(language: string) {
    if (!spoken.hasChanged() && language === options.language)
      return { instructions: options.instructions(), facts: options.facts }
    return {
      instructions: [options.instructions(), languageRule(language)].join('\n\n'),
      facts: { ...options.facts, language },
    }
  }

  async function generate(request: AnswerRequest, signal: AbortSignal) {
    const { generation, tools, mayCallTools } = request
    const { current, expected } = spoken.answering(request, listener)
    // A recognizer that has failed is opened again.
    recognizer.follow(spoken.current())
    if (expected !== undefined) answers.prepare(expected)
    const { instructions, facts } = inLanguage(current)
    const answer = answers.open(generation, current)
    const toolCalls: ToolCall[] = []
    let text = ''
    const finish = (usage: { inputTokens: number; outputTokens: number }, by: ModelRef): void => {
      answer.end()
      generations.delete(generation)
      listener.answered(generation, { text, toolCalls, ...usage, model: `${by.vendor}/${by.code}` })
    }
    const said = messagesOf(request)
    const messages = (await passageSearch?.addTo(said, generation, signal)) ?? said
    const stream = languageModel.stream({
      model,
      ...(fallback && { fallback, fallbackAfterMs }),
      messages: [systemOf(instructions, request.history), ...messages],
      ...(tools.length > 0 && { tools: [...tools], toolChoice: mayCallTools ? 'auto' : 'none' }),
      temperature,
      maxOutputTokens,
      signal,
      facts,
      isSpoken: true,
    })
    for await (const event of stream) {
      if (signal.aborted) return
      if (event.type === 'text') {
        if (text === '') listener.firstOutput(generation)
        text += event.delta
        answer.add(event.delta)
        if (text.length <= maxAnswerCharacters) continue
        finish({ inputTokens: 0, outputTokens: maxOutputTokens }, model)
        return
      }
      if (event.type === 'tool-call') toolCalls.push(event.call)
      else finish(event.usage, event.model)
    }
  }

  return {
    hearsAudio: false,
    hearsAnyVolume: () => recognizer.hearsAnyVolume?.() ?? false,
    customerAudio: (frame) => recognizer.write(frame),
    customerStarted: () => recognizer.speechStarted(),
    customerMayHavePaused: () => recognizer.speechMayHavePaused?.(),
    customerPaused: () => recognizer.finalize(),
    customerSaid(history) {
      spoken.said(history, listener)
      recognizer.follow(spoken.current())
    },
    answer(request) {
      const aborting = new AbortController()
      generations.set(request.generation, aborting)
      generate(request, aborting.signal).catch((error: unknown) => {
        generations.delete(request.generation)
        if (!aborting.signal.aborted) listener.answerFailed(request.generation, asFailure(error))
      })
    },
    say: answers.say,
    cancel(generation) {
      generations.get(generation)?.abort()
      generations.delete(generation)
      answers.cancel(generation)
    },
    // Every answer is generated from the history, which contains what was heard.
    interrupted() {},
    close() {
      for (const aborting of generations.values()) aborting.abort()
      generations.clear()
      answers.close()
      recognizer.close()
    },
  }
}

function asFailure(error: unknown): SpeechFailure {
  const { code, retryable } = error as Partial<SpeechFailure>
  const message = error instanceof Error ? error.message : String(error)
  return Object.assign(new Error(message), { code: code ?? 'internal_error', retryable: retryable ?? false })
}
