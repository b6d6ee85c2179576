// The passages that the offline model answers from: those of the last message, or the results of its own searches.
import { tryParseJson } from '@parley/rules'
import type { ChatMessage, Generation, Passage, ToolCall } from '#server/ports/language-model.ts'

/** The tool that searches the documents of the account. */
const searchTool = 'search_knowledgebase'

type ToolResult = Extract<ChatMessage, { role: 'tool' }>

export interface Reading {
  /** Without tool calls, and without what was said to cover the wait for the results that the answer needs. */
  messages: ChatMessage[]
  /** Undefined if nothing was searched. */
  passages: readonly Passage[] | undefined
  hasFailed: boolean
  /** The results of other tools, which were not answered yet. */
  results: ToolResult[]
}

/** The customer can go on speaking before the answer: the messages after the latest question contain its results anywhere. */
export function readPassages(messages: ChatMessage[]): Reading {
  const answered = findLastAnswer(messages)
  const results = messages.slice(answered + 1).flatMap((message) => (message.role === 'tool' ? [message] : []))
  const searches = results.filter(({ toolName }) => toolName === searchTool)
  const found = searches.map(({ content }) => passagesIn(content))
  const last = messages.findLast(({ role }) => role === 'user')
  const given = last?.role === 'user' ? last.passages : undefined
  const searched = searches.length === 0 ? undefined : found.flatMap((passages) => passages ?? [])
  return {
    messages: messages.filter(
      (message, index) =>
        message.role !== 'tool' &&
        (message.role !== 'assistant' || (index <= answered && message.content.trim() !== '')),
    ),
    passages: given || searched ? [...(given ?? []), ...(searched ?? [])] : undefined,
    hasFailed: searches.length > 0 && found.every((passages) => passages === undefined),
    results: results.filter(({ toolName }) => toolName !== searchTool),
  }
}

/**
 * What the assistant says between a question and the result for it only covers the wait. The call of a search has the
 * words of its question; other calls belong to the last words before them.
 */
function findLastAnswer(messages: readonly ChatMessage[]): number {
  let answered = -1
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const isAnswer = message.toolCalls === undefined && message.content.trim() !== ''
    if (isAnswer) answered = index
    else if (message.toolCalls) answered = Math.min(answered, askedBefore(messages, index))
  }
  return answered
}

/** The index of the last message before the question of the tool calls at `index`. */
function askedBefore(messages: readonly ChatMessage[], index: number): number {
  const { toolCalls = [] } = messages[index] as Extract<ChatMessage, { role: 'assistant' }>
  const queries = toolCalls.flatMap(({ name, arguments: { query } }) =>
    name === searchTool && typeof query === 'string' ? [query] : [],
  )
  const before = messages.slice(0, index)
  const isQuestion = ({ role, content }: ChatMessage) => role === 'user' && content.trim() !== ''
  const asked = before.findLastIndex(
    (message) => isQuestion(message) && queries.some((query) => query.endsWith(message.content.trim())),
  )
  return (asked < 0 ? before.findLastIndex(isQuestion) : asked) - 1
}

/** The call that searches for the words of the customer, if there is a tool for it. */
export function searchCall({ tools = [], toolChoice, messages }: Generation, query: string): ToolCall | undefined {
  if (toolChoice === 'none' || !tools.some(({ name }) => name === searchTool)) return undefined
  return { id: `offline_${messages.length}`, name: searchTool, arguments: { query } }
}

function passagesIn(result: string): Passage[] | undefined {
  const { passages } = (tryParseJson(result) ?? {}) as { passages?: unknown }
  return Array.isArray(passages) ? passages.filter(isPassage) : undefined
}

function isPassage(value: unknown): value is Passage {
  const { text, source } = (value ?? {}) as Partial<Passage>
  return typeof text === 'string' && typeof source?.document === 'string'
}
