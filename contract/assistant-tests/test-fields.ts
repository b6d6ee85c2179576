// Schemas of tests of an assistant: what the customer does, what is expected, and what tools and the model return.
import { z } from 'zod'
import { evaluationField, refuseRepeatedNames } from '../assistants/evaluation-fields.ts'
import { endedReason } from '../calls/call-fields.ts'
import { requiredText, text, variables, variablesInput } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'

export const testLimits = {
  testsPerAssistant: 100,
  keptRuns: 20,
  steps: 200,
  answers: 100,
  tools: 30,
  turns: 20,
  evaluation: 20,
  wordCharacters: 1_000,
  characters: 64_000,
  callMinutes: 10,
}

const words = requiredText(testLimits.wordCharacters)
const spokenWords = personal('text', words)
const waitMs = z.int().min(0).max(120_000)
const toolName = requiredText(64)

/** An expectation has exactly one of these. */
export const expectedEvents = [
  'assistant',
  'speaks',
  'customer',
  'tool',
  'note',
  'stops',
  'pressed',
  'transfer',
  'ended',
] as const

const expectation = z
  .strictObject({
    assistant: spokenWords
      .optional()
      .meta({ description: 'The customer hears these words. Capital letters and punctuation do not matter.' }),
    speaks: z.literal(true).optional().meta({ description: 'The assistant begins to say something.' }),
    customer: spokenWords.optional().meta({ description: 'A turn of the customer with these words is complete.' }),
    tool: toolName.optional().meta({ description: 'The assistant calls this tool.' }),
    with: personal('text', z.record(text(64), z.unknown()))
      .optional()
      .meta({ description: 'With `tool`: at least these arguments.' }),
    note: z
      .enum(['interrupted', 'reengaged', 'closing', 'answer_failed', 'answered_by'])
      .optional()
      .meta({ description: 'An event of the timeline of the call.' }),
    detail: spokenWords
      .optional()
      .meta({ description: 'With `note`: words of its detail, such as `silence` of `closing`.' }),
    stops: z.literal(true).optional().meta({
      description: 'The assistant is silent. Limits count from the beginning of the speech of the customer.',
    }),
    pressed: personal('text', text(32).min(1)).optional().meta({ description: 'The assistant presses these keys.' }),
    transfer: personal('phone', text(32).min(1))
      .optional()
      .meta({ description: 'The assistant transfers the call to this number.' }),
    ended: endedReason.optional(),
    within_ms: waitMs.optional().meta({
      description:
        'It happens at most this long after what the customer did last, or after the expectation before. Default: 30 seconds.',
    }),
    not_before_ms: waitMs.optional().meta({ description: 'It does not happen before.' }),
    absent: z.literal(true).optional().meta({ description: 'It does not happen within `for_ms`.' }),
    for_ms: waitMs.optional(),
  })
  .superRefine((expected, check) => {
    const refuse = (field: string, message: string): void => check.addIssue({ code: 'custom', path: [field], message })
    const named = expectedEvents.filter((event) => expected[event] !== undefined)
    if (named.length !== 1)
      refuse(named[1] ?? 'assistant', `An expectation needs a value of one of ${expectedEvents.join(', ')}.`)
    if (expected.with && expected.tool === undefined) refuse('with', 'The :attribute field needs `tool`.')
    if (expected.detail !== undefined && expected.note === undefined)
      refuse('detail', 'The :attribute field needs `note`.')
    if ((expected.for_ms !== undefined) !== (expected.absent === true))
      refuse('for_ms', '`absent` and `for_ms` need each other.')
    if (expected.absent && (expected.within_ms ?? expected.not_before_ms) !== undefined)
      refuse('within_ms', '`absent` uses `for_ms` instead of `within_ms` and `not_before_ms`.')
  })
  .meta({
    id: 'TestExpectation',
    description: `Exactly one of ${expectedEvents.map((event) => `\`${event}\``).join(', ')}.`,
  })

const actions = ['say', 'interrupt', 'wait_ms', 'noise_ms', 'press', 'hang_up', 'expect'] as const

const step = z
  .strictObject({
    say: spokenWords.optional().meta({ description: 'The customer says this.' }),
    interrupt: spokenWords
      .optional()
      .meta({ description: 'The customer says this as soon as the assistant has been speaking for `after_ms`.' }),
    after_ms: waitMs.optional().meta({ description: 'With `interrupt`. Default: 1000.' }),
    as: z.enum(['backchannel', 'aside']).optional().meta({
      description:
        'With `say` and `interrupt`: the assistant should ignore the words, because they only show attention, or are said to another person.',
    }),
    wait_ms: waitMs.optional().meta({ description: 'The customer is silent.' }),
    noise_ms: waitMs.optional().meta({ description: 'A sound without words.' }),
    press: personal('text', z.string().regex(/^[0-9*#]{1,32}$/, 'The :attribute may contain 0–9, * and # only.'))
      .optional()
      .meta({ description: 'The customer presses these keys.' }),
    hang_up: z.literal(true).optional().meta({ description: 'The customer hangs up.' }),
    expect: expectation.optional(),
  })
  .superRefine((given, check) => {
    const named = actions.filter((action) => given[action] !== undefined)
    const refuse = (field: string, message: string): void => check.addIssue({ code: 'custom', path: [field], message })
    if (named.length !== 1) refuse(named[1] ?? 'say', `A step needs a value of one of ${actions.join(', ')}.`)
    if (given.after_ms !== undefined && given.interrupt === undefined)
      refuse('after_ms', 'The :attribute field needs `interrupt`.')
    if (given.as && given.say === undefined && given.interrupt === undefined)
      refuse('as', 'The :attribute field needs `say` or `interrupt`.')
  })
  .meta({ id: 'TestStep', description: `Exactly one of ${actions.map((action) => `\`${action}\``).join(', ')}.` })

const answer = z
  .strictObject({
    when: spokenWords.optional().meta({
      description: 'Used if the last message contains these words, and before answers without `when`.',
    }),
    say: z.array(spokenWords).max(20).optional().meta({ description: 'Sentences.' }),
    call: z
      .array(
        z.strictObject({
          tool: toolName,
          with: personal('text', z.record(text(64), z.unknown()))
            .optional()
            .meta({ description: 'The arguments.' }),
        }),
      )
      .max(10)
      .optional(),
    after_ms: waitMs.optional(),
  })
  .meta({ id: 'TestAnswer' })

const toolResult = z
  .strictObject({
    returns: personal('text', z.unknown()).optional().meta({ description: 'Any JSON value.' }),
    after_ms: waitMs.optional(),
    fails: z.boolean().optional(),
  })
  .meta({ id: 'TestToolResult' })

const overall = z
  .strictObject({
    ended: endedReason.optional(),
    longest_silence_ms: waitMs.optional().meta({
      description: 'The longest time in which neither side is heard is at most this long.',
    }),
    heard_once: z
      .array(spokenWords)
      .max(20)
      .optional()
      .meta({ description: 'The sentences with these words are heard once and completely.' }),
    model_knows: z
      .array(spokenWords)
      .max(20)
      .optional()
      .meta({ description: 'Words that the model knows from the conversation at its last answer.' }),
    model_does_not_know: z.array(spokenWords).max(20).optional(),
  })
  .meta({ id: 'TestOverall', description: 'What must be true of the whole call.' })

const simulation = z
  .strictObject({
    goal: spokenWords.meta({ description: 'What the customer wants from the call.' }),
    persona: spokenWords.nullable().optional().meta({ description: 'Who the customer is and how the customer talks.' }),
    lines: z.array(spokenWords).max(testLimits.turns).optional().meta({
      description: 'What the customer says if no language model is configured that can play the customer.',
    }),
    max_turns: z
      .int()
      .min(1)
      .max(testLimits.turns)
      .optional()
      .meta({ description: 'How often the customer speaks at most. Default: 8.' }),
  })
  .meta({ id: 'TestSimulation', description: 'A language model plays the customer.' })

const condition = evaluationField
  .extend({
    expect: z
      .union([z.boolean(), z.number(), words])
      .nullable()
      .optional()
      .meta({ description: 'The value that the evaluation must find. Without it, the value is only shown.' }),
  })
  .meta({ id: 'TestCondition' })

/** Everything that a test consists of except its name and variables. */
const commonFields = {
  about: personal('text', text(1_000)).nullable().optional().meta({ description: 'What the test is for.' }),
  script: z.array(step).max(testLimits.steps).optional().meta({ description: 'What happens, in order.' }),
  simulate: simulation.nullable().optional(),
  evaluation: z.array(condition).max(testLimits.evaluation).superRefine(refuseRepeatedNames).optional().meta({
    description: 'What a language model judges after a simulation.',
  }),
  answers_from: z.enum(['model', 'recorded']).optional().meta({
    description:
      '`model`, the default, asks the language model of the assistant. `recorded` uses `answers`, so each run has the same result.',
  }),
  answers: z.array(answer).max(testLimits.answers).optional().meta({
    description: 'With `recorded`: what the model answers, in order.',
  }),
  tools: z
    .record(toolName, toolResult)
    .refine(
      (tools) => Object.keys(tools).length <= testLimits.tools,
      `The :attribute may not have more than ${testLimits.tools} items.`,
    )
    .optional()
    .meta({
      description:
        'What tools return, by their names. Tools are never called in a test; one that is missing here returns an error that says so.',
    }),
  overall: overall.optional(),
}

const variablesField = { description: 'Values of variables of the assistant.' }
/** As replies show them. */
export const definitionFields = {
  ...commonFields,
  variables: personal('text', variables).optional().meta(variablesField),
}
export const definitionInput = { ...commonFields, variables: variablesInput.optional().meta(variablesField) }

const definition = z.object(definitionFields)
export type TestDefinition = z.output<typeof definition>

/** Checks what no single field shows. */
export function checkDefinition(given: TestDefinition, check: z.core.$RefinementCtx): void {
  const refuse = (field: string, message: string): void => check.addIssue({ code: 'custom', path: [field], message })
  const hasScript = (given.script?.length ?? 0) > 0
  const isSimulated = given.simulate != null
  if (hasScript === isSimulated)
    refuse('script', 'A test needs either steps in `script` or a simulation in `simulate`.')
  if (isSimulated && given.answers_from === 'recorded') refuse('answers_from', 'A simulation is answered by the model.')
  if (given.answers_from === 'recorded' && !given.answers?.length)
    refuse('answers', 'The :attribute field is required with recorded answers.')
  if (JSON.stringify(given).length > testLimits.characters)
    refuse('script', `A test may not be greater than ${testLimits.characters} characters.`)
}
