// Presents what flows can be built from: triggers, types of steps, functions and templates.
import type { z } from 'zod'
import type { automations } from '#contract/automations/automations.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { jsonSchemaOf } from '#contract/wire/json-schema.ts'
import { expressionFunctions } from './expressions/functions/index.ts'
import { triggerDescriptions, triggerInputs } from './flow/triggers.ts'
import { controlTypes } from './steps/control-steps.ts'
import { stepTypes } from './steps/library.ts'
import type { Template } from './templates/template.ts'

/** Named schemas are those of the OpenAPI document. */
const schemaOf = (input: z.ZodObject): Record<string, unknown> =>
  jsonSchemaOf(input, 'input', (name) => `#/components/schemas/${name}`).schema

type Parts = ReplyOf<typeof automations.stepTypes>

let parts: Parts | undefined

export function presentStepTypes(): Parts {
  parts ??= {
    triggers: Object.entries(triggerInputs).map(([type, input]) => ({
      type,
      description: triggerDescriptions[type as keyof typeof triggerInputs],
      input: schemaOf(input),
    })),
    steps: [...controlTypes.values(), ...stepTypes.values()].map(({ type, description, input, ...step }) => ({
      type,
      description,
      input: schemaOf(input),
      has_side_effects: 'hasSideEffects' in step && step.hasSideEffects,
    })),
    functions: [...expressionFunctions],
  }
  return parts
}

export const presentTemplate = ({ id, name, description, values, sample, trigger }: Template) => ({
  id,
  name,
  description,
  trigger,
  values: schemaOf(values),
  sample,
})
