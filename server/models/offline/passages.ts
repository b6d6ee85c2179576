// The passages that the offline model answers from: those of the last message, or the result of its own search.
import type { ChatMessage, Generation, Passage, ToolCall } from '#server/ports/language-model.ts'

/** The tool that searches the documents of the account. */
const searchTool = 'search_knowledgebase'

export interface Reading {
  /** Without the search, and what was said to cover the wait for it. */
  messages: ChatMessage[]
  /** Undefined if nothing was searched. */
  passages: readonly Passage[] | undefined
  hasFailed: boolean
}

export function readPassages(messages: ChatMessage[]): Reading {
  const answer = messages.findLastIndex(({ role }) => role !== 'tool')
  const results = messages.slice(answer + 1).flatMap((message) => (message.role === 'tool' ? [message] : []))
  const isSearch = results.length > 0 && results.every(({ toolName }) => toolName === searchTool)
  if (!isSearch) {
    const last = messages.findLast(({ role }) => role === 'user')
    const passages = last?.role === 'user' ? last.passages : undefined
    return { messages, passages, hasFailed: false }
  }
  const found = results.map(({ content }) => passagesIn(content))
  const asked = messages.slice(0, answer).findLastIndex(({ role }) => role === 'user')
  return {
    messages: messages.slice(0, asked + 1),
    passages: found.flatMap((passages) => passages ?? []),
    hasFailed: found.every((passages) => passages === undefined),
  }
}

/** The call that searches for the words of the customer, if there is a tool for it. */
export function searchCall({ tools = [], toolChoice, messages }: Generation, query: string): ToolCall | undefined {
  if (toolChoice === 'none' || !tools.some(({ name }) => name === searchTool)) return undefined
  return { id: `offline_${messages.length}`, name: searchTool, arguments: { query } }
}

function passagesIn(result: string): Passage[] | undefined {
  try {
    const { passages } = JSON.parse(result) as { passages?: unknown }
    return Array.isArray(passages) ? passages.filter(isPassage) : undefined
  } catch {
    return undefined
  }
}

function isPassage(value: unknown): value is Passage {
  const { text, source } = (value ?? {}) as Partial<Passage>
  return typeof text === 'string' && typeof source?.document === 'string'
}
