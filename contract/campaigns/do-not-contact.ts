// Endpoints of the do-not-contact list.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, idParam, isoMicros, message, page, pageQuery } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import {
  noteInput,
  phoneNumberFilter,
  phoneNumberInput,
  phoneNumberOutput,
  topicInput,
  topicOutput,
} from './contact-fields.ts'

export const scope = z.enum(['everything', 'campaigns', 'topic']).meta({
  description:
    '`everything`: no calls and no messages. `campaigns`: no campaign of any channel. `topic`: no campaign about the `topic`.',
})

export const blockSource = z.enum(['api', 'import', 'call', 'message', 'consent']).meta({
  description:
    '`api` and `import`: added by this endpoint, alone or in a list. `call` and `message`: the person asked for it. `consent`: the person withdrew a consent.',
})

const entry = z
  .object({
    id,
    phone_number: phoneNumberOutput,
    scope,
    topic: topicOutput,
    source: blockSource,
    note: personal('text', z.string().nullable()),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'The call or message in which the person asked for it.', example: 'message 42' }),
    created_at: isoMicros,
  })
  .meta({ id: 'DoNotContactEntry' })

const entryInput = z
  .object({
    phone_number: phoneNumberInput.optional(),
    phone_numbers: z
      .array(phoneNumberInput)
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Several numbers, instead of `phone_number`.' }),
    scope: scope.optional().meta({ description: 'By default `topic` if there is a `topic`, or else `everything`.' }),
    topic: topicInput.nullable().optional(),
    note: noteInput.optional(),
  })
  .superRefine(({ phone_number, phone_numbers, scope, topic }, check) => {
    const fail = (field: string, text: string) => check.addIssue({ code: 'custom', path: [field], message: text })
    if (phone_number === undefined && phone_numbers === undefined)
      fail('phone_number', 'The :attribute field is required when phone numbers is not present.')
    if (phone_number !== undefined && phone_numbers !== undefined)
      fail('phone_numbers', 'The :attribute field must be missing when phone number is present.')
    if (scope === 'topic' && !topic) fail('topic', 'The :attribute field is required when scope is topic.')
    if (scope !== undefined && scope !== 'topic' && topic)
      fail('topic', `The :attribute field must be missing when scope is ${scope}.`)
  })

export const doNotContact = {
  list: endpoint('GET', '/api/user/do-not-contact', {
    summary: 'List the do-not-contact list',
    description: 'Returns the entries of the list, newest first.',
    query: z.object({
      phone_number: phoneNumberFilter.optional(),
      scope: scope.optional(),
      ...pageQuery({ default: 15, max: 100 }),
    }),
    reply: page(entry),
  }),

  create: endpoint('POST', '/api/user/do-not-contact', {
    audit: 'action',
    summary: 'Add numbers to the do-not-contact list',
    description:
      'Adds one number, or up to 1,000. A number that is on the list with the same scope and source keeps its entry, which is returned. If one of the numbers is invalid, none is added.',
    body: entryInput,
    status: 201,
    reply: z.object({
      message: z.string(),
      added: z.int().meta({ description: 'The number of entries that are new.' }),
      data: z.array(entry).meta({ description: 'One entry for each different number, in the order of the request.' }),
    }),
  }),

  delete: endpoint('DELETE', '/api/user/do-not-contact/{id}', {
    audit: 'action',
    summary: 'Delete an entry of the do-not-contact list',
    description:
      'The number may be contacted again if it has no other entry. Delete an entry only if the person agrees to it.',
    params: idParam,
    notFoundCode: { id: 'ENTRY_NOT_FOUND' },
    refusals: { ENTRY_NOT_FOUND: { status: 404, message: 'Do-not-contact entry not found' } },
    reply: message,
  }),
}
