// Reads the function calls of the model, and writes their results.
import { parseJsonObject } from '@parley/rules'
import type { ToolCall } from '#server/ports/language-model.ts'
import type { OutgoingMessage } from './items.ts'

const maxArgumentCharacters = 100_000
const maxNameCharacters = 200
/** The vendor refuses longer ids. */
const maxIdCharacters = 32
const maxKnownCalls = 1_000

/** Returns undefined for an item of another shape. Arguments that cannot be read are empty. */
export function readToolCall({ call_id: id, name, arguments: text }: Record<string, unknown>): ToolCall | undefined {
  if (typeof id !== 'string' || typeof name !== 'string' || !id || !name) return
  if (id.length > maxNameCharacters || name.length > maxNameCharacters) return
  return { id, name, arguments: parseArguments(text) }
}

function parseArguments(text: unknown): Record<string, unknown> {
  if (typeof text !== 'string' || text.length > maxArgumentCharacters) return {}
  return parseJsonObject(text) ?? {}
}

/** Writes results of calls. A call that the session did not make itself is added before its result. */
export function createToolResults(send: (message: OutgoingMessage) => void) {
  const known = new Set<string>()
  let added = 0
  const create = (item: Record<string, unknown>) => send({ type: 'conversation.item.create', event_id: addEvent, item })

  return {
    made(calls: readonly ToolCall[]): void {
      for (const { id } of calls) known.add(id)
      if (known.size > maxKnownCalls) known.delete(known.values().next().value!)
    },
    add(call: ToolCall, result: string): void {
      let callId = call.id
      if (!known.has(callId)) {
        if (callId.length > maxIdCharacters) callId = `call_added_${++added}`
        const { name } = call
        create({ type: 'function_call', call_id: callId, name, arguments: JSON.stringify(call.arguments) })
        known.add(callId)
      }
      create({ type: 'function_call_output', call_id: callId, output: result })
    },
  }
}

/** The event id of messages that become part of the conversation. */
export const addEvent = 'add'
