// The preview of the start of a campaign.
import { z } from 'zod'
import { isoMicros } from '../wire/fields.ts'

export const campaignPreview = z.object({
  waiting: z.int().meta({ description: 'Leads that wait for an attempt.' }),
  examined: z.int().meta({ description: 'The leads that the preview has looked at: at most 100,000.' }),
  skipped: z.int(),
  skipped_by_reason: z.record(z.string(), z.int()).meta({ example: { do_not_contact: 120, no_consent: 30 } }),
  contacted: z.int(),
  problems: z.array(z.string()).meta({ description: 'Sentences that say why the campaign cannot be started.' }),
  opens_at: isoMicros.meta({
    description: 'When the schedule allows the first contact, in `timezone` of the campaign.',
  }),
  finished_by_status: z.record(z.string(), z.int()).meta({
    description: 'Leads that are not contacted again.',
    example: { completed: 12, 'reached-max-retries': 3, blacklisted: 1 },
  }),
  first_contact: z
    .object({
      at: isoMicros,
      timezone: z.string().meta({ description: 'IANA.', example: 'Europe/Berlin' }),
      of_lead: z.boolean().meta({ description: 'Whether `timezone` is that of the lead or that of the campaign.' }),
    })
    .nullable()
    .meta({
      description:
        'The first time at which the schedule and the law allow contact with a lead. People who were contacted recently can have to wait longer. Null if no lead would be contacted.',
    }),
  expected: z
    .object({
      call_seconds: z
        .int()
        .nullable()
        .meta({ description: 'How long a call takes with its ringing. Null for messages.' }),
      measured: z.boolean().meta({ description: 'From the latest calls of campaigns of the account, not assumed.' }),
      duration_seconds: z.int().meta({ description: 'Within the hours of the schedule.' }),
      end_at: isoMicros.nullable().meta({ description: 'Null if it is more than a year away.' }),
    })
    .nullable()
    .meta({ description: 'An estimate for one attempt with each lead that would be contacted.' }),
  most_calls: z.int().meta({
    description: 'The most calls to the leads that were examined and would be contacted, with all further attempts.',
  }),
  most_messages: z.int(),
  highest_cost_usd: z.number().nullable().meta({
    description:
      'The cost of all these calls and messages if each call had the longest duration, without transfers. Null if the campaign cannot be started.',
  }),
  balance_usd: z.number().meta({ description: 'Without the amounts on hold.' }),
  spend_limits: z
    .array(z.object({ period: z.enum(['hour', 'day']), limit_usd: z.number(), spent_usd: z.number() }))
    .meta({ description: 'The limits for the cost of calls that the campaign can reach. It then waits.' }),
})
