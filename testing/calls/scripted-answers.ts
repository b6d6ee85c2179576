// Answers and tools for tests of whole calls.
import type { CallTool } from '#server/voice/engine/settings.ts'

export const longAnswer = [
  'We are open from nine to five on weekdays.',
  'On Saturdays we close at noon, and on Sundays all day.',
]

export function functionTool(name: string, run: () => Promise<unknown>, timeoutMs = 5_000): [string, CallTool] {
  const definition = { name, description: name, parameters: { type: 'object' } }
  return [name, { kind: 'function', definition, speakDuring: undefined, timeoutMs, run }]
}

export const toolCall = (name: string, args: Record<string, unknown> = {}) => ({
  id: `call-${name}`,
  name,
  arguments: args,
})
