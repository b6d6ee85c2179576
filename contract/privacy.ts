// Endpoints of personal data: how long it is kept.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoMicros } from './fields.ts'

const days = z
  .int()
  .max(3650)
  .refine((value) => value >= 1, 'The :attribute must be at least 1 day. Use null to keep the data.')
  .meta({ minimum: 1 })
  .nullable()
  .optional()
  .meta({ example: 90 })

const kinds = {
  calls: days.meta({
    description:
      'Number, variables, recording, transcript and webhooks of ended calls. Their duration and cost remain.',
  }),
  recordings: days.meta({ description: 'Recordings of ended calls.' }),
  transcripts: days.meta({ description: 'Transcripts, explanations and evaluations of ended calls.' }),
  messages: days.meta({
    description: 'Conversations, messages of all channels with their files, and contacts without an opt-out.',
  }),
  documents: days.meta({ description: 'Documents of knowledgebases, since their last change.' }),
  runs: days.meta({ description: 'Ended runs of automations with their data.' }),
  webhook_deliveries: days.meta({ description: 'Bodies and responses of webhook deliveries that do not wait.' }),
}

const rule = z
  .object({
    kind: z.enum(Object.keys(kinds) as [keyof typeof kinds, ...(keyof typeof kinds)[]]),
    days: z.int().nullable().meta({ description: 'Null: kept until `maximum_days`, or until it is deleted.' }),
    maximum_days: z.int().nullable().meta({ description: 'The installation keeps nothing for longer.' }),
    is_running: z.boolean().meta({ description: 'A run is in progress.' }),
    last_run: z
      .object({
        finished_at: isoMicros,
        before: isoMicros.meta({ description: 'Records from before this time were deleted.' }),
        deleted: z.int().meta({ description: 'How many this run deleted.' }),
        remaining: z.int().meta({ description: 'How many from before that time were left when the run ended.' }),
        oldest_at: isoMicros.nullable().meta({ description: 'The time of the oldest record that was left.' }),
      })
      .nullable(),
  })
  .meta({ id: 'RetentionRule' })

const retention = z
  .object({
    data: z.array(rule),
    suspended_until: isoMicros
      .nullable()
      .meta({ description: 'Nothing is deleted before this time, because the clock of the database has jumped.' }),
  })
  .meta({ id: 'Retention' })

export const privacy = {
  getRetention: endpoint({
    method: 'GET',
    path: '/api/user/privacy/retention',
    summary: 'Get the retention of personal data',
    description: 'Returns for each kind how many days it is kept, and what the latest run deleted and left.',
    reply: retention,
  }),

  setRetention: endpoint({
    method: 'PUT',
    path: '/api/user/privacy/retention',
    summary: 'Set the retention of personal data',
    description:
      'Sets how many days each kind is kept, from 1 to 3,650; null keeps it. Kinds that are not in the request stay as they are. Older records are deleted within the next hours, and cannot be restored. The ledger is not affected.',
    body: z.object(kinds),
    reply: retention,
  }),
}
