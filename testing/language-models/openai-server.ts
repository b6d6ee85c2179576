// A scripted model server with OpenAI's chat completions API, for tests, demos and benchmarks.
import { faultInChatRequest } from './openai-request.ts'
import { play, type StreamDialect } from './play.ts'
import { argumentsText, cutInto, type ScriptedTurn } from './script.ts'
import { type ScriptedServer, type ScriptedServerOptions, sendJson, startScriptedServer } from './server.ts'

const finishReasons = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  none: null,
}

/**
 * Serves `POST /v1/chat/completions` (streamed or not) and `GET /v1/models` on a loopback port, and rejects invalid
 * requests like the real API. If `models` is given, only these models are listed and accepted.
 * Protocol: https://platform.openai.com/docs/api-reference/chat
 */
export function startScriptedOpenAi(
  options: ScriptedServerOptions & { models?: string[] } = {},
): Promise<ScriptedServer> {
  const { models, apiKey } = options
  return startScriptedServer(
    {
      basePath: '/v1',
      refuse({ method, path, headers, body, response }) {
        if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`)
          return { status: 401, code: 'invalid_api_key', message: 'Incorrect API key provided.' }
        if (method === 'GET' && path === '/v1/models') {
          const data = (models ?? ['scripted']).map((id) => ({ id, object: 'model', created: 0, owned_by: 'scripted' }))
          sendJson(response, 200, { object: 'list', data })
          return true
        }
        if (path !== '/v1/chat/completions')
          return { status: 404, code: 'unknown_url', message: `Unknown request URL: ${method} ${path}` }
        if (method !== 'POST')
          return { status: 405, code: 'method_not_supported', message: 'Only POST is accepted here.' }
        const message = faultInChatRequest(body)
        if (message) return { status: 400, code: 'invalid_value', message }
        const isListed = !models || models.includes(body?.model as string)
        return isListed ? undefined : { status: 404, code: 'model_not_found', message: 'The model does not exist.' }
      },
      presentFailure: ({ message = 'Scripted failure.', code }) => ({
        error: { message, type: 'scripted', param: null, code: code ?? null },
      }),
      answer({ body, response }, turn) {
        const model = String(body?.model)
        const streamOptions = body?.stream_options as { include_usage?: boolean } | undefined
        if (body?.stream) return play(response, dialect(model, streamOptions?.include_usage === true), turn)
        sendJson(response, 200, completion(model, turn))
      },
    },
    options,
  )
}

function dialect(model: string, withUsage: boolean): StreamDialect {
  const head = `data: {"id":"chatcmpl-scripted","object":"chat.completion.chunk","created":0,"model":${JSON.stringify(model)},`
  const chunk = (delta: unknown, finish: string | null = null) =>
    `${head}"choices":[{"index":0,"delta":${JSON.stringify(delta)},"finish_reason":${JSON.stringify(finish)}}]}\n\n`
  let calls = 0
  return {
    begin: () => chunk({ role: 'assistant', content: '' }),
    text: (text) => chunk({ content: text }),
    thinking: (text) => chunk({ reasoning_content: text }),
    error: (message) => `data: ${JSON.stringify({ error: { message, type: 'server_error', code: null } })}\n\n`,
    tool(piece) {
      const index = calls++
      const id = piece.id ?? `call_${index}`
      const opening = { index, id, type: 'function', function: { name: piece.tool, arguments: '' } }
      const fragments = cutInto(argumentsText(piece), piece.fragments ?? 1)
      return [
        chunk({ tool_calls: [opening] }),
        ...fragments.map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
      ].join('')
    },
    finish(reason, usage) {
      const last = withUsage ? `${head}"choices":[],"usage":${JSON.stringify(usageOf(usage))}}\n\n` : ''
      return `${chunk({}, finishReasons[reason])}${last}data: [DONE]\n\n`
    },
  }
}

function completion(model: string, turn: ScriptedTurn) {
  const texts = turn.pieces.map((piece) =>
    typeof piece === 'string' ? piece : 'shredded' in piece ? piece.shredded : '',
  )
  const calls = turn.pieces
    .filter((piece) => typeof piece === 'object' && 'tool' in piece)
    .map((piece, index) => ({
      id: piece.id ?? `call_${index}`,
      type: 'function',
      function: { name: piece.tool, arguments: argumentsText(piece) },
    }))
  const message = { role: 'assistant', content: texts.join('') || null, ...(calls.length > 0 && { tool_calls: calls }) }
  const finish = finishReasons[turn.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop')]
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: usageOf(turn.usage ?? { inputTokens: 7, outputTokens: 5 }),
  }
}

function usageOf(usage: { inputTokens: number; outputTokens: number }) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  }
}
