// Endpoints of the do-not-contact list and of consents: who may be contacted.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message, page, pageQuery, requiredText, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'

export const phoneNumberInput = text(80).min(1).meta({
  description:
    'In E.164 format, or as people, address books and spreadsheets write it. A number without a country code is one of the country of the account. A number that could be the number of two people is refused.',
  example: '+14155550123',
})

export const phoneNumberFilter = phoneNumberInput.meta({
  description:
    'The whole number, in E.164 format or as it is dialed within the country of the account. A `+` is accepted without encoding as `%2B`.',
  example: '+14155550123',
  'x-plus-as-space': true,
  'x-personal': 'phone',
})

export const phoneNumberOutput = personal(
  'phone',
  z.string().nullable().meta({
    description:
      'E.164. Null for an address that is not a number, and after the erasure of the person; a keyed hash of the number remains.',
    example: '+14155550123',
  }),
)

export const topicInput = requiredText(100).meta({
  description: 'A subject of campaigns, in any letter case.',
  example: 'winter sale',
})

export const topicOutput = z.string().nullable().meta({ description: 'In lower case.', example: 'winter sale' })

export const noteInput = text(1000).nullable()

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
    address: personal(
      'phone',
      z.string().nullable().meta({
        description:
          'The number, or the id that a channel gives a user who hides the number. Null after the erasure of the person.',
        example: '+14155550123',
      }),
    ),
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
    ...ofRecord('ENTRY_NOT_FOUND', 'Do-not-contact entry not found'),
    reply: message,
  }),
}

const ownWords = z.object({
  words: z
    .array(requiredText(60))
    .max(50)
    .meta({ description: 'Words or short phrases, in any letter case.', example: ['no more roses'] }),
})

export const optOutWords = {
  get: endpoint('GET', '/api/user/opt-out-words', {
    summary: 'Get the opt-out words of the account',
    description:
      'A customer who writes nothing but one of these words opts out of messages. They are additional to the words that Parley knows, such as STOP.',
    reply: z.object({ data: ownWords }),
  }),

  set: endpoint('PUT', '/api/user/opt-out-words', {
    audit: 'action',
    summary: 'Replace the opt-out words of the account',
    description: 'Replaces the words that are additional to those that Parley knows.',
    body: ownWords,
    reply: z.object({ message: z.string(), data: ownWords }),
  }),
}

const status = z.enum(['given', 'withdrawn'])

const consent = z
  .object({
    id,
    phone_number: phoneNumberOutput,
    status,
    topic: topicOutput,
    source: z.string().meta({ example: 'web form' }),
    at: isoMicros.meta({ description: 'When the person gave or withdrew the consent.' }),
    note: personal('text', z.string().nullable()),
    evidence: personal('text', z.string().nullable()),
    created_at: isoMicros,
  })
  .meta({ id: 'Consent' })

/** PostgreSQL and the API write years of four digits; consents are not older than this. */
const earliestMs = 0

const time = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) >= earliestMs, 'The :attribute is not a valid date.')
  .meta({
    description:
      'When the person gave or withdrew the consent, by default now. ISO 8601 with an offset, not in the future.',
    example: '2026-01-31T09:30:00Z',
  })

export const consents = {
  list: endpoint('GET', '/api/user/consents', {
    summary: 'List consents',
    description: 'Returns consents and withdrawals, the latest first.',
    query: z.object({ phone_number: phoneNumberFilter.optional(), ...pageQuery({ default: 15, max: 100 }) }),
    reply: page(consent),
  }),

  create: endpoint('POST', '/api/user/consents', {
    audit: 'action',
    summary: 'Record a consent or its withdrawal',
    description:
      'The history of a number only grows. A withdrawal adds the number to the do-not-contact list, with the scope `campaigns` or that of its `topic`. A later consent removes the entries that withdrawals and messages made before it, for all topics or for its own `topic`. Entries of the sources `api`, `import` and `call` remain.',
    body: z.object({
      phone_number: phoneNumberInput,
      status,
      topic: topicInput.nullable().optional().meta({ description: 'Null for campaigns about any topic.' }),
      source: requiredText(255).meta({ description: 'Where the person said it.', example: 'web form' }),
      at: time.optional(),
      note: noteInput.optional(),
      evidence: text(2000)
        .nullable()
        .optional()
        .meta({ description: 'What proves it, such as the text that the person agreed to.' }),
    }),
    status: 201,
    reply: z.object({ message: z.string(), data: consent }),
  }),
}
