// The format of scenario files: an assistant, its model and tools, a scripted customer, and what must happen.
import { z } from 'zod'
import { expectedEvents } from '#contract/assistant-tests/test-fields.ts'
import { assistantInput } from '#contract/assistants/assistant-fields.ts'
import { answerer, endedReason } from '#contract/calls/call-fields.ts'

const maxCallMs = 3_600_000
const words = z.string().trim().min(1).max(2_000)
const ms = z.int().min(0).max(maxCallMs)
/** Null: the provider never answers. */
const delay = ms.nullable()
const name = z.string().min(1).max(64)

/** The settings of an assistant that have an effect in the lab, under the names of the API. */
export const labAssistant = z.strictObject(assistantInput).pick({
  name: true,
  type: true,
  initial_message: true,
  system_prompt: true,
  llm_temperature: true,
  variables: true,
  tools: true,
  allow_interruptions: true,
  interrupt_sensitivity: true,
  min_interrupt_words: true,
  endpoint_type: true,
  endpoint_sensitivity: true,
  fillers: true,
  filler_config: true,
  wait_for_customer: true,
  max_duration: true,
  max_silence_duration: true,
  max_initial_silence_duration: true,
  reengagement_interval: true,
  reengagement_prompt: true,
  end_call_on_voicemail: true,
  voice_mail_message: true,
})

const scriptedAnswer = z.strictObject({
  when: words.optional(),
  say: z.union([words.transform((text) => [text]), z.array(words).max(50)]).optional(),
  call: z
    .array(z.strictObject({ tool: name, with: z.record(z.string(), z.unknown()).optional() }))
    .max(10)
    .optional(),
  after_ms: delay.optional(),
  /** The model fails after what it says. */
  fails: z.boolean().optional(),
  times: z.int().min(1).max(1_000).optional(),
  repeat: z.boolean().optional(),
})

const scriptedTool = z.strictObject({
  returns: z.union([z.unknown()]).optional(),
  fails: z.boolean().optional(),
  after_ms: delay.optional(),
  timeout_ms: ms.optional(),
  speak_during: words.optional(),
})

const timing = z.strictObject({
  model_ms: delay.default(300),
  recognition_ms: delay.default(150),
  interim_words: z.boolean().default(true),
  synthesis_ms: delay.default(100),
  ms_per_character: z.int().min(10).max(200).default(60),
  /** How late the carrier confirms that audio was played; null: it does not. */
  confirmation_ms: delay.default(0),
})

const expectation = {
  assistant: words.optional(),
  speaks: z.literal(true).optional(),
  customer: words.optional(),
  tool: name.optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  note: name.optional(),
  detail: words.optional(),
  stops: z.literal(true).optional(),
  pressed: words.optional(),
  transfer: words.optional(),
  ended: endedReason.optional(),
  within_ms: ms.optional(),
  not_before_ms: ms.optional(),
  absent: z.literal(true).optional(),
  for_ms: ms.optional(),
}

const expected = z.strictObject(expectation).superRefine((expectations, check) => {
  const kinds = expectedEvents.filter((kind) => expectations[kind] !== undefined)
  const refuse = (message: string): void => check.addIssue({ code: 'custom', message })
  if (kinds.length !== 1) refuse(`An expectation needs exactly one of ${expectedEvents.join(', ')}.`)
  if (expectations.with !== undefined && expectations.tool === undefined) refuse('`with` needs `tool`.')
  if (expectations.detail !== undefined && expectations.note === undefined) refuse('`detail` needs `note`.')
  if ((expectations.for_ms !== undefined) !== (expectations.absent === true))
    refuse('`absent: true` and `for_ms` need each other.')
  if (expectations.absent && (expectations.within_ms ?? expectations.not_before_ms) !== undefined)
    refuse('`absent` uses `for_ms` instead of `within_ms` and `not_before_ms`.')
})

const spoken = {
  /** What the words are for the assistant. Default: speech that wants an answer. */
  as: z.enum(['backchannel', 'aside']).optional(),
  takes_ms: ms.optional(),
  recognized_as: z.string().max(2_000).optional(),
  recognized_after_ms: delay.optional(),
}

const stepKinds = {
  say: z.strictObject({ say: words, ...spoken }),
  interrupt: z.strictObject({ interrupt: words, after_ms: ms.default(1_000), ...spoken }),
  wait_ms: z.strictObject({ wait_ms: ms }),
  noise_ms: z.strictObject({ noise_ms: ms }),
  press: z.strictObject({ press: z.string().regex(/^[0-9*#]{1,32}$/, 'Keys are 0–9, * and #.') }),
  beep: z.strictObject({ beep: z.literal(true) }),
  hang_up: z.strictObject({ hang_up: z.literal(true) }),
  carrier_says: z.strictObject({
    carrier_says: z.enum(['human', 'machine', 'fax', 'unknown']),
    greeting_ended: z.boolean().default(false),
  }),
  recognition_fails: z.strictObject({ recognition_fails: words }),
  fall_back: z.strictObject({ fall_back: z.strictObject({ from: words, to: words, code: words }) }),
  expect: z.strictObject({ expect: expected }),
}
export type StepKind = keyof typeof stepKinds
type StepOf = { [Kind in StepKind]: { kind: Kind } & z.output<(typeof stepKinds)[Kind]> }
export type Step = StepOf[StepKind]
export type Expectation = z.output<typeof expected>

const step = z.unknown().transform((input, check): Step => {
  const names = Object.keys(stepKinds) as StepKind[]
  const isObject = input !== null && typeof input === 'object' && !Array.isArray(input)
  const kind = isObject ? names.find((key) => Object.hasOwn(input, key)) : undefined
  if (!kind) {
    check.addIssue({ code: 'custom', message: `A step needs one of ${names.join(', ')}.` })
    return z.NEVER
  }
  const result = stepKinds[kind].safeParse(input)
  if (result.success) return { kind, ...result.data } as Step
  for (const { path, message } of result.error.issues) check.addIssue({ code: 'custom', path: [...path], message })
  return z.NEVER
})

const overall = z.strictObject({
  transcript: z.array(words).max(1_000).optional(),
  ended: endedReason.optional(),
  answered_by: z.enum(['human', 'machine', 'unknown']).optional(),
  answerer: answerer.optional(),
  longest_silence_ms: ms.optional(),
  model_requests: z.int().min(0).max(10_000).optional(),
  heard_once: z.array(words).max(100).optional(),
  model_knows: z.array(words).max(100).optional(),
  model_does_not_know: z.array(words).max(100).optional(),
})
export type Overall = z.output<typeof overall>

const simulation = z.strictObject({
  goal: words,
  persona: words.optional(),
  model: words.optional(),
  /** What the offline model says for the customer, one line a turn. */
  lines: z.array(words).max(100).default([]),
  max_turns: z.int().min(1).max(50).default(12),
})

const evaluationField = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{3,16}$/, 'A name has 3 to 16 characters of a–z, 0–9 and _.'),
  type: z.enum(['string', 'number', 'bool']),
  description: z.string().min(3).max(255),
  expect: z.union([z.string().max(2_000), z.number(), z.boolean()]).optional(),
})

export const scenarioSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    about: z.string().max(2_000).optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'A language has two small letters, such as en.')
      .default('en'),
    assistant: labAssistant.default({}),
    model: z
      .string()
      .regex(/^(?:offline|[a-z0-9_-]{1,32}\/[\w.:/-]{1,100})$/, 'A model is offline or VENDOR/MODEL.')
      .optional(),
    answers: z.array(scriptedAnswer).max(1_000).default([]),
    tools: z.record(name, scriptedTool).default({}),
    timing: timing.prefault({}),
    synthesis_fails_for: z.array(words).max(50).default([]),
    transfer: z.strictObject({ fails: words.optional(), after_ms: ms.default(200) }).prefault({}),
    script: z.array(step).max(1_000).default([]),
    overall: overall.default({}),
    simulate: simulation.optional(),
    evaluation: z.array(evaluationField).max(50).default([]),
  })
  .superRefine(({ model, answers, script, simulate }, check) => {
    const refuse = (path: string, message: string): void => check.addIssue({ code: 'custom', path: [path], message })
    if (model !== undefined && answers.length > 0) refuse('answers', 'A scenario has a model or answers, not both.')
    if (script.length > 0 === (simulate !== undefined))
      refuse('script', 'A scenario needs a script, or a simulation and no script.')
  })

export type Scenario = z.output<typeof scenarioSchema>
export type ScriptedReply = Scenario['answers'][number]
