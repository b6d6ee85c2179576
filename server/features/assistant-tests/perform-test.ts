// Performs a test against the current settings of its assistant, and judges a simulation.
import type { Assistant } from '#server/features/assistants/index.ts'
import { prepareTestCall } from '#server/features/calls/index.ts'
import { evaluate } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import type { Lab, LabCheck, LabResult } from './lab.ts'
import { meterModel, withPassages } from './metered-model.ts'
import { scoresOf, type Value, withoutGuesses } from './scores.ts'
import type { AssistantTest, TestResult } from './test.ts'

const maxCallMs = 600_000
/** The first model of the configuration, whatever the assistant uses. */
const defaultModel: ModelRef = { vendor: 'default', code: 'default' }

const remarkTexts = {
  offline:
    'No language model is configured on this server, so the offline model answered. It repeats parts of the prompt and of the documents.',
  lines: 'No language model played the customer, so the customer said the prepared lines.',
  unjudged: 'Values that need judgement stay open without a language model.',
  mode: 'The assistant uses a realtime model in calls. In tests, its text model answers.',
}

export async function performTest(
  ctx: AccountContext,
  lab: Lab,
  { test, assistant, signal }: { test: AssistantTest; assistant: Assistant; signal: AbortSignal },
): Promise<TestResult> {
  const { definition } = test
  const call = await prepareTestCall(ctx, { assistant, variables: definition.variables ?? {} })
  const meter = meterModel(ctx.languageModel, signal)
  const { settings, instructions, facts, passages, model, fallback } = call
  const result = await lab.run({
    definition,
    settings: { ...settings, maxDurationMs: Math.min(settings.maxDurationMs, maxCallMs) },
    tools: call.tools,
    assistant: {
      languageModel: withPassages(meter.languageModel, { passages, fallback, signal }),
      model,
      instructions: instructions(),
      temperature: assistant.llmTemperature,
      facts,
    },
    customer: { languageModel: meter.languageModel, model: defaultModel },
    signal,
  })
  const answered = meter.answered()
  const isOffline = answered?.vendor === 'offline'
  const judged = definition.simulate
    ? await judge(ctx, result, { definition, languageModel: meter.languageModel, isOffline, facts })
    : []
  const isRecorded = definition.answers_from === 'recorded'
  const failure = meter.failure()
  return {
    ...result,
    checks: [...result.checks, ...judged],
    model: isRecorded ? 'recorded' : answered ? `${answered.vendor}/${answered.code}` : null,
    remarks: [
      !isRecorded && assistant.mode !== 'pipeline' && remarkTexts.mode,
      isOffline && remarkTexts.offline,
      definition.simulate && !result.isPlayed && remarkTexts.lines,
      isOffline && judged.length > 0 && remarkTexts.unjudged,
      failure !== undefined && `A language model failed: ${failure}`,
    ].filter((remark) => typeof remark === 'string'),
  }
}

interface Judging {
  definition: AssistantTest['definition']
  languageModel: LanguageModel
  isOffline: boolean
  facts: Record<string, string>
}

async function judge(
  { log }: AccountContext,
  { transcript }: LabResult,
  { definition: { evaluation: conditions = [] }, languageModel, isOffline, facts }: Judging,
): Promise<LabCheck[]> {
  const schema = conditions.map(({ name, type, description }) => ({ name, type, description }))
  const values = (await evaluate({ languageModel, log }, { schema, transcript, model: defaultModel, facts })) as Record<
    string,
    Value
  >
  return scoresOf(conditions, isOffline ? withoutGuesses(values) : values).map(({ name, value, expected, met }) => ({
    step: null,
    expected: expected === undefined ? name : `${name} is ${JSON.stringify(expected)}`,
    // A value that could not be judged does not pass; without an expected value there is nothing to pass.
    met: expected === undefined ? null : met === true,
    atMs: null,
    instead:
      met === true
        ? null
        : value === null
          ? 'It could not be judged from the conversation.'
          : `It is ${JSON.stringify(value)}.`,
  }))
}
