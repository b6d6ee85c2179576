// The values that an evaluation extracts from a transcript.
import { z } from 'zod'

export const evaluationField = z.object({
  name: z
    .string()
    .min(3)
    .max(16)
    .regex(/^[a-z0-9_]*$/),
  type: z.enum(['string', 'number', 'bool']),
  description: z.string().min(3).max(255),
})

export function refuseRepeatedNames(fields: readonly { name: string }[], check: z.core.$RefinementCtx): void {
  for (const [index, { name }] of fields.entries()) {
    if (fields.findIndex((other) => other.name === name) === index) continue
    check.addIssue({
      code: 'custom',
      path: [index, 'name'],
      message: 'The :attribute field has a duplicate value.',
    })
  }
}

const listOf = <Field extends z.ZodType<{ name: string }>>(field: Field) =>
  z.array(field).max(50).superRefine(refuseRepeatedNames)

export const evaluationSchema = listOf(evaluationField)

/** In requests, `int` and `float` are other names of `number`. */
export const evaluationInput = listOf(
  evaluationField.extend({
    type: z
      .enum([...evaluationField.shape.type.options, 'int', 'float'])
      .transform((type) => (type === 'int' || type === 'float' ? 'number' : type))
      .meta({ description: '`int` and `float` are stored as `number`.' }),
  }),
)
