// A real language model in a call in virtual time: its answers take as long as they really took.
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import type { ScriptedAnswer, ScriptedRequest } from '#server/voice/virtual/virtual-mode.ts'
import { createSentenceChunker } from '#server/voice/words-and-sounds/sentence-chunker.ts'
import { toSpoken } from '#server/voice/words-and-sounds/spoken-form.ts'

const maxOutputTokens = 1_024
const maxAnswerCharacters = 6_000

export interface LiveModelOptions {
  languageModel: LanguageModel
  model: ModelRef
  instructions: string
  temperature: number
  variables: Record<string, string>
  language: string
  /** Replaces the measured time, for models without a network. */
  fixedMs: number | undefined
}

type Asked = Pick<ScriptedRequest, 'history' | 'tools' | 'mayCallTools'>

/** The offline model has no network, so its answers take as long as those of a usual model. */
const offlineMs = 300

export function createLiveModel(options: LiveModelOptions) {
  const { languageModel, model, instructions, language, fixedMs } = options

  return async ({ history, tools, mayCallTools }: Asked): Promise<ScriptedAnswer> => {
    const startedMs = performance.now()
    const elapsedMs = (): number => fixedMs ?? performance.now() - startedMs
    const chunker = createSentenceChunker({ language })
    const segments: string[] = []
    const segmentsAfterMs: number[] = []
    const answer: ScriptedAnswer = { segments, segmentsAfterMs, model: `${model.vendor}/${model.code}` }
    const toolCalls: NonNullable<ScriptedAnswer['toolCalls']>[number][] = []
    let characters = 0
    let isOffline = false
    const add = (chunks: readonly string[]): void => {
      for (const chunk of chunks) {
        const text = toSpoken(chunk, language)
        if (text === '') continue
        segments.push(text)
        segmentsAfterMs.push(elapsedMs())
      }
    }
    try {
      const stream = languageModel.stream({
        model,
        messages: [{ role: 'system', content: instructions }, ...history],
        ...(tools.length > 0 && { tools: [...tools], toolChoice: mayCallTools ? 'auto' : 'none' }),
        temperature: options.temperature,
        maxOutputTokens,
        facts: options.variables,
        isSpoken: true,
      })
      for await (const event of stream) {
        answer.afterMs ??= elapsedMs()
        if (event.type === 'tool-call') toolCalls.push(event.call)
        else if (event.type === 'finish') {
          Object.assign(answer, event.usage, { model: nameOf(event.model) })
          isOffline = event.model.vendor === 'offline'
        } else {
          characters += event.delta.length
          add(chunker.add(event.delta))
          if (characters > maxAnswerCharacters) break
        }
      }
    } catch (error) {
      if (!isOutsideError(error)) throw error
      return { ...answer, afterMs: answer.afterMs ?? elapsedMs(), failsAfter: segments.length }
    }
    add(chunker.flush())
    if (fixedMs === undefined && isOffline) return { ...answer, toolCalls, afterMs: offlineMs, segmentsAfterMs: [] }
    return { ...answer, toolCalls }
  }
}

const nameOf = ({ vendor, code }: ModelRef): string => `${vendor}/${code}`

const isOutsideError = (error: unknown): boolean => (error as { retryable?: boolean }).retryable !== undefined
