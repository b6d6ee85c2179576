// What a type of step is: how its input looks, and what it does.
import type { z } from 'zod'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { AccountContext } from '#server/platform/context/context.ts'

/** `wiring_error`: the flow itself does not fit. The others: a credential or a record is missing. */
export type FailureClass = 'wiring_error' | 'missing_connection' | 'missing_record'

/** The step has failed; the message is shown to the account. */
export class StepFailure extends Error {
  readonly classification: FailureClass
  /** Another attempt can succeed, such as after a time limit. */
  readonly isRetryable: boolean
  /**
   * The effect may have happened. An automatic attempt must have the same effect key and be resumed, so that it does not
   * happen twice. After other failures, the effect has not happened: a further attempt needs a new effect key.
   */
  readonly isInDoubt: boolean

  constructor(
    message: string,
    {
      classification,
      isRetryable = false,
      isInDoubt = false,
    }: { classification: FailureClass; isRetryable?: boolean; isInDoubt?: boolean },
  ) {
    super(message)
    this.name = 'StepFailure'
    this.classification = classification
    this.isRetryable = isRetryable
    this.isInDoubt = isInDoubt
  }
}

/** The flow, or the data that it got, does not fit. */
export const wiringError = (
  message: string,
  effect: { isRetryable?: boolean; isInDoubt?: boolean } = {},
): StepFailure => new StepFailure(message, { classification: 'wiring_error', ...effect })

/** What a step can use while it runs. */
export interface StepContext {
  ctx: AccountContext
  automation: { id: string; name: string; assistantId: number | null }
  /** How many flows have called each other before this run. */
  depth: number
  /** A UUID for the effect of the step, so that it happens once. It is the same after a crash. */
  effectKey: string
  /** An earlier attempt may have had its effect: it was interrupted, or it failed in doubt. */
  isResumed: boolean
  /** The account has retried the run although the effect is in doubt, so it may happen again. */
  isAccepted: boolean
  /** Aborts when the time of the step is over or the process stops. */
  signal: AbortSignal
}

/** In requests of steps to webhooks of this Parley: how many flows have called each other. */
export const depthHeader = 'x-parley-depth'
export const maxDepth = 5

export interface StepType<I extends z.ZodObject = z.ZodObject> {
  type: string
  /** One sentence for the reference. */
  description: string
  /** The input after references were replaced. */
  input: I
  /** Fields of the input that contain no references, such as source code. */
  literalInputs?: readonly string[]
  /** Replaces what the stored input must not contain, before the input is checked. Default: nothing. */
  maskInput?(input: Record<string, unknown>): Record<string, unknown>
  /**
   * The endpoints that do the same as the step with this input, in which references are not replaced. A flow may contain
   * the step if its author may call them.
   */
  actsAs(input: Record<string, unknown>): readonly Endpoint[]
  /** It sends, spends or changes something outside the run, so a test run of a flow with it must be confirmed. */
  hasSideEffects: boolean
  /** Returns the output, as JSON. Throws a `StepFailure`, or a `Refusal` of the operation that it uses. */
  run(step: StepContext, input: z.output<I>): Promise<unknown>
}

/** Keeps the type of the input. */
export const stepType = <I extends z.ZodObject>(type: StepType<I>): StepType => type as unknown as StepType
