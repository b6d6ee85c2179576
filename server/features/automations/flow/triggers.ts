// What starts flows, and the settings of each trigger.
import { z } from 'zod'
import type { TriggerType } from './flow.ts'

const nothing = z.object({})

export const triggerInputs: Readonly<Record<TriggerType, z.ZodObject>> = {
  webhook: z.object({
    /** Requests must have a valid `X-Signature-256`. */
    secret: z.string().min(16).max(128).optional(),
    /** In each process. */
    max_running: z.number().int().min(1).max(500).optional(),
    /** What happens to requests while so many runs are in progress. */
    overflow: z.enum(['refuse', 'queue']).optional(),
  }),
  schedule: z.object({ cron: z.string().min(1).max(128), timezone: z.string().max(64).optional() }),
  call_ended: nothing,
  inbound_call: nothing,
  message_received: nothing,
  conversation_ended: nothing,
  document_failed: nothing,
  campaign_completed: nothing,
  manual: nothing,
}
