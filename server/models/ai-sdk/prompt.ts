// Converts messages to the format of the AI SDK, with corrections for vendors.
import type { ChatMessage, Passage, SentFile, ToolCall } from '#server/ports/language-model.ts'
import { fileParts } from './file-parts.ts'
import type { SdkModel } from './vendors.ts'

type SdkPrompt = Parameters<SdkModel['doStream']>[0]['prompt']

export interface PromptOptions {
  speakersAlternate: boolean
  seesPictures: boolean
}

/**
 * Vendors reject empty messages, tool calls without results and results without calls; these remains of a failed turn
 * are dropped or completed. With `speakersAlternate`, system messages move to the front, the user is first and last, and
 * consecutive messages of one role are merged. Anthropic and Google require this, and so do the chat templates of
 * Mistral's and Google's open models on self-hosted servers (vLLM, llama.cpp).
 */
export function toSdkPrompt(messages: ChatMessage[], options: PromptOptions): SdkPrompt {
  const said = withPairedTools(messages.map(withQuotation).filter(saysSomething))
  const ordered = options.speakersAlternate ? joined(betweenUsers(said)) : said
  return ordered.map((message) => toSdkMessage(message, options))
}

/** On one line, in quotation marks that the quoted text cannot close. */
function withQuotation(message: ChatMessage): ChatMessage {
  if (message.role !== 'user' || message.inReplyTo === undefined) return message
  const { inReplyTo, ...rest } = message
  return { ...rest, content: `[In reply to ${JSON.stringify(inReplyTo)}]\n${message.content}` }
}

function saysSomething(message: ChatMessage): boolean {
  if (message.role === 'tool' || (message.role === 'user' && message.files?.length)) return true
  return message.content.trim() !== '' || (message.role === 'assistant' && (message.toolCalls?.length ?? 0) > 0)
}

function withPairedTools(messages: ChatMessage[]): ChatMessage[] {
  const paired: ChatMessage[] = []
  let open: ToolCall[] = []
  const closeOpen = () => {
    for (const call of open) {
      paired.push({ role: 'tool', toolCallId: call.id, toolName: call.name, content: 'No result is known.' })
    }
    open = []
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.some((call) => call.id === message.toolCallId)) continue
      open = open.filter((call) => call.id !== message.toolCallId)
    } else {
      closeOpen()
      if (message.role === 'assistant') open = message.toolCalls ?? []
    }
    paired.push(message)
  }
  closeOpen()
  return paired
}

function betweenUsers(messages: ChatMessage[]): ChatMessage[] {
  const instructions = messages.filter((message) => message.role === 'system')
  const talk = messages.filter((message) => message.role !== 'system')
  if (talk[0]?.role !== 'user') talk.unshift({ role: 'user', content: '(The conversation begins.)' })
  if (talk.at(-1)?.role === 'assistant') talk.push({ role: 'user', content: '(Please go on.)' })
  return [...instructions, ...talk]
}

function joined(messages: ChatMessage[]): ChatMessage[] {
  const turns: ChatMessage[] = []
  for (const message of messages) {
    const before = turns.at(-1)
    if (message.role === 'tool' || before?.role !== message.role) turns.push(message)
    else
      turns[turns.length - 1] = {
        ...message,
        ...filesOf(before, message),
        content: joinedText(before.content, message.content),
      }
  }
  return turns
}

const filesOf = (...messages: ChatMessage[]): { files?: SentFile[] } => {
  const files = messages.flatMap((message) => (message.role === 'user' ? (message.files ?? []) : []))
  return files.length === 0 ? {} : { files }
}

const joinedText = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n\n')

/** As JSON, whose strings the text of a passage cannot close. */
function passagesPart(passages: readonly Passage[] | undefined): { type: 'text'; text: string }[] {
  if (!passages) return []
  return [{ type: 'text', text: `[Passages from the documents]\n${JSON.stringify(passages)}` }]
}

function toSdkMessage(message: ChatMessage, options: PromptOptions): SdkPrompt[number] {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return {
        role: 'user',
        content: [
          ...passagesPart(message.passages),
          ...fileParts(message.files ?? [], options),
          ...(message.content.trim() === '' ? [] : [{ type: 'text' as const, text: message.content }]),
        ],
      }
    case 'assistant': {
      const text = message.content.trim() === '' ? [] : [{ type: 'text' as const, text: message.content }]
      const calls = (message.toolCalls ?? []).map((call) => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name,
        input: call.arguments,
      }))
      return { role: 'assistant', content: [...text, ...calls] }
    }
    case 'tool': {
      const output = { type: 'text' as const, value: message.content }
      const { toolCallId, toolName } = message
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
    }
  }
}
