// The assistant of a step: the one that its input names, or else the assistant of the automation.
import { z } from 'zod'
import { id } from '#contract/wire/fields.ts'
import { findAssistantIds } from '#server/features/assistants/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type StepContext, wiringError } from './step-type.ts'

export const assistantField = z
  .union([id, z.uuid()])
  .optional()
  .meta({ description: 'The integer id of an assistant, or its UUID. Defaults to the assistant of the automation.' })

/** Refuses with `ASSISTANT_NOT_FOUND` for a UUID; the operation checks an integer id. */
export async function resolveAssistant(
  { ctx, automation }: StepContext,
  given: number | string | undefined,
): Promise<number> {
  if (typeof given === 'number') return given
  if (given === undefined) {
    if (automation.assistantId !== null) return automation.assistantId
    throw wiringError('The step needs an assistant id, because the automation has no assistant.')
  }
  const uuid = given.toLowerCase()
  const found = (await findAssistantIds(ctx.db, ctx.account.id, [uuid])).get(uuid)
  if (found === undefined) throw new Refusal('ASSISTANT_NOT_FOUND')
  return found
}
