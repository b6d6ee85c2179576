// Validates chat completion requests like OpenAI.
type Fields = Record<string, unknown>

/** The parameters that Parley sends. */
const parameters = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'tools',
  'tool_choice',
]
const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool'])
const functionName = /^[a-zA-Z0-9_-]{1,64}$/

/** Source: https://platform.openai.com/docs/api-reference/chat/create and the error messages of the API. */
export function faultInChatRequest(body: Fields | undefined): string | undefined {
  if (!body) return 'We could not parse the JSON body of your request.'
  const unknown = Object.keys(body).find((key) => !parameters.includes(key))
  if (unknown) return `Unrecognized request argument supplied: ${unknown}`
  if (typeof body.model !== 'string' || body.model === '') return 'You must provide a model parameter.'
  if (!isNumberWithin(body.temperature, 0, 2)) return "Invalid 'temperature': expected a number between 0 and 2."
  for (const key of ['max_tokens', 'max_completion_tokens']) {
    const value = body[key]
    if (value !== undefined && !(Number.isInteger(value) && (value as number) > 0)) return `Invalid '${key}'.`
  }
  if (body.stream_options !== undefined && body.stream !== true) {
    return "The 'stream_options' parameter is only allowed when 'stream' is enabled."
  }
  return faultInMessages(body.messages) ?? faultInTools(body)
}

function faultInMessages(messages: unknown): string | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return "Invalid 'messages': expected a non-empty array."
  const open = new Set<unknown>()
  for (const [index, message] of (messages as Fields[]).entries()) {
    const at = `messages[${index}]`
    if (!roles.has(message?.role as string)) return `Invalid value for '${at}.role'.`
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) {
        return "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
      }
    } else if (open.size > 0) {
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.`
    }
    const calls = message.tool_calls as Fields[] | undefined
    if (calls !== undefined && (!Array.isArray(calls) || calls.length === 0)) return `Invalid '${at}.tool_calls'.`
    if (!hasContent(message.content) && !(message.role === 'assistant' && calls)) {
      return `Invalid value for '${at}.content': expected a string, got null.`
    }
    for (const call of calls ?? []) {
      const { name, arguments: given } = (call.function ?? {}) as Fields
      if (!functionName.test(String(name)) || typeof given !== 'string') return `Invalid '${at}.tool_calls'.`
      open.add(call.id)
    }
  }
  return open.size > 0 ? "An assistant message with 'tool_calls' must be followed by tool messages." : undefined
}

function faultInTools(body: Fields): string | undefined {
  const tools = body.tools
  if (tools === undefined) {
    return body.tool_choice === undefined ? undefined : "'tool_choice' is only allowed when 'tools' are specified."
  }
  if (!Array.isArray(tools) || tools.length === 0) return "Invalid 'tools': empty array."
  for (const tool of tools as Fields[]) {
    const { name, parameters: schema } = (tool.function ?? {}) as Fields
    if (tool.type !== 'function') return "Invalid value for 'tools[].type'."
    if (!functionName.test(String(name))) return "Invalid 'tools[].function.name': does not match '^[a-zA-Z0-9_-]+$'."
    if (schema !== undefined && (schema as Fields).type !== 'object') {
      return `Invalid schema for function '${name}': schema must be of 'type: "object"'.`
    }
  }
  return undefined
}

/** The API also accepts a list of parts; an empty one counts as missing. */
function hasContent(content: unknown): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.length > 0)
}

function isNumberWithin(value: unknown, low: number, high: number): boolean {
  return value === undefined || (typeof value === 'number' && value >= low && value <= high)
}
