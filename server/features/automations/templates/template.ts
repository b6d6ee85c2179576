// What a template of an automation is: a flow with values to fill in.
import { z } from 'zod'
import { id, requiredText, variablesInput, webUrl } from '#contract/wire/fields.ts'
import type { Step, TriggerType } from '../flow/flow.ts'

export interface Template<V extends z.ZodObject = z.ZodObject> {
  id: string
  name: string
  /** One sentence. */
  description: string
  trigger: TriggerType
  /** What the account fills in. */
  values: V
  /** An example of the data of the trigger. */
  sample: Record<string, unknown>
  /** Undefined values are those that the account left out. */
  stepsOf(values: z.output<V>): Step[]
  /** Default: no settings. */
  triggerInputOf?(values: z.output<V>): Record<string, unknown>
}

/** Keeps the type of the values. */
export const template = <V extends z.ZodObject>(one: Template<V>): Template => one as unknown as Template

export const step = (name: string, type: string, input: Record<string, unknown>): Step => ({ name, type, input })

/** Executes the steps if the expression is true. */
export const when = (name: string, expression: string, steps: readonly Step[]): Step =>
  step(name, 'condition', { if: expression, then: steps })

/** Posts JSON to a service. */
export const post = (
  name: string,
  { url, connection }: { url: string; connection?: string | undefined },
  body: object,
) => step(name, 'http_request', { method: 'POST', url, body, ...(connection && { connection }) })

export const serviceValues = {
  url: webUrl.meta({ description: 'The address of the service.', example: 'https://crm.example.com/calls' }),
  connection: requiredText(100)
    .optional()
    .meta({ description: 'The name of a connection with the credentials of the service.' }),
}

export const messageValues = {
  sender_id: id.meta({ description: 'A sender of the chat app.' }),
  template_id: id.meta({ description: 'An approved template of the sender.' }),
  variables: variablesInput.optional().meta({
    description: 'The variables of the template, which can contain expressions.',
    example: { 1: '{{trigger.input_variables.name}}' },
  }),
}

/** Sends a template message to the customer of the call. */
export const sendTemplate = (
  name: string,
  {
    sender_id,
    template_id,
    variables = {},
  }: { sender_id: number; template_id: number; variables?: object | undefined },
) => step(name, 'send_template', { sender_id, template_id, to: '{{trigger.customer_phone}}', variables })

export const smsValues = {
  from: z.union([id, requiredText(32)]).meta({ description: 'The id of a phone number, or its digits.' }),
  body: requiredText(1_000).meta({ description: 'The text. It can contain expressions.' }),
}

export const hours = (description: string) => z.number().min(0).max(8_784).meta({ description })

const call = {
  id: 1,
  customer_phone: '+14155550123',
  assistant_phone: '+14155550100',
  assistant_id: 1,
  type: 'outbound',
  duration: 42,
  status: 'completed',
  answerer: 'person',
  opted_out: null,
  extracted_variables: {},
  input_variables: { name: 'Ann' },
  transcript: [],
  formatted_transcript: 'AI: Hello.\nCustomer: Yes, Tuesday is fine.',
  lead: null,
}

/** The data of the trigger `call_ended`. */
export const endedCall = (fields: object = {}) => ({ ...call, ...fields })
