// Endpoints of leads: the people whom a campaign contacts.
import { encodings } from '@parley/rules'
import { z } from 'zod'
import { answerer, extensionInput, extensionOutput } from '../calls/call-fields.ts'
import { phoneNumberInput } from '../contacts/contact-permissions.ts'
import { contactFilter } from '../contacts/contacts.ts'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import {
  dayFilters,
  id,
  localTime,
  message,
  page,
  pageQuery,
  streamedFile,
  text,
  variables,
  variablesInput,
} from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'
import { campaignChannel, waiting } from './campaigns.ts'

export const leadStatus = z
  .enum(['created', 'scheduled', 'processing', 'completed', 'rescheduled', 'reached-max-retries', 'blacklisted'])
  .meta({
    description:
      '`created` and `scheduled` before the first attempt, `processing` during an attempt, `rescheduled` before another one. `blacklisted`: the person does not want to be contacted.',
  })

export const answeredOutcomes = answerer.options
export const unansweredOutcomes = ['busy', 'no_answer', 'invalid_number', 'failed'] as const
export const messageOutcomes = ['sent', 'delivered', 'read', 'undelivered', 'invalid_variables'] as const
/** Why a number is not contacted at all. */
export const obstacles = ['do_not_contact', 'no_consent', 'forbidden', 'no_legal_hours'] as const

export const outcome = z
  .enum([...answeredOutcomes, ...unansweredOutcomes, 'canceled', ...messageOutcomes, ...obstacles])
  .meta({
    description:
      'Calls: `person`, `voicemail`, `screening` (a service that answers for the person), `menu`, `announcement` (of the network), `fax`, `unknown` (answered, but nobody spoke), `busy`, `no_answer`, `invalid_number`, `failed`, `canceled` (before the number was dialed). Messages: `sent`, `delivered`, `read`, `undelivered`, `invalid_number`, `invalid_variables` (those of the lead do not fit the template), `failed`. Not contacted: `do_not_contact`, `no_consent`, `forbidden` (a destination that the account may not call), `no_legal_hours` (the schedule has no hour at which the law allows contact).',
  })

const attempt = z
  .object({
    number: z.int(),
    channel: campaignChannel,
    phone_number: personal('phone', z.string()),
    call_id: id.nullable(),
    message_id: id.nullable().meta({ description: 'The message on its channel, as named in delivery receipts.' }),
    outcome: outcome.nullable().meta({ description: 'Null while the attempt is in progress.' }),
    detail: personal(
      'text',
      z.string().nullable().meta({ description: 'What the carrier or a provider said of a failure.' }),
    ),
    goal_reached: z.boolean().nullable(),
    decision: personal(
      'text',
      z.record(z.string(), z.unknown()).meta({
        description: 'Why the person could be contacted: the consent on record and the contacts of the last 24 hours.',
      }),
    ),
    created_at: localTime,
    ended_at: localTime.nullable(),
  })
  .meta({ id: 'Attempt' })

const contactVariables = personal('text', z.record(z.string(), z.string()))

const contact = z.object({
  phone_number: personal('phone', z.string()),
  extension: extensionOutput,
  variables: contactVariables,
})

const lead = z
  .object({
    id,
    campaign_id: id,
    phone_number: personal('phone', z.string().meta({ description: 'E.164.' })),
    extension: extensionOutput,
    variables: contactVariables,
    status: leadStatus,
    timezone: z.string().nullable().meta({ description: 'IANA, of the person. Null if it is not known.' }),
    requested: z.boolean().meta({
      description:
        'The person has asked to be contacted, so `contact_gap` and `contacts_per_day` of the campaign do not apply.',
    }),
    attempts: z.int().meta({ description: 'The number of attempts so far.' }),
    outcome: outcome.nullable().meta({
      description: 'The outcome of the latest attempt, or why the lead is not contacted. Null before.',
    }),
    waiting: waiting.nullable().meta({ description: 'Why the lead is not contacted yet. Null unless it waits.' }),
    created_at: localTime,
    updated_at: localTime,
    campaign: z.object({ id, name: z.string() }).meta({ id: 'LeadCampaign' }),
    secondary_contacts: z.array(contact),
  })
  .meta({ id: 'Lead' })

/** Some clients send a list of objects instead of one. */
export const leadVariables = z
  .union([variablesInput, z.array(variablesInput).max(50)])
  .transform((values): Record<string, string> => (Array.isArray(values) ? Object.assign({}, ...values) : values))
  .pipe(variables)
  .meta({ description: 'An object, or a list of objects, which are merged. Numbers and booleans become strings.' })

const extension = extensionInput.nullable().optional()

const contactInput = z.object({ phone_number: phoneNumberInput, extension, variables: leadVariables.optional() })

const timeZone = z.string().max(64).nullable().meta({ description: 'IANA, of the person.', example: 'America/Denver' })

const campaignId = id.meta({ 'x-reference': 'campaign' })

/** The statuses that requests can set. */
export const newLeadStatus = z.enum(['created', 'completed', 'reached-max-retries'])

const ofLead = ofRecord('LEAD_NOT_FOUND', 'Lead not found')

const changed = z.object({ message: z.string(), data: lead })

export const leads = {
  create: endpoint('POST', '/api/user/lead', {
    audit: 'action',
    aliases: ['/api/user/leads'],
    summary: 'Create a lead',
    description:
      'Adds a person to a campaign. The secondary contacts are further numbers of this person, which are tried in their order if the first one is not reached.',
    body: withAliases(
      z.object({
        campaign_id: campaignId,
        phone_number: phoneNumberInput,
        extension,
        variables: leadVariables.optional(),
        variable: leadVariables.optional().meta({ description: 'Alias of `variables`.' }),
        input_variables: leadVariables.optional().meta({ description: 'Alias of `variables`.' }),
        allow_dupplicate: z
          .boolean()
          .optional()
          .meta({ description: 'Whether the campaign may have several leads with this number.' }),
        allow_duplicate: z.boolean().optional().meta({ description: 'Alias of `allow_dupplicate`.' }),
        secondary_contacts: z.array(contactInput).max(10).optional(),
        timezone: timeZone.optional(),
        requested: z.boolean().optional(),
      }),
      { variable: 'variables', input_variables: 'variables', allow_duplicate: 'allow_dupplicate' },
    ),
    reply: changed,
  }),

  import: endpoint('POST', '/api/user/campaign/{id}/leads/import', {
    audit: 'action',
    aliases: ['/api/user/campaigns/{id}/leads/import'],
    summary: 'Import leads',
    description:
      'Adds the people of a CSV file to a campaign. The body is the file itself with `Content-Type: text/csv`, or a form with the file. The first line names the columns; those other than the phone number become variables of the lead. A column of countries or calling codes tells the country of numbers without a country code. Lines are stored while the file arrives, and lines that are not valid are reported and left out, so an import can be repeated: it adds only leads that are missing. A file has at most 200 columns and 1,000,000 lines, and a line at most 1 MB.',
    ...ofRecord('CAMPAIGN_NOT_FOUND', 'Campaign not found.'),
    query: z.object({
      phone_column: text(64).optional().meta({
        description:
          'The name of the column with the phone number; without a header, its position from 1. By default a column named `phone_number`, `phone`, `number`, `mobile`, `telephone`, `tel` or similarly, or the first one without a header. Numbers of further such columns become secondary contacts.',
      }),
      allow_duplicates: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether the campaign may have several leads with one number.' }),
      delimiter: z
        .enum([',', ';', 'tab', '|'])
        .optional()
        .meta({ description: 'What separates values. By default the most frequent one of the first line.' }),
      encoding: z.enum(encodings).optional().meta({
        description:
          'By default that of the byte order mark; without one, UTF-8, or windows-1252 if the text is not valid UTF-8. If the text makes no sense in windows-1252, the import is refused with the probable encoding.',
      }),
      has_header: z.boolean().default(true).meta({
        description:
          'Whether the first line names the columns. Without a header they are named `column_1`, `column_2`, ….',
      }),
    }),
    body: z.object({ file: streamedFile({ maxBytes: 2 ** 30, type: 'text/csv' }) }),
    reply: z.object({
      message: z.string(),
      data: z.object({
        imported: z.int(),
        duplicates: z.int().meta({
          description:
            'Lines whose number the campaign had already, which were left out unless `allow_duplicates` is true.',
        }),
        refused: z.int(),
        lines: z.int().meta({ description: 'The sum of the three, without the header and empty lines.' }),
        errors: z
          .array(
            z.object({
              line: z.int().meta({ description: 'The line of the file on which the record begins, from 1.' }),
              error: z.string(),
              phone_number: z.string().nullable().meta({ description: 'As it is written in the file.' }),
              refused: z.boolean().meta({
                description:
                  'False if the lead was imported, but not all of the line could be used, such as a time zone that is not known.',
              }),
            }),
          )
          .meta({ description: 'The first 1,000 problems of lines.' }),
        more_errors: z.int().meta({ description: 'The number of problems that `errors` does not contain.' }),
      }),
    }),
  }),

  list: endpoint('GET', '/api/user/leads', {
    summary: 'List leads',
    description:
      'Returns leads, newest first. `date_from` and `date_to` are inclusive days in the time zone of the account.',
    query: z.object({
      status: leadStatus.optional(),
      campaign_id: campaignId.optional(),
      phone_number: personal(
        'phone',
        text(32).optional().meta({ description: 'Digits that the number contains.', example: '4155' }),
      ),
      contact_id: contactFilter,
      ...dayFilters,
      ...pageQuery({ default: 15, max: 100 }),
    }),
    reply: page(lead).extend({ leads: z.array(lead).meta({ description: 'The same as `data`.' }) }),
  }),

  get: endpoint('GET', '/api/user/leads/{id}', {
    aliases: ['/api/user/lead/{id}'],
    summary: 'Get a lead',
    description: 'Returns the lead with the history of its attempts, oldest first.',
    ...ofLead,
    reply: z.object({ ...lead.shape, history: z.array(attempt) }),
  }),

  update: endpoint('PUT', '/api/user/leads/{id}', {
    audit: 'action',
    aliases: ['/api/leads/{id}'],
    alsoMethods: ['PATCH'],
    summary: 'Update a lead',
    description:
      'Missing fields stay unchanged, and `variables` are merged with those of the lead. A lead whose `status` becomes `created` is contacted again.',
    ...ofLead,
    body: withAliases(
      z.object({
        campaign_id: campaignId.optional(),
        phone_number: phoneNumberInput.optional(),
        extension,
        status: newLeadStatus.optional(),
        variables: leadVariables.optional(),
        variable: leadVariables.optional().meta({ description: 'Alias of `variables`.' }),
        input_variables: leadVariables.optional().meta({ description: 'Alias of `variables`.' }),
        timezone: timeZone.optional(),
        requested: z.boolean().optional(),
      }),
      { variable: 'variables', input_variables: 'variables' },
    ),
    reply: changed,
  }),

  delete: endpoint('DELETE', '/api/user/leads/{id}', {
    audit: 'action',
    summary: 'Delete a lead',
    description: 'Its calls and messages are kept.',
    ...ofLead,
    reply: message,
  }),
}
