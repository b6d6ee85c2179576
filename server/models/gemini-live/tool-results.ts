// The calls of tools that the model waits for, and the response with their results.
import type { ToolCall } from '#server/ports/language-model.ts'
import { type FunctionResponse, type Message, textOf, toolResponseMessage, withoutToolsNote } from './messages.ts'

export function createToolResults() {
  const outstanding = new Map<string, string>()

  return {
    /** The model waits for results, and generates nothing before. */
    areAwaited: () => outstanding.size > 0,
    expect(calls: readonly ToolCall[]): void {
      for (const { id, name } of calls) outstanding.set(id, name)
    },
    forget(ids?: readonly string[]): void {
      for (const id of ids ?? [...outstanding.keys()]) outstanding.delete(id)
    },
    /** Whether the messages contain a result that the model waits for. */
    areIn: (messages: readonly Message[]) =>
      messages.some((message) => message.role === 'tool' && outstanding.has(message.call.id)),
    /** Returns the response that contains all of the messages, which continues the answer. */
    respond(messages: readonly Message[], mayCallTools: boolean): string {
      const responses: FunctionResponse[] = [...outstanding].map(([id, name]) => {
        const result = messages.find((message) => message.role === 'tool' && message.call.id === id)
        const response = result?.role === 'tool' ? { output: result.result } : { error: 'The tool was not called.' }
        return { id, name, response }
      })
      const notes = messages
        .filter((message) => message.role !== 'tool' || !outstanding.has(message.call.id))
        .map(textOf)
      if (!mayCallTools) notes.push(textOf(withoutToolsNote))
      if (notes.length > 0) Object.assign(responses.at(-1)!.response, { notes: notes.join('\n') })
      outstanding.clear()
      return toolResponseMessage(responses)
    },
  }
}

/** Answers calls that are not made, so that the model continues. */
export const refuseCalls = (calls: readonly ToolCall[]): string =>
  toolResponseMessage(
    calls.map(({ id, name }) => ({
      id,
      name,
      response: { error: 'Tools cannot be called now. Answer with what you know.' },
    })),
  )
