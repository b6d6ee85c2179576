// The built-in tools of an assistant: requests use `{type, …}` or `{type, data}`, responses `{type, data}`.
import { extensionForm, readExtension, readTransferNumber, transferNumberForm } from '@parley/rules'
import { z } from 'zod'
import { assistantId, intBetween, text, webUrl } from '../wire/fields.ts'

const invalid = 'The :attribute format is invalid.'
const readable = (form: RegExp, read: (written: string) => unknown) =>
  z
    .string()
    .regex(form, { abort: true })
    .refine((written) => read(written) !== undefined, invalid)

const transferNumber = readable(transferNumberForm, readTransferNumber).meta({
  description:
    'E.164, also with an extension or keys that are pressed after the answer: `+12025550123x1234`, `+12025550123,,1234#`. A comma waits two seconds, `w` half a second; an extension is pressed after one second. Or the 2 to 6 digits of a SIP telephone of the account, which calls over SIP can be transferred to.',
  examples: ['+12025550123', '+12025550123x1234', '101'],
})

const extension = readable(extensionForm, readExtension).meta({
  description:
    'Keys that are pressed after the answer: 0–9, `*` and `#`, with `w` for half a second and a comma for two seconds; without a pause at the beginning, after one second. At most 32 with pauses, of which a comma counts as four. A number with its own extension keeps that.',
  examples: ['1234', 'wwww1234#'],
})

const transferFields = ['phone_number', 'phone_numbers', 'extension', 'send_digits', 'description', 'message'] as const

/** The fields that each type of tool accepts and needs. Each inner list of `needs` requires one of its fields. */
export const toolFields = {
  call_transfer: {
    fields: [...transferFields, 'end_call_on_failure'],
    needs: [['phone_number', 'phone_numbers']],
  },
  warm_call_transfer: {
    fields: [...transferFields, 'briefing', 'require_key', 'end_call_on_failure'],
    needs: [['phone_number', 'phone_numbers']],
  },
  end_call: { fields: ['description', 'message', 'enabled'], needs: [] },
  dtmf_input: { fields: ['description'], needs: [] },
  collect_keypad: { fields: ['description', 'max_digits', 'finish_key', 'timeout_seconds'], needs: [] },
  calendar_integration: {
    fields: ['calendly_event_type_uri', 'calcom_event_type', 'description'],
    needs: [['calendly_event_type_uri', 'calcom_event_type']],
  },
  assistant_transfer: { fields: ['assistant_id', 'description', 'message'], needs: [['assistant_id']] },
} as const satisfies Record<string, { fields: readonly string[]; needs: readonly (readonly string[])[] }>

export const builtInToolTypes = Object.keys(toolFields) as [keyof typeof toolFields, ...(keyof typeof toolFields)[]]
const type = z.enum(builtInToolTypes)

export const builtInTool = z.object({
  type,
  data: z.record(z.string(), z.unknown()).meta({ description: 'The fields of the tool other than `type`.' }),
})

const fields = z.object({
  description: text(1000).optional().meta({ description: 'When the assistant should use the tool.' }),
  message: text(500).optional().meta({ description: 'Spoken before the tool is used.' }),
  enabled: z.boolean().optional().meta({
    description:
      'If off, the assistant does not hang up. Otherwise it can end its calls, even without this tool, and hangs up when both sides have said goodbye.',
  }),
  briefing: text(400)
    .optional()
    .meta({ description: 'Spoken to the person who answers; by default, a summary by the language model.' }),
  require_key: z
    .boolean()
    .optional()
    .meta({ description: 'The person must press 1 to accept the customer; true by default.' }),
  phone_number: transferNumber.optional(),
  phone_numbers: z.array(transferNumber).min(1).max(20).optional(),
  extension: extension.optional(),
  send_digits: extension.optional().meta({ description: 'Another name of `extension`.' }),
  end_call_on_failure: z.boolean().optional().meta({
    description:
      'If the customer cannot be connected, the assistant says so and hangs up. Otherwise it continues the conversation.',
  }),
  max_digits: intBetween(1, 32).optional(),
  finish_key: z.enum(['#', '*']).optional(),
  timeout_seconds: intBetween(1, 60).optional(),
  calendly_event_type_uri: webUrl
    .optional()
    .meta({ description: 'An event type of a Calendly calendar that is connected to the account.' }),
  calcom_event_type: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .optional()
    .meta({ description: 'The number of an event type of a Cal.com calendar that is connected to the account.' }),
  assistant_id: assistantId
    .optional()
    .meta({ description: 'Another assistant of the account, by its integer id or its UUID.' }),
})

export const builtInToolInput = z
  .object({
    type,
    ...fields.shape,
    data: fields
      .optional()
      .meta({ description: 'The same fields as in responses. Fields beside `data` take precedence.' }),
  })
  .superRefine(({ type, data, ...flat }, check) => {
    const input = { ...data, ...flat }
    for (const alternatives of toolFields[type].needs as readonly (readonly (keyof typeof flat)[])[]) {
      if (alternatives.some((field) => input[field] !== undefined)) continue
      const path = [...(data ? ['data'] : []), alternatives[0]!]
      check.addIssue({ code: 'custom', path, message: 'The :attribute field is required.' })
    }
  })
  .meta({ id: 'BuiltInToolInput' })

export type BuiltInToolInput = z.output<typeof builtInToolInput>

/** Drops the fields that the type does not use. */
export function toBuiltInTool({ type, data, ...flat }: BuiltInToolInput): z.output<typeof builtInTool> {
  const known: readonly string[] = toolFields[type].fields
  const input = Object.entries({ ...data, ...flat })
  return { type, data: Object.fromEntries(input.filter(([name]) => known.includes(name))) }
}
