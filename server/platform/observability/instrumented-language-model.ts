// Measures the turns of a language model.
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Generation, GenerationEvent, LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { OutsideError } from '../outside-error.ts'

/** Turns take up to 60 s, or longer on a slow self-hosted server. */
const seconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 45, 60, 90, 120]

/**
 * Returns a function that measures a model. A turn with a retry and a fallback counts once, for the model that answered
 * or whose failure is reported. The models of the vendor `unlisted` count as one, because accounts name them.
 */
export function createModelInstruments(registry: Registry): (model: LanguageModel, unlisted?: string) => LanguageModel {
  const registers = [registry]
  const firstSigns = new Histogram({
    name: 'parley_model_first_token_seconds',
    help: 'Time until the first text or tool call.',
    labelNames: ['model'],
    buckets: seconds,
    registers,
  })
  const turns = new Histogram({
    name: 'parley_model_turn_seconds',
    help: 'Duration of turns. The outcome is done, failed, or left if the caller stopped reading.',
    labelNames: ['model', 'outcome'],
    buckets: seconds,
    registers,
  })
  const tokens = new Counter({
    name: 'parley_model_tokens_total',
    help: 'Tokens as counted by the vendor.',
    labelNames: ['model', 'direction'],
    registers,
  })
  const failures = new Counter({
    name: 'parley_model_failures_total',
    help: 'Failed turns by failure code.',
    labelNames: ['model', 'code'],
    registers,
  })

  async function* stream(
    model: LanguageModel,
    generation: Generation,
    unlisted: string | undefined,
  ): AsyncGenerator<GenerationEvent> {
    const nameOf = ({ vendor, code }: ModelRef): string => `${vendor}/${vendor === unlisted ? 'other' : code}`
    const startedMs = performance.now()
    const elapsed = () => (performance.now() - startedMs) / 1000
    let name = nameOf(generation.model)
    const asks = (asked: ModelRef) => {
      name = nameOf(asked)
    }
    let firstSign: number | undefined
    let outcome = 'left'
    try {
      for await (const event of model.stream({ ...generation, asks })) {
        firstSign ??= elapsed()
        if (event.type === 'finish') {
          name = nameOf(event.model)
          tokens.inc({ model: name, direction: 'input' }, event.usage.inputTokens)
          tokens.inc({ model: name, direction: 'output' }, event.usage.outputTokens)
          outcome = 'done'
        }
        yield event
      }
    } catch (error) {
      if (!generation.signal?.aborted) {
        outcome = 'failed'
        failures.inc({ model: name, code: error instanceof OutsideError ? error.code : 'fault' })
      }
      throw error
    } finally {
      if (firstSign !== undefined) firstSigns.observe({ model: name }, firstSign)
      turns.observe({ model: name, outcome }, elapsed())
    }
  }

  return (model, unlisted) => ({ ...model, stream: (generation) => stream(model, generation, unlisted) })
}
