// Lets a language model write structured data, as the arguments of a tool that it has to call.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Generation } from '#server/ports/language-model.ts'

interface Request extends Pick<Generation, 'model' | 'messages'> {
  fallback: Generation['fallback'] | undefined
  facts?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  description: string
  /** A JSON schema of type object. */
  parameters: Record<string, unknown>
}

/** Returns undefined if the model did not call the tool. Throws `OutsideError`. */
export async function requireToolCall(
  { languageModel }: Pick<AppContext, 'languageModel'>,
  { model, fallback, messages, facts, signal, description, parameters }: Request,
): Promise<Record<string, unknown> | undefined> {
  const generation: Generation = {
    model,
    messages,
    tools: [{ name: 'record', description, parameters }],
    toolChoice: 'required',
    temperature: 0,
    isWhole: true,
    ...(fallback && { fallback }),
    ...(facts && { facts }),
    ...(signal && { signal }),
  }
  for await (const event of languageModel.stream(generation)) {
    if (event.type === 'tool-call') return event.call.arguments
  }
  return undefined
}
