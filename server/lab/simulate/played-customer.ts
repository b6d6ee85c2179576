// A customer whom a language model plays, or who says prepared lines if only the offline model answers.
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { createCustomer } from './simulated-customer.ts'

interface Simulation {
  goal: string
  persona?: string | null | undefined
  lines?: readonly string[] | undefined
}

export function createPlayedCustomer(
  { goal, persona, lines = [] }: Simulation,
  { languageModel, model }: { languageModel: LanguageModel; model: ModelRef },
) {
  let isOffline = false
  const noticing: LanguageModel = {
    async *stream(generation) {
      for await (const event of languageModel.stream(generation)) {
        if (event.type === 'finish') isOffline = event.model.vendor === 'offline'
        yield event
      }
    },
  }
  const simulate = { goal, persona: persona ?? undefined, lines: [...lines], max_turns: 0 }
  const played = createCustomer({ simulate }, { languageModel: noticing, model })
  const scripted = createCustomer({ simulate }, { languageModel: undefined, model })
  return {
    async next(
      transcript: readonly { speaker: 'assistant' | 'customer'; text: string }[],
    ): Promise<string | undefined> {
      const words = isOffline ? undefined : await played.next(transcript)
      return isOffline ? scripted.next(transcript) : words
    },
    isPlayed: () => !isOffline,
  }
}
