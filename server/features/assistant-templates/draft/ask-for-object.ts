// Asks a language model for an object that fits a schema, and once more if it does not.
import { z } from 'zod'
import { requireToolCall } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { ChatMessage, ModelRef } from '#server/ports/language-model.ts'

/** The model answered, but not with what was asked for. */
export class UnusableAnswer extends Error {}

/** The first model of the configuration. */
const defaultModel: ModelRef = { vendor: 'default', code: 'default' }
const attempts = 2
const maxIssueCharacters = 1_000

/** Throws `OutsideError`, the reason of the signal, or `UnusableAnswer`. */
export async function askForObject<S extends z.ZodObject>(
  ctx: AccountContext,
  schema: S,
  { instructions, text, signal }: { instructions: string; text: string; signal: AbortSignal },
): Promise<z.output<S>> {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' })
  const messages: ChatMessage[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: text },
  ]
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const given = await requireToolCall(ctx, {
      ...{ model: defaultModel, fallback: undefined, messages, signal, parameters },
      description: 'Records the result.',
    })
    const checked = schema.safeParse(given ?? {})
    if (checked.success) return checked.data
    const issues = given ? z.prettifyError(checked.error).slice(0, maxIssueCharacters) : 'The tool was not called.'
    messages.push({
      role: 'user',
      content: `The result cannot be used. Call the tool again with all fields.\n${issues}`,
    })
  }
  throw new UnusableAnswer('The language model did not write what was asked for.')
}
