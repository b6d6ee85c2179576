// Endpoints of automations: flows, their versions and their runs.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, message, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import {
  automation,
  automationId,
  binding,
  boundWebhook,
  created,
  described,
  detailedStep,
  flowInput,
  run,
  runStatus,
  sample,
} from './automation-fields.ts'

const name = text(255).min(1).meta({ example: 'Greeting' })
const params = z.object({ id: z.string().max(64) })
const notFound = { AUTOMATION_NOT_FOUND: { status: 404, message: 'Automation not found' } }
const forbidden = {
  FORBIDDEN: { status: 403, message: 'The flow does something that the API key may not do.' },
}
const permissions =
  'A flow may only do what its author may: each step, and each trigger that reads data, needs the scope of the endpoint that does the same.'
const ofAutomation = { params, notFoundCode: { id: 'AUTOMATION_NOT_FOUND' }, refusals: notFound }
const runNotFound = { RUN_NOT_FOUND: { status: 404, message: 'Run not found for this automation' } }

const invalid = (code: string, message: string) => ({ [code]: { status: 422, message } })
const invalidFlows = {
  ...invalid('no_steps', 'The flow has no steps.'),
  ...invalid('invalid_definition', 'The flow is not valid.'),
  ...invalid('unsupported_trigger', 'The type of the trigger is not known.'),
}

const creation = {
  envelope: 'message-error' as const,
  status: 201 as const,
  otherStatus: {
    status: 200 as const,
    description: 'The test of the flow has failed or takes too long. The automation is stored, but disabled.',
    when: (reply: unknown) => (reply as { status: string }).status.startsWith('test_'),
  },
  reply: created,
  idempotent: true,
}

const needsConnection = invalid('needs_connection', 'The flow names a connection that does not exist.')

const creationRefusals = {
  ...forbidden,
  ...invalid(
    'side_effects_require_confirmation',
    'The flow sends, spends or changes something. Confirm this with confirm_side_effects.',
  ),
  ...invalidFlows,
  ...invalid('assistant_required', 'bind_webhook needs an assistant.'),
  ...invalid('assistant_not_found', 'The assistant does not exist.'),
  ...invalid('binding_conflict', 'The webhook of the assistant has another URL already.'),
  ...needsConnection,
  ...invalid('import_failed', 'The automation could not be stored.'),
}

const assistantInput = z
  .union([id, z.string().max(64)])
  .nullable()
  .optional()
  .meta({ description: 'An id or a UUID.' })

const inputType = z.object({
  type: z.string(),
  description: z.string(),
  input: z.record(z.string(), described('A keyword.')).meta({ description: 'A JSON Schema of the input.' }),
})

export const automations = {
  list: endpoint('GET', '/api/user/automate/flows', {
    summary: 'List automations',
    description: 'Returns all automations of the account, newest first, without their flows.',
    reply: z.object({
      data: z.array(z.object({ id: automationId, name: z.string(), status: automation.shape.status, binding })),
    }),
  }),

  create: endpoint('POST', '/api/user/automate/flows', {
    summary: 'Create an automation',
    description:
      'The flow is checked, tested with the `sample` if there is one, and enabled. If the test fails, the response has the status 200 and `status` is `test_failed`; the flow is stored, but disabled. The same applies to a test that takes more than 30 seconds, with `test_running`. A test sends and spends as every run does, so a flow with such steps needs `confirm_side_effects`. ' +
      permissions +
      ' With `bind_webhook`, the webhook of the assistant calls the trigger.',
    ...creation,
    body: z.object({
      name,
      flow: flowInput,
      sample: sample.optional(),
      assistant_id: assistantInput,
      bind_webhook: z
        .union([z.boolean(), boundWebhook])
        .nullable()
        .optional()
        .meta({ description: 'The webhook of the assistant; `true` for `call_ended`.' }),
      confirm_side_effects: z.boolean().optional(),
    }),
    refusals: creationRefusals,
  }),

  stepTypes: endpoint('GET', '/api/user/automate/step-types', {
    summary: 'List the parts of flows',
    description:
      'Returns the types of triggers and of steps with JSON Schemas of their inputs, and the functions of expressions.',
    reply: z.object({
      triggers: z.array(inputType),
      steps: z.array(
        inputType.extend({
          has_side_effects: z.boolean().meta({
            description: 'It sends, spends or changes something, so a test of a flow with it must be confirmed.',
          }),
        }),
      ),
      functions: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          example: z.string(),
          result: described('The value of the example.'),
        }),
      ),
    }),
  }),

  listTemplates: endpoint('GET', '/api/user/automate/templates', {
    summary: 'List templates of automations',
    description: 'Returns complete flows in which a few values have to be filled in.',
    reply: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          description: z.string(),
          trigger: z.string(),
          values: z.record(z.string(), described('A keyword.')).meta({ description: 'A JSON Schema of the values.' }),
          sample: described('An example of the data of the trigger.'),
        }),
      ),
    }),
  }),

  createFromTemplate: endpoint('POST', '/api/user/automate/templates', {
    summary: 'Create an automation from a template',
    description: 'The flow is not tested. It is enabled at once unless `enabled` is false.',
    ...creation,
    body: z.object({
      template: z.string().max(64).meta({ description: 'The id of the template.', example: 'conversation-summary' }),
      name: name.optional().meta({ description: 'Defaults to that of the template.' }),
      values: z
        .record(z.string(), z.unknown())
        .meta({ description: 'See `values` of the template.', example: { url: 'https://example.com/alerts' } }),
      assistant_id: assistantInput,
      enabled: z.boolean().optional(),
    }),
    refusals: {
      ...invalid('template_not_found', 'The template does not exist.'),
      ...creationRefusals,
    },
  }),

  get: endpoint('GET', '/api/user/automate/flows/{id}', {
    summary: 'Get an automation',
    description: 'Returns the automation with the latest version of its flow.',
    ...ofAutomation,
    reply: automation,
  }),

  update: endpoint('PUT', '/api/user/automate/flows/{id}', {
    alsoMethods: ['PATCH'],
    summary: 'Update an automation',
    description:
      'Missing fields stay unchanged. Another `flow` becomes the next version; runs in progress keep the version with which they began. The masked `secret` of the trigger keeps the stored one.',
    envelope: 'message-error',
    ...ofAutomation,
    body: z.object({
      name: name.optional(),
      enabled: z.boolean().optional(),
      flow: flowInput.optional(),
      sample: sample.optional(),
      if_version: id.nullable().optional().meta({
        description:
          'The `version` of the flow that the change is based on. If the flow has another one by now, nothing is changed, and the response is 412.',
      }),
    }),
    reply: z.object({ message: z.string(), data: automation }),
    refusals: {
      ...notFound,
      ...forbidden,
      ...invalidFlows,
      ...needsConnection,
      AUTOMATION_CHANGED: {
        status: 412,
        message: 'The automation has been changed since you read it. Read it again, and repeat your change.',
      },
    },
  }),

  delete: endpoint('DELETE', '/api/user/automate/flows/{id}', {
    summary: 'Delete an automation',
    description: 'Deletes it with its versions and runs. Runs in progress end with their current step.',
    ...ofAutomation,
    reply: message,
  }),

  restore: endpoint('POST', '/api/user/automate/flows/{id}/restore', {
    summary: 'Restore the previous version',
    description: 'Restores the flow of the previous version as a new version. This can be undone in the same way.',
    ...ofAutomation,
    refusals: {
      ...notFound,
      ...forbidden,
      NO_EARLIER_VERSION: { status: 422, message: 'The automation has no earlier version.' },
    },
    reply: z.object({ message: z.string(), data: automation }),
  }),

  run: endpoint('POST', '/api/user/automate/flows/{id}/runs', {
    summary: 'Start a run',
    description:
      'Starts a run of the latest version, whatever its trigger and even if it is disabled. An API key needs the scopes for everything that the flow does.',
    envelope: 'message-error',
    ...ofAutomation,
    refusals: { ...notFound, ...forbidden },
    body: z.object({
      input: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: 'The data of the trigger. By default the `sample`.' }),
    }),
    reply: z.object({ run_id: z.string(), status: runStatus }),
    idempotent: true,
  }),

  listRuns: endpoint('GET', '/api/user/automate/flows/{id}/runs', {
    summary: 'List runs, or get one',
    description:
      'Returns `runs`, newest first. Pass `next_cursor` of a reply as `cursor` to get earlier ones; cursors are stable while new runs start. With `run_id`, returns `run` with its steps instead, even while it continues.',
    ...ofAutomation,
    query: z.object({
      run_id: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(20).default(10),
      status: runStatus.optional(),
      outcome: text(64).optional(),
      cursor: text(512)
        .optional()
        .meta({ description: 'The `next_cursor` of an earlier reply with the same filters.' }),
    }),
    reply: z.object({
      runs: z.array(run).optional(),
      next_cursor: z.string().nullable().optional().meta({ description: 'Null on the last page.' }),
      run: z
        .object({
          ...run.shape,
          trigger: personal('text', described('The data of the trigger.')),
          response: personal('text', described('What a step has responded.')),
          steps: z.array(detailedStep),
        })
        .optional(),
    }),
    refusals: { ...notFound, ...runNotFound },
  }),

  retry: endpoint('POST', '/api/user/automate/flows/{id}/runs/{run_id}/retry', {
    summary: 'Retry a failed run',
    description:
      'The same run continues with the failed step. Steps that had succeeded are not executed again. A run that has passed a delay cannot be retried, because its data are old.',
    envelope: 'message-error',
    params: z.object({ id: z.string().max(64), run_id: z.string().max(64) }),
    notFoundCode: { id: 'AUTOMATION_NOT_FOUND', run_id: 'not_found' },
    reply: z.object({ run_id: z.string(), status: runStatus, note: z.string() }),
    refusals: {
      AUTOMATION_NOT_FOUND: { status: 404, message: 'Automation not found' },
      ...forbidden,
      not_found: { status: 404, message: 'Run not found for this automation.' },
      retry_no_op: { status: 422, message: 'The run has not failed, so there is nothing to retry.' },
      retry_failed: { status: 422, message: 'The retry could not be started. Try again shortly.' },
    },
  }),
}
