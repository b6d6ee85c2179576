// An automation: a flow with a name, which can be enabled, and its versions.
import type { z } from 'zod'
import type { boundWebhook } from '#contract/automations/automation-fields.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { TriggerType } from '../flow/flow.ts'

export type BoundWebhook = z.infer<typeof boundWebhook>

export interface Automation {
  accountId: number
  /** 21 characters. */
  id: string
  name: string
  isEnabled: boolean
  version: number
  triggerType: TriggerType
  /** Part of the URL of the webhook trigger. */
  webhookToken: string
  /** Only events of this assistant start the flow. */
  assistantId: number | null
  /** The webhook of the assistant that calls the webhook trigger. */
  boundWebhook: BoundWebhook | null
  sample: unknown
  /** The next run of a schedule. */
  nextAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}
