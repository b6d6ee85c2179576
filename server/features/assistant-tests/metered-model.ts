// A language model with limits for one run of a test: requests, tokens, and the end of the run.
import { OutsideError } from '#server/platform/outside-error.ts'
import type { GenerationEvent, LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import type { PassageSource } from '#server/voice/pipeline/passage-search.ts'

const maxRequests = 80
const maxTokens = 200_000
const charactersPerToken = 4

/** The run needs more than it may use. */
export class TestLimitError extends Error {}

export function meterModel(languageModel: LanguageModel, signal: AbortSignal) {
  let requests = 0
  let tokens = 0
  let answered: ModelRef | undefined
  let failure: string | undefined

  function count(event: GenerationEvent, characters: number): void {
    if (event.type !== 'finish') return
    const { inputTokens, outputTokens } = event.usage
    tokens += Math.max(inputTokens + outputTokens, Math.ceil(characters / charactersPerToken))
    answered = event.model
  }

  const metered: LanguageModel = {
    async *stream(generation) {
      signal.throwIfAborted()
      if (++requests > maxRequests) throw new TestLimitError(`A run may ask language models ${maxRequests} times.`)
      if (tokens > maxTokens)
        throw new TestLimitError(`A run may use ${maxTokens.toLocaleString('en')} tokens of language models.`)
      const characters = generation.messages.reduce((sum, { content }) => sum + content.length, 0)
      try {
        for await (const event of languageModel.stream({ ...generation, signal })) {
          count(event, characters)
          yield event
        }
      } catch (error) {
        if (error instanceof OutsideError) {
          failure = error.message
          tokens += Math.ceil(characters / charactersPerToken)
        }
        throw error
      }
    },
  }
  return {
    languageModel: metered,
    /** The model that answered last. */
    answered: (): ModelRef | undefined => answered,
    /** The latest failure of a vendor. */
    failure: (): string | undefined => failure,
  }
}

/** Adds passages of documents to the last message of the customer, as in a call. */
export function withPassages(
  languageModel: LanguageModel,
  {
    passages,
    fallback,
    signal,
  }: { passages: PassageSource | undefined; fallback: ModelRef | undefined; signal: AbortSignal },
): LanguageModel {
  return {
    async *stream(generation) {
      const { messages } = generation
      const last = messages.findLastIndex(({ role }) => role === 'user')
      const message = messages[last]
      const found = message?.role === 'user' ? await passages?.find(messages, signal).catch(() => undefined) : undefined
      yield* languageModel.stream({
        ...generation,
        ...(fallback && { fallback }),
        ...(found && message?.role === 'user' && { messages: messages.with(last, { ...message, passages: found }) }),
      })
    },
  }
}
