// Simulates a call in which a language model plays the customer, and scores the result by an evaluation.
import { type Score, scoresOf, withoutGuesses } from '#server/features/assistant-tests/index.ts'
import { evaluate } from '#server/features/conversations/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { LanguageModel } from '#server/ports/language-model.ts'
import { spokenIn } from '#server/voice/engine/call-record.ts'
import { reportOf } from '../report.ts'
import type { ObservedCall } from '../run/observed-call.ts'
import { modelRefOf, openCall } from '../run/open-call.ts'
import type { RunResult } from '../run/result.ts'
import { resultOf } from '../run/run-opened.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import { converse } from './converse.ts'
import { createCustomer } from './simulated-customer.ts'

export interface Simulated {
  run: RunResult
  scores: Score[]
  /** What could not be judged, and why. */
  remarks: string[]
}

export async function simulate(
  scenario: LoadedScenario,
  { file, languageModel, canJudge }: { file: string; languageModel: LanguageModel; canJudge: boolean },
): Promise<Simulated> {
  const { max_turns: maxTurns, model = 'default/default' } = scenario.simulate!
  const ref = canJudge ? modelRefOf(model) : modelRefOf('offline')
  const opened = openCall(scenario, languageModel)
  const { call } = opened
  const customer = createCustomer(scenario, { languageModel: canJudge ? languageModel : undefined, model: ref })
  await converse(call, { maxTurns, next: customer.next })
  const problem = opened.problem()
  call.stop()
  const failure = problem === undefined ? undefined : { line: scenario.lineOf(['answers']), message: problem }
  const values = await valuesOf(scenario, call, languageModel, ref)
  const scores = scoresOf(scenario.evaluation, canJudge ? values : withoutGuesses(values))
  const run = resultOf(scenario, file, call, { failure, expectations: [] }, faultOf(scenario, scores))
  return { run, scores, remarks: remarksOf(canJudge, scores) }
}

async function valuesOf(
  { evaluation, assistant }: LoadedScenario,
  call: ObservedCall,
  languageModel: LanguageModel,
  model: ReturnType<typeof modelRefOf>,
): Promise<Values> {
  const log = createLog({ level: 'silent', pretty: false })
  const transcript = spokenIn(call.record.transcript)
  return evaluate({ languageModel, log }, { schema: evaluation, transcript, model, facts: assistant.variables ?? {} })
}

type Values = Awaited<ReturnType<typeof evaluate>>

/** A value that could not be judged does not pass either. */
function faultOf(scenario: LoadedScenario, scores: readonly Score[]): { line: number; message: string } | undefined {
  const index = scores.findIndex(({ met, expected }) => expected !== undefined && met !== true)
  const score = scores[index]
  if (!score) return undefined
  const { name, value, expected } = score
  const message =
    value === null
      ? `${name} could not be judged from the conversation; expected ${JSON.stringify(expected)}.`
      : `${name} is ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}.`
  return { line: scenario.lineOf(['evaluation', index]), message }
}

function remarksOf(canJudge: boolean, scores: readonly Score[]): string[] {
  const unknown = scores.filter(({ value }) => value === null).map(({ name }) => name)
  return [
    canJudge
      ? undefined
      : 'No language model is configured: the customer said the lines of the file, and the offline model answered and filled in values by simple patterns. Set OPENAI_API_KEY, ANTHROPIC_API_KEY or another model for a customer who pursues the goal.',
    unknown.length === 0 ? undefined : `Not judged: ${unknown.join(', ')}.`,
  ].filter((remark) => remark !== undefined)
}

export function reportOfSimulation({ run, scores, remarks }: Simulated): string {
  const transcript = run.transcript.map(
    ({ speaker, text }) => `      ${speaker === 'assistant' ? 'Assistant' : 'Customer'}: ${text}\n`,
  )
  const values = scores.map(({ name, value, expected, met }) => {
    const outcome =
      expected === undefined ? '' : met === undefined ? ' (not judged)' : met ? ' ✓' : ` ✗ expected ${expected}`
    return `      ${name} = ${JSON.stringify(value)}${outcome}\n`
  })
  const notes = remarks.map((remark) => `      ${remark}\n`)
  return [reportOf(run), ...(run.failure ? [] : transcript), ...values, ...notes].join('')
}
