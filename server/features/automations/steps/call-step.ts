// The step that makes a call.
import { z } from 'zod'
import { calls } from '#contract/calls/calls.ts'
import { requiredText, variablesInput } from '#contract/wire/fields.ts'
import { makeCall } from '#server/features/calls/index.ts'
import { assistantField, resolveAssistant } from './resolve-assistant.ts'
import { stepType } from './step-type.ts'

export const makeCallStep = stepType({
  type: 'make_call',
  description: 'Makes a call. It does not wait for the end of the call.',
  input: z.object({
    assistant_id: assistantField,
    phone_number: requiredText(32).meta({ description: 'In E.164 format.', example: '+14155550123' }),
    variables: variablesInput.optional(),
  }),
  actsAs: () => [calls.make],
  hasSideEffects: true,
  async run(step, { assistant_id: given, phone_number: phoneNumber, variables = {} }) {
    const { ctx, effectKey: key, isResumed } = step
    const assistantId = await resolveAssistant(step, given)
    const order = { assistantId, phoneNumber, variables, unverifiedVariables: Object.keys(variables) }
    const { id, status } = await makeCall(ctx, order, { key, isResumed })
    return { call_id: id, status }
  },
})
