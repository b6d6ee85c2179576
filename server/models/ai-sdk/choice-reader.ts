// Reads the text, the thoughts and the tool calls in the parts of a streamed answer, in the forms that servers give them.
import { fieldsOf } from './fields.ts'

type Json = Record<string, unknown>

/** Reads the first choice of chunks and of complete answers. */
export function createChoiceReader() {
  let hasCalls = false
  let hasEarlyFinish = false
  let finish: string | undefined
  let said = ''
  let hasChoices = false

  const chunkOf = (delta: Json, finishReason: string | null, usage?: Json) => ({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    ...(usage && { usage }),
  })

  return {
    isFinished: () => finish !== undefined && !hasEarlyFinish,
    hasFinish: () => finish !== undefined,
    hasAnswer: () => hasChoices,
    hasCalls: () => hasCalls,
    finish() {
      finish = hasCalls ? 'tool_calls' : 'stop'
      return chunkOf({}, finish)
    },
    /** Returns undefined if the value cannot be read. */
    read(value: Json, isWhole: boolean) {
      const usage = usageOf(value.usage)
      const { choices } = value
      if (choices !== null && choices !== undefined && !Array.isArray(choices)) return undefined
      const choice = fieldsOf(choices?.[0])
      // Some servers send signs of life.
      if (Object.keys(choice).length === 0)
        return { object: 'chat.completion.chunk', choices: [], ...(usage && { usage }) }
      hasChoices = true
      const message = fieldsOf(choice.message)
      // Some servers send parts as messages; a complete message can repeat what was streamed.
      const isRepeated = said !== '' && textOf(message.content).startsWith(said)
      const given = choice.delta ? fieldsOf(choice.delta) : isWhole || !isRepeated ? message : {}
      const text = textOf(given.content) + (typeof choice.text === 'string' ? choice.text : '')
      const thoughts = thoughtsOf(given)
      const toolCalls = callsIn(given)
      // Some servers give every part a finish reason.
      hasEarlyFinish ||= finish !== undefined && text !== ''
      said += text
      hasCalls ||= toolCalls.length > 0
      if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') finish = choice.finish_reason
      const delta = {
        ...(text !== '' && { content: text }),
        ...(thoughts !== '' && { reasoning_content: thoughts }),
        ...(typeof given.refusal === 'string' && { refusal: given.refusal }),
        ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
      }
      return chunkOf(delta, finish ?? null, usage)
    },
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (typeof content === 'number') return String(content)
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (typeof part === 'string' ? part : typeof part?.text === 'string' ? part.text : ''))
    .join('')
}

/** Thoughts count as a sign of life. */
function thoughtsOf({ reasoning_content, reasoning, thinking, reasoning_details, content }: Json): string {
  const parts = [reasoning_details, content].flatMap((list) => (Array.isArray(list) ? list : []))
  const texts = parts.map((part) => fieldsOf(part)).filter(({ type }) => type !== 'text' && type !== 'output_text')
  const given = [reasoning_content, reasoning, thinking].find((text) => typeof text === 'string' && text !== '')
  return typeof given === 'string' ? given : texts.length > 0 ? '…' : ''
}

function usageOf(value: unknown): Json | undefined {
  const { prompt_tokens, completion_tokens } = fieldsOf(value)
  const counts = {
    prompt_tokens: Number(prompt_tokens ?? Number.NaN),
    completion_tokens: Number(completion_tokens ?? 0),
  }
  return Number.isFinite(counts.prompt_tokens) && Number.isFinite(counts.completion_tokens) ? counts : undefined
}

/** The SDK joins the parts of calls, and gives an id to a call without one. */
function callsIn({ tool_calls, function_call }: Json): Json[] {
  const listed = Array.isArray(tool_calls) ? tool_calls : tool_calls ? [tool_calls] : []
  const legacy = function_call ? [{ index: 0, function: function_call }] : []
  return [...listed, ...legacy].map((value) => {
    const call = fieldsOf(value)
    const given = fieldsOf(call.function ?? call)
    const index = typeof call.index === 'string' ? Number.parseInt(call.index, 10) : call.index
    const { id } = call
    return {
      ...(Number.isInteger(index) && { index }),
      ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
      type: 'function',
      function: {
        ...(typeof given.name === 'string' && { name: given.name }),
        arguments: argumentsOf(given.arguments ?? given.parameters),
      },
    }
  })
}

function argumentsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // Some gateways send an empty object first, at which the SDK would end the call. Without arguments, it is the default.
  return text === '{}' ? '' : text
}
