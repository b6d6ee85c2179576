// Endpoints of consents: whether and when people agreed to be contacted.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, page, pageQuery, requiredText, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import {
  noteInput,
  phoneNumberFilter,
  phoneNumberInput,
  phoneNumberOutput,
  topicInput,
  topicOutput,
} from './contact-fields.ts'

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
