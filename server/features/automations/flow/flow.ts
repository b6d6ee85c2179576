// A flow: what starts it, and its steps in order. Branches and loops contain further steps in their input.
export type TriggerType =
  | 'webhook'
  | 'schedule'
  | 'call_ended'
  | 'inbound_call'
  | 'message_received'
  | 'conversation_ended'
  | 'document_failed'
  | 'campaign_completed'
  | 'manual'

export interface Trigger {
  type: TriggerType
  input: Record<string, unknown>
}

export interface Step {
  /** Unique in the flow. */
  name: string
  type: string
  /** Strings can contain references as `{{trigger.x}}` and `{{steps.name.x}}`. */
  input: Record<string, unknown>
}

export interface Flow {
  trigger: Trigger
  steps: Step[]
}

export interface FlowFault {
  /** Such as `steps.2.input.url`. */
  path: string
  message: string
}

/** The fields of a step that contain steps. */
export const nestedFields = ['then', 'else', 'steps'] as const

/** The steps, with those in branches and loops. */
export const withNested = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => [
    step,
    ...nestedFields.flatMap((field) => {
      const inner = step.input[field]
      return Array.isArray(inner) ? withNested(inner as Step[]) : []
    }),
  ])

/** A flow as it is stored. */
export interface FlowVersion {
  /** With the mask of the trigger's secret. */
  flow: Flow
  /** The secret of a webhook trigger, encrypted. */
  sealedSecret: Buffer | null
  /** The headers of its steps that are masked in the flow, encrypted. */
  sealedHeaders: Buffer | null
  /** See `Grant`. */
  scopes: readonly string[] | null
}
