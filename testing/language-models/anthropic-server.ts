// A scripted model server with the Anthropic Messages API, as strict as the real one.
import { play, type StreamDialect } from './play.ts'
import { argumentsText, cutInto } from './script.ts'
import { type Call, type ScriptedServer, type ScriptedServerOptions, sendJson, startScriptedServer } from './server.ts'

type Fields = Record<string, unknown>

const stopReasons = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
  none: null,
}
const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
/** The parameters that Parley sends. */
const parameters = ['model', 'messages', 'max_tokens', 'system', 'temperature', 'stream', 'tools', 'tool_choice']

/** Streamed `POST /v1/messages`, and `GET /v1/models`. Protocol: https://docs.claude.com/en/api/messages-streaming */
export function startScriptedAnthropic(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  return startScriptedServer(
    {
      basePath: '/v1',
      refuse(call) {
        if (options.apiKey !== undefined && call.headers['x-api-key'] !== options.apiKey)
          return { status: 401, message: 'invalid x-api-key' }
        if (call.path === '/v1/models' && call.method === 'GET') {
          if (call.headers['anthropic-version'] === undefined)
            return { status: 400, message: 'anthropic-version: header is required' }
          sendJson(call.response, 200, { data: [], has_more: false, first_id: null, last_id: null })
          return true
        }
        if (call.path !== '/v1/messages' || call.method !== 'POST') return { status: 404, message: 'Not found' }
        const message = faultIn(call)
        return message === undefined ? undefined : { status: 400, message }
      },
      presentFailure: ({ status, code, message = 'Scripted failure.' }) => ({
        type: 'error',
        error: { type: code ?? errorTypes[status] ?? 'api_error', message },
      }),
      answer: ({ response, body }, turn) =>
        play(response, dialect(String(body?.model), turn.usage?.inputTokens ?? 7), turn),
    },
    options,
  )
}

function faultIn({ body, headers }: Call): string | undefined {
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required'
  if (!body) return 'The request body is not valid JSON'
  const unknown = Object.keys(body).find((key) => !parameters.includes(key))
  if (unknown) return `${unknown}: Extra inputs are not permitted`
  if (typeof body.model !== 'string') return 'model: Field required'
  if (!Number.isInteger(body.max_tokens)) return 'max_tokens: Field required'
  const temperature = (body.temperature ?? 0) as number
  if (temperature < 0 || temperature > 1) return 'temperature: range: 0..1'
  if (body.stream !== true) return 'stream: this server only streams'
  for (const tool of (body.tools ?? []) as Fields[]) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool.name))) return 'tools.0.name: String should match pattern'
    if ((tool.input_schema as Fields | undefined)?.type !== 'object') return 'tools.0.input_schema.type: Field required'
  }
  return faultInMessages(body.messages as Fields[] | undefined)
}

function faultInMessages(messages: Fields[] | undefined): string | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required'
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  let open: unknown[] = []
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'user' && role !== 'assistant') return `messages.${index}.role: Input should be 'user' or 'assistant'`
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Fields[])
    if (!Array.isArray(blocks) || blocks.length === 0) return `messages.${index}: messages must have non-empty content`
    if (blocks.some((block) => block.type === 'text' && !String(block.text).trim())) {
      return 'messages: text content blocks must contain non-whitespace text'
    }
    const results = blocks.filter((block) => block.type === 'tool_result').map((block) => (block as Fields).tool_use_id)
    if (open.some((id) => !results.includes(id))) return '`tool_use` ids were found without `tool_result` blocks'
    if (results.some((id) => !open.includes(id))) return 'unexpected `tool_use_id` found in `tool_result` blocks'
    open = blocks.filter((block) => block.type === 'tool_use').map((block) => (block as Fields).id)
  }
  if (messages.at(-1)?.role === 'assistant') return 'This model does not support assistant message prefill.'
  return open.length > 0 ? '`tool_use` ids were found without `tool_result` blocks' : undefined
}

function dialect(model: string, inputTokens: number): StreamDialect {
  const event = (type: string, fields: Fields) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  let index = -1
  let open: string | undefined
  const close = () => (open ? event('content_block_stop', { index }) : '')
  const block = (kind: string, opening: Fields, deltas: Fields[], reopen = false) => {
    let text = ''
    if (open !== kind || reopen) {
      text = close()
      open = kind
      index++
      text += event('content_block_start', { index, content_block: { type: kind, ...opening } })
    }
    return text + deltas.map((delta) => event('content_block_delta', { index, delta })).join('')
  }
  return {
    begin() {
      const usage = { input_tokens: inputTokens, output_tokens: 1 }
      const message = {
        id: 'msg_scripted',
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        usage,
      }
      return event('message_start', { message }) + event('ping', {})
    },
    text: (text) => block('text', { text: '' }, [{ type: 'text_delta', text }]),
    thinking: (thinking) => block('thinking', { thinking: '', signature: '' }, [{ type: 'thinking_delta', thinking }]),
    error: (message) => event('error', { error: { type: 'overloaded_error', message } }),
    tool(piece) {
      const deltas = cutInto(argumentsText(piece), piece.fragments ?? 1).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }))
      return block('tool_use', { id: piece.id ?? `toolu_${index + 1}`, name: piece.tool, input: {} }, deltas, true)
    },
    finish(reason, usage) {
      const delta = { stop_reason: stopReasons[reason], stop_sequence: null }
      const end = event('message_delta', { delta, usage: { output_tokens: usage.outputTokens } })
      return close() + end + event('message_stop', {})
    },
  }
}
