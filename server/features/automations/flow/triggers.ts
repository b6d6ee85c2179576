// What starts flows, and the settings of each trigger.
import { z } from 'zod'
import type { TriggerType } from './flow.ts'

const nothing = z.strictObject({})

export const triggerInputs: Readonly<Record<TriggerType, z.ZodObject>> = {
  webhook: z.strictObject({
    /** Requests must have a valid `X-Signature-256`. */
    secret: z.string().min(16).max(128).optional(),
  }),
  schedule: z.strictObject({ cron: z.string().min(1).max(128), timezone: z.string().max(64).optional() }),
  call_ended: nothing,
  inbound_call: nothing,
  message_received: nothing,
  conversation_ended: nothing,
  document_failed: nothing,
  campaign_completed: nothing,
  manual: nothing,
}
