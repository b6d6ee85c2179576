// The steps that the engine carries out itself: branches, loops, pauses, and the result of the run.
import { z } from 'zod'
import { automations } from '#contract/automations/automations.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { StepType } from './step-type.ts'

/** Without `run`. Fields that contain steps are checked with the flow. */
export type ControlType = Pick<StepType, 'type' | 'description' | 'input' | 'actsAs'> & {
  /** Fields of the input that contain steps. */
  nested: readonly string[]
  /** Fields that are expressions without braces. */
  expressions: readonly string[]
  /** The other fields of the input. */
  values: z.ZodObject
}

const steps = z.array(z.unknown())
export const maxRounds = 1_000
const maxDelaySeconds = 366 * 86_400

/** A step `call_flow` also needs what the other flow needs. */
const endpointsOf: Readonly<Record<string, readonly Endpoint[]>> = {
  condition: [],
  loop: [],
  delay: [],
  set: [],
  respond: [],
  stop: [],
  call_flow: [automations.run],
}

const valuesOf = ({ input, nested, expressions }: Omit<ControlType, 'values' | 'actsAs'>): z.ZodObject =>
  input.omit(Object.fromEntries([...nested, ...expressions].map((field) => [field, true])) as never)

export const controlTypes: ReadonlyMap<string, ControlType> = new Map(
  [
    {
      type: 'condition',
      description:
        'Runs the steps of `then` if the expression `if`, without double braces, is true, and otherwise those of `else`.',
      input: z.object({ if: z.string().min(1).max(4_000), then: steps.optional(), else: steps.optional() }),
      nested: ['then', 'else'],
      expressions: ['if'],
    },
    {
      type: 'loop',
      description: `Runs \`steps\` for each of the \`items\`, at most ${maxRounds.toLocaleString('en')}. They can use \`item\` and \`index\`.`,
      input: z.object({ items: z.array(z.unknown()), steps }),
      nested: ['steps'],
      expressions: [],
    },
    {
      type: 'delay',
      description: 'Pauses the run for `seconds`, or `until` a time in ISO 8601. At most a year.',
      input: z.object({
        seconds: z.number().min(0).max(maxDelaySeconds).optional(),
        until: z.iso.datetime({ offset: true }).optional(),
      }),
      nested: [],
      expressions: [],
    },
    {
      type: 'set',
      description: 'Its output is `values`. `outcome` labels the run, so that runs can be found by it.',
      input: z.object({
        values: z.record(z.string(), z.unknown()).optional(),
        outcome: z.string().max(64).optional(),
      }),
      nested: [],
      expressions: [],
    },
    {
      type: 'respond',
      description: 'Sets the response to the request of the trigger `webhook`. The run continues.',
      input: z.object({
        status: z.number().int().min(200).max(599).optional(),
        body: z.unknown().optional(),
        content_type: z
          .string()
          .max(100)
          .regex(/^[\w.+-]+\/[\w.+-]+(?:\s?;\s?charset=utf-8)?$/i)
          .optional()
          .meta({
            description:
              'The media type of the response, such as `text/plain`. A text is then sent as it is. Defaults to JSON, and to `text/plain` for a text that answers a GET request.',
            example: 'text/plain',
          }),
      }),
      nested: [],
      expressions: [],
    },
    {
      type: 'stop',
      description: 'Ends the run: it has succeeded, or with `fail` it has failed with the `message`.',
      input: z.object({ fail: z.boolean().optional(), message: z.string().max(1_000).optional() }),
      nested: [],
      expressions: [],
    },
    {
      type: 'call_flow',
      description:
        'Starts a run of another automation with `input` as the data of its trigger, and waits until it ends or pauses.',
      input: z.object({ automation_id: z.string().max(64), input: z.record(z.string(), z.unknown()).optional() }),
      nested: [],
      expressions: [],
    },
  ].map((type) => [type.type, { ...type, actsAs: () => endpointsOf[type.type]!, values: valuesOf(type) }]),
)
