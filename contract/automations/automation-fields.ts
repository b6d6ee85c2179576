// The schemas of automations, and of their runs and steps.
import { z } from 'zod'
import { id, isoMicros, timestamps } from '../wire/fields.ts'
import { type PersonalKind, personal } from '../wire/personal.ts'

export const automationId = z.string().meta({ description: '21 characters.', example: 'V1StGXR8_Z5jdHi6B-myT' })

export const described = (description: string) => z.unknown().meta({ description })

const fieldsOf = (what: string) => z.record(z.string(), described(`A field of the ${what}'s type.`))

const exampleFlow = {
  trigger: { type: 'webhook', input: {} },
  steps: [{ name: 'answer', type: 'respond', input: { body: { hello: '{{trigger.name}}' } } }],
}

const flow = z
  .object({
    trigger: z.object({ type: z.string(), input: fieldsOf('trigger').optional() }),
    steps: z.array(z.object({ name: z.string(), type: z.string(), input: fieldsOf('step') })),
  })
  .meta({
    id: 'Flow',
    'x-personal': 'settings' satisfies PersonalKind,
    description:
      'A trigger `{type, input}` and steps `{name, type, input}`, which run in this order. `name` is unique and has only the characters a to z, 0 to 9 and `_`. Strings can contain expressions as `{{trigger.x}}` and `{{steps.name.x}}`. `GET /api/user/automate/step-types` lists the types and the fields of their inputs. The `secret` of a trigger is masked in responses.',
    example: exampleFlow,
  })

export const boundWebhook = z.enum(['call_ended', 'inbound_call', 'conversation_ended'])

export const binding = z.object({ assistant_id: id, webhook: boundWebhook.nullable() }).nullable().meta({
  description:
    'The assistant whose events start the flow, and its webhook that calls the trigger of type `webhook`. Null without an assistant.',
})

const step = z
  .object({
    name: z.string(),
    status: z.string(),
    classification: z.enum(['ok', 'paused_at_delay', 'wiring_error', 'missing_connection', 'missing_record']),
    error: personal('text', z.string().nullable()),
  })
  .meta({ id: 'StepResult' })

export const runStatus = z.enum(['SUCCEEDED', 'FAILED', 'PAUSED', 'RUNNING'])

const isoMillis = z.string().meta({ example: '2026-01-31T09:30:00.000Z', format: 'date-time' })

export const run = z
  .object({
    id: z.string(),
    status: runStatus,
    start_time: isoMillis,
    duration_ms: z.int().meta({ description: 'Until now, if the run has not ended.' }),
    outcome: z.string().nullable().meta({ description: 'Set by a step.' }),
    attempt: z.int().meta({ description: '2 after the first retry.' }),
    is_test: z.boolean(),
  })
  .meta({ id: 'Run' })

export const detailedStep = z.object({
  ...step.shape,
  path: z.string().meta({ description: 'The name, with the rounds of the loops around it.', example: 'each[2].send' }),
  type: z.string(),
  attempt: z.int(),
  input: personal(
    'text',
    described('After expressions were replaced. Only the beginning of an input of more than 32 kB is kept.'),
  ),
  output: personal('text', described('Null if the step has failed.')),
  start_time: isoMillis,
  duration_ms: z.int().nullable(),
})

export const automation = z
  .object({
    id: automationId,
    name: z.string(),
    status: z.enum(['enabled', 'disabled']),
    version: z.int(),
    trigger: z.string(),
    binding,
    // Who knows the URL can start the automation.
    webhook_url: personal('secret', z.string()),
    flow,
    sample: personal('text', described('An example of the data of the trigger.')),
    next_run_at: isoMicros.nullable().meta({ description: 'For the trigger `schedule`.' }),
    ...timestamps,
  })
  .meta({ id: 'Automation' })

export const flowInput = z
  .record(z.string(), z.unknown())
  .meta({ description: 'See the schema `Flow`.', example: exampleFlow })
export const sample = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: 'An example of the data of the trigger, with which the flow is tested.' })

export const created = z
  .object({
    automation_id: automationId,
    webhook_url: z.string(),
    status: z.enum(['active', 'active_untested', 'test_failed', 'test_running', 'disabled']).meta({
      description:
        'All except `active` and `active_untested` mean that it is disabled. `test_running`: the test takes more than 30 seconds and continues; enable the automation with an update. `disabled`: this was requested, or the automation was changed during the test.',
    }),
    test: z.object({ run_status: runStatus, steps: z.array(step) }).nullable(),
    response: described('What a step has responded in the test.'),
    binding,
  })
  .meta({ id: 'CreatedAutomation' })
