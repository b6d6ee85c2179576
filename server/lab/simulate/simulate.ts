// Simulates a call in which a language model plays the customer, and scores the result by an evaluation.
import { evaluate } from '#server/features/conversations/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { LanguageModel } from '#server/ports/language-model.ts'
import { spokenIn } from '#server/voice/engine/call-record.ts'
import { reportOf } from '../report.ts'
import type { ObservedCall } from '../run/observed-call.ts'
import type { RunResult } from '../run/result.ts'
import { modelRefOf, openCall, resultOf } from '../run/run-scenario.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import { createCustomer } from './simulated-customer.ts'

export interface Simulated {
  run: RunResult
  scores: Score[]
  /** What could not be judged, and why. */
  remarks: string[]
}

export interface Score {
  name: string
  value: string | number | boolean | null
  expected: string | number | boolean | undefined
  /** Undefined if there is no expected value, or the model could not tell the value. */
  met: boolean | undefined
}

/** The customer speaks after the assistant has been silent for this long. */
const pauseMs = 700
/** The customer says something when the assistant does not. */
const longestWaitMs = 12_000

export async function simulate(
  scenario: LoadedScenario,
  { file, languageModel, canJudge }: { file: string; languageModel: LanguageModel; canJudge: boolean },
): Promise<Simulated> {
  const { max_turns: maxTurns, model = 'default/default' } = scenario.simulate!
  const ref = canJudge ? modelRefOf(model) : modelRefOf('offline')
  const opened = openCall(scenario, languageModel)
  const { call } = opened
  const customer = createCustomer(scenario, { languageModel: canJudge ? languageModel : undefined, model: ref })
  for (let turn = 0; turn < maxTurns && !call.end(); turn++) {
    await untilQuiet(call)
    if (call.end()) break
    const words = await customer.next(spokenIn(call.record.transcript))
    if (words === undefined) break
    await pass(call, call.says(words))
  }
  await untilQuiet(call)
  const problem = opened.problem()
  call.stop()
  const failure = problem === undefined ? undefined : { line: scenario.lineOf(['answers']), message: problem }
  const values = await valuesOf(scenario, call, languageModel, ref)
  const scores = scoresOf(scenario, canJudge ? values : withoutGuesses(values))
  const run = resultOf(scenario, file, call, { failure, expectations: [] }, faultOf(scenario, scores))
  return { run, scores, remarks: remarksOf(canJudge, scores) }
}

async function pass(call: ObservedCall, durationMs: number): Promise<void> {
  const untilMs = call.clock.now() + durationMs
  while (call.clock.now() < untilMs && !call.end()) await call.frame()
}

async function untilQuiet(call: ObservedCall): Promise<void> {
  const startMs = call.clock.now()
  const lastMs = (): number => call.sounds.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY
  while (!call.end()) {
    const nowMs = call.clock.now()
    const hasAnswered = lastMs() > startMs && nowMs - lastMs() >= pauseMs
    if (hasAnswered || nowMs - startMs >= longestWaitMs + Math.max(0, lastMs() - startMs)) return
    await call.frame()
  }
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

/** The offline model finds words in a transcript, but cannot judge: its booleans and empty values say nothing. */
const withoutGuesses = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'boolean' || !value ? null : value]),
  )

function scoresOf({ evaluation }: LoadedScenario, values: Values): Score[] {
  return evaluation.map(({ name, expect: expected }) => {
    const value = values[name] ?? null
    const met = expected === undefined || value === null ? undefined : isSame(value, expected)
    return { name, value, expected, met }
  })
}

const isSame = (value: unknown, expected: unknown): boolean =>
  typeof value === 'string' && typeof expected === 'string'
    ? value.trim().toLowerCase() === expected.trim().toLowerCase()
    : value === expected

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
