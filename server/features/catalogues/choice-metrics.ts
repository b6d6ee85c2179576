// What each choice of a model or a vendor costs and how fast it is: list prices beside what the account's calls have measured.
import type { AccountContext } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import { catalogueData } from './data.ts'
import { type ChoiceKind, currentPrices, type ListPrice } from './list-prices.ts'

export interface AnswerTime {
  kind: ChoiceKind
  /** `vendor/code` of a model, or the code of a provider. */
  code: string
  medianMs: number
  answers: number
}

export interface MeasuredCalls {
  /** What the account pays for a minute of a phone call. */
  minuteMicros: number
  days: number
  calls: number
  /** What a minute of talk uses. Null if too little was measured. */
  perMinute: Record<'inputTokens' | 'outputTokens' | 'characters', number | null>
  answerTimes: AnswerTime[]
}

/** Measures the calls of the account. */
export const measuredCallsPoint = extensionPoint<(ctx: AccountContext) => Promise<MeasuredCalls>>(
  'catalogues.measured-calls',
  async () => ({
    minuteMicros: 0,
    days: 0,
    calls: 0,
    perMinute: { inputTokens: null, outputTokens: null, characters: null },
    answerTimes: [],
  }),
)

export interface ChoiceMetrics {
  kind: ChoiceKind
  id: number
  listPrice: ListPrice | undefined
  /** What a minute of a call costs at the list price. */
  minuteUsd: number | null
  answerTime: AnswerTime | undefined
}

export async function measureChoices(ctx: AccountContext) {
  const measured = await extensionOf(ctx, measuredCallsPoint)(ctx)
  const current = currentPrices(ctx.now().toISOString().slice(0, 10))
  const { llmModels, multimodalModels, synthesizerProviders, transcriberProviders } = catalogueData()
  const metricsOf = (kind: ChoiceKind, id: number, vendor: string, code: string): ChoiceMetrics => {
    const listPrice = current.find((price) => price.kind === kind && price.vendor === vendor && price.code === code)
    const name = code === '' ? vendor : `${vendor}/${code}`
    const answerTime = measured.answerTimes.find((time) => time.kind === kind && time.code === name)
    return { kind, id, listPrice, minuteUsd: minuteUsdOf(listPrice, measured), answerTime }
  }
  const choices = [
    ...llmModels.map(({ id, vendor, code }) => metricsOf('llm', id, vendor, code)),
    ...multimodalModels.map(({ id, vendor, code }) => metricsOf('realtime', id, vendor, code)),
    ...synthesizerProviders.map(({ id, code }) => metricsOf('synthesizer', id, code, '')),
    ...transcriberProviders.map(({ id, code }) => metricsOf('transcriber', id, code, '')),
  ]
  return { ...measured, choices: choices.filter(({ listPrice, answerTime }) => listPrice || answerTime) }
}

/** Audio tokens are priced by kind and by cache, which calls do not record. */
function minuteUsdOf(price: ListPrice | undefined, { perMinute }: MeasuredCalls): number | null {
  const { inputTokens, outputTokens, characters } = perMinute
  if (price?.unit === 'minute') return price.inputUsd
  if (price?.unit === 'thousand_characters' && characters !== null) return (characters * price.inputUsd) / 1_000
  if (price?.unit !== 'million_tokens' || inputTokens === null || outputTokens === null) return null
  return (inputTokens * price.inputUsd + outputTokens * (price.outputUsd ?? 0)) / 1_000_000
}
