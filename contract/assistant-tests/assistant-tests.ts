// Endpoints of the tests of an assistant: calls in virtual time against its current settings.
import { z } from 'zod'
import { endedReason } from '../calls/call-fields.ts'
import { interaction } from '../calls/call-metrics.ts'
import { endpoint } from '../wire/endpoint.ts'
import { assistantId, id, isoMicros, message, requiredText, text, timestamps } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { noAssistant, notFound, ofRecord } from '../wire/records.ts'
import { checkDefinition, definitionFields, definitionInput, testLimits } from './test-fields.ts'

export const testRunStatus = z.enum(['queued', 'running', 'passed', 'failed', 'error', 'cancelled']).meta({
  id: 'TestRunStatus',
  description:
    '`failed`: a check was not met. `error`: the run could not be completed, for example because the model did not answer.',
})

const name = requiredText(200)
const atMs = z.number().meta({ description: 'Since the call was answered.' })
const words = personal('text', z.string())

const runHead = z
  .object({
    id,
    test_id: id,
    status: testRunStatus,
    assistant_version: id.nullable().meta({ description: 'Whose settings were tested. Null until the run begins.' }),
    message: words.nullable().meta({ description: 'The first check that was not met, or the error.' }),
    created_at: isoMicros,
    started_at: isoMicros.nullable(),
    finished_at: isoMicros.nullable(),
  })
  .meta({ id: 'TestRunSummary' })

const check = z.object({
  step: z.int().min(0).nullable().meta({ description: 'The index in `script`; null for checks of the whole call.' }),
  expected: words,
  met: z.boolean().nullable().meta({ description: 'Null if the run ended before.' }),
  at_ms: atMs.nullable(),
  instead: words.nullable().meta({ description: 'What happened instead.' }),
})

const span = { from_ms: atMs, to_ms: atMs }

const run = z
  .object({
    ...runHead.shape,
    checks: z.array(check),
    transcript: z.array(
      z.object({
        speaker: z.enum(['assistant', 'customer']),
        text: words.meta({ description: 'What the customer heard, if the assistant was interrupted.' }),
        at_ms: atMs,
        interrupted: z.boolean(),
      }),
    ),
    duration_ms: z.number().nullable().meta({ description: 'The length of the call.' }),
    ended_reason: z.union([endedReason, z.literal('handed_over')]).nullable(),
    sounds: z
      .array(
        z.object({
          side: z.enum(['customer', 'assistant']),
          kind: z.enum(['speech', 'noise', 'beep', 'keys']),
          text: words,
          ...span,
          from_part: z.number().meta({ description: 'Where the heard part of the text begins, from 0 to 1.' }),
          to_part: z.number(),
        }),
      )
      .meta({ description: 'What both sides said and did.' }),
    states: z
      .array(z.object({ at_ms: atMs, customer: z.string(), interruption: z.string() }))
      .meta({ description: 'The states of turn-taking, each until the next.' }),
    latencies: z.array(z.object(span)).meta({
      description: 'From the end of the speech of the customer to the first sound of the answer.',
    }),
    events: z.array(z.object({ at_ms: atMs, type: z.string(), detail: words })),
    interaction: interaction.nullable(),
    model: z.string().nullable().meta({ description: 'What answered, or `recorded`.' }),
    model_requests: z.int(),
    remarks: z.array(z.string()).meta({ description: 'What the result does not show, and why.' }),
  })
  .meta({ id: 'TestRun' })

const head = {
  id,
  assistant_id: id,
  name: words,
  kind: z.enum(['script', 'simulation']),
  source_call_id: id.nullable().meta({ description: 'The call from which the test was made.' }),
  latest_run: runHead.nullable(),
  ...timestamps,
}

const testHead = z.object(head).meta({ id: 'AssistantTestSummary' })
const test = z.object({ ...head, ...definitionFields }).meta({ id: 'AssistantTest' })
const example = z.object({ code: z.string(), name: z.string(), ...definitionFields }).meta({ id: 'TestExample' })

const body = z
  .object({ name, ...definitionInput })
  .superRefine(checkDefinition)
  .meta({ id: 'AssistantTestInput' })

const tooManyTests = {
  TOO_MANY_TESTS: { status: 422, message: `An assistant may have ${testLimits.testsPerAssistant} tests.` },
}
const tooManyRuns = {
  TOO_MANY_RUNS: { status: 429, message: 'The account has reached its number of test runs for today.' },
}

const ofAssistant = {
  params: z.object({ assistantId }),
  notFoundCode: { assistantId: 'ASSISTANT_NOT_FOUND' },
  refusals: noAssistant,
}
const ofTest = {
  params: z.object({ assistantId, testId: id }),
  notFoundCode: { assistantId: 'ASSISTANT_NOT_FOUND', testId: 'TEST_NOT_FOUND' },
  refusals: { ...noAssistant, ...notFound('TEST_NOT_FOUND', 'Test not found') },
}
const ofRun = {
  params: z.object({ assistantId, testId: id, testRunId: id }),
  notFoundCode: { ...ofTest.notFoundCode, testRunId: 'TEST_RUN_NOT_FOUND' },
  refusals: { ...ofTest.refusals, ...notFound('TEST_RUN_NOT_FOUND', 'Run not found') },
}

const ofCall = ofRecord('CALL_NOT_FOUND', 'Call not found')

const tests = '/api/user/assistants/{assistantId}/tests'
const oneTest = `${tests}/{testId}`
const oneRun = `${oneTest}/runs/{testRunId}`

export const assistantTests = {
  list: endpoint('GET', tests, {
    summary: 'List tests of an assistant',
    description: 'Returns all tests, each with its latest run, by name.',
    ...ofAssistant,
    reply: z.object({ data: z.array(testHead) }),
  }),

  create: endpoint('POST', tests, {
    summary: 'Create a test of an assistant',
    description:
      'A test is a script or a simulation. A script says what the customer does and what is expected. In a simulation, a language model plays the customer, and another request judges the conversation.',
    ...ofAssistant,
    refusals: { ...noAssistant, ...tooManyTests },
    body,
    status: 201,
    reply: z.object({ data: test }),
  }),

  listExamples: endpoint('GET', '/api/user/assistants/{assistantId}/test-examples', {
    summary: 'List examples of tests',
    description:
      'Returns tests that make sense for any assistant, in German or French for an assistant that speaks one of them and in English for others. They are not stored; create a test from one.',
    ...ofAssistant,
    reply: z.object({ data: z.array(example) }),
  }),

  runAll: endpoint('POST', `${tests}/run`, {
    summary: 'Run all tests of an assistant',
    description:
      'Adds a run of each test that has no run in progress, and returns the new runs. One run of an account is in progress at a time.',
    ...ofAssistant,
    refusals: { ...noAssistant, ...tooManyRuns },
    audit: 'none',
    reply: z.object({ data: z.array(runHead) }),
  }),

  get: endpoint('GET', oneTest, {
    summary: 'Get a test',
    description: 'Returns the test with everything that it consists of, and its latest run.',
    ...ofTest,
    reply: z.object({ data: test }),
  }),

  update: endpoint('PUT', oneTest, {
    summary: 'Change a test',
    description: 'Replaces the whole test. Runs that are in progress continue with what they began with.',
    ...ofTest,
    body,
    reply: z.object({ data: test }),
  }),

  delete: endpoint('DELETE', oneTest, {
    summary: 'Delete a test',
    description: 'Deletes the test with its runs. A run in progress is ended.',
    ...ofTest,
    reply: message,
  }),

  run: endpoint('POST', `${oneTest}/runs`, {
    summary: 'Run a test',
    description:
      'Adds a run against the current settings of the assistant. If a run of the test is waiting or in progress, returns it instead. Nothing is dialed, no tool is called, and nothing is charged.',
    ...ofTest,
    refusals: { ...ofTest.refusals, ...tooManyRuns },
    audit: 'none',
    status: 201,
    reply: z.object({ data: runHead }),
  }),

  listRuns: endpoint('GET', `${oneTest}/runs`, {
    summary: 'List runs of a test',
    description: `Returns the latest ${testLimits.keptRuns} runs, newest first; earlier ones are deleted.`,
    ...ofTest,
    reply: z.object({ data: z.array(runHead) }),
  }),

  getRun: endpoint('GET', oneRun, {
    summary: 'Get a run of a test',
    description: 'Returns the checks, what was said, and how both sides took turns.',
    ...ofRun,
    reply: z.object({ data: run }),
  }),

  cancelRun: endpoint('POST', `${oneRun}/cancel`, {
    summary: 'Cancel a run of a test',
    description: 'Ends a run that is waiting or in progress. A run that has ended stays as it is.',
    ...ofRun,
    audit: 'none',
    reply: z.object({ data: runHead }),
  }),

  createFromCall: endpoint('POST', '/api/user/calls/{id}/test', {
    audit: 'action',
    summary: 'Make a test from a call',
    description:
      'The test of the assistant repeats what the customer said, with the same pauses, and expects the answers of the call. It contains what a person said: it is deleted with the call, with what was said in it, and with the person. An API key with scopes also needs `calls:read`.',
    ...ofCall,
    body: z.object({
      name: text(200).min(1).optional().meta({ description: 'Default: the id and the time of the call.' }),
      answers_from: z.enum(['model', 'recorded']).default('recorded').meta({
        description:
          '`recorded`: the model answers as in the call, so the test shows changes of turn-taking. `model`: the language model of the assistant answers, and the test expects that it answers each time.',
      }),
    }),
    refusals: {
      ...ofCall.refusals,
      ...tooManyTests,
      CALL_WITHOUT_WORDS: {
        status: 409,
        message: 'Nothing was said in the call, what was said has been deleted, or the call is still in progress.',
      },
      ASSISTANT_NOT_FOUND: { status: 409, message: 'The assistant of the call has been deleted.' },
      CALLS_NOT_READABLE: { status: 403, message: 'This API key lacks the scope calls:read.' },
    },
    status: 201,
    reply: z.object({ data: test }),
  }),
}
