// A scripted model server with Google's streamGenerateContent API, as strict as the real one.
import { play, type StreamDialect } from './play.ts'
import { type ScriptedServer, type ScriptedServerOptions, startScriptedServer } from './server.ts'

type Fields = Record<string, unknown>

const finishReasons = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
  none: null,
}
const errorStatuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}
/** The parameters that Parley sends. */
const parameters = ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig']
const path = /^\/v1beta\/models\/[\w.-]+:streamGenerateContent$/

/** Streamed `POST /v1beta/models/{model}:streamGenerateContent?alt=sse`. Protocol: https://ai.google.dev/api/generate-content */
export function startScriptedGoogle(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  return startScriptedServer(
    {
      basePath: '/v1beta',
      refuse({ headers, method, body, query, ...call }) {
        const badKey = {
          status: 400,
          message: 'API key not valid. Please pass a valid API key.',
          code: 'API_KEY_INVALID',
        }
        if (options.apiKey !== undefined && headers['x-goog-api-key'] !== options.apiKey) return badKey
        if (!path.test(call.path) || method !== 'POST' || query.get('alt') !== 'sse') return { status: 404 }
        const message = faultIn(body)
        return message === undefined ? undefined : { status: 400, message }
      },
      presentFailure({ status, code: reason, message = 'Scripted failure.' }) {
        const details = reason && [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]
        const error = { code: status, message, status: errorStatuses[status] ?? 'UNKNOWN' }
        return { error: { ...error, ...(details && { details }) } }
      },
      answer: ({ response }, turn) => play(response, dialect(), turn),
    },
    options,
  )
}

function faultIn(body: Fields | undefined): string | undefined {
  if (!body) return 'Invalid JSON payload received.'
  const unknown = Object.keys(body).find((key) => !parameters.includes(key))
  if (unknown) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`
  const contents = body.contents as { role?: string; parts?: Fields[] }[] | undefined
  if (!Array.isArray(contents) || contents.length === 0)
    return 'GenerateContentRequest.contents: contents is not specified'
  let calls = 0
  for (const { role, parts } of contents) {
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.'
    if (!Array.isArray(parts) || parts.length === 0)
      return 'GenerateContentRequest.contents: contents.parts must not be empty.'
    const results = parts.filter((part) => 'functionResponse' in part).length
    if (results !== calls) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts.'
    }
    calls = parts.filter((part) => 'functionCall' in part).length
  }
  if (contents[0]?.role !== 'user') return 'Please ensure that the first turn is a user turn.'
  if (contents.at(-1)?.role !== 'user') return 'Please ensure that single turn requests end with a user role.'
  return undefined
}

function dialect(): StreamDialect {
  const event = (fields: Fields) =>
    `data: ${JSON.stringify({ ...fields, modelVersion: 'scripted', responseId: 'scripted' })}\r\n\r\n`
  const part = (fields: Fields) => event({ candidates: [{ content: { role: 'model', parts: [fields] }, index: 0 }] })
  return {
    begin: () => '',
    text: (text) => part({ text }),
    thinking: (text) => part({ text, thought: true }),
    error: (message) => event({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
    tool: (piece) => part({ functionCall: { name: piece.tool, args: piece.arguments ?? {} } }),
    finish(reason, { inputTokens, outputTokens }) {
      const content = { role: 'model', parts: [{ text: '' }] }
      return event({
        candidates: [{ content, finishReason: finishReasons[reason], index: 0 }],
        usageMetadata: {
          promptTokenCount: inputTokens,
          candidatesTokenCount: outputTokens,
          totalTokenCount: inputTokens + outputTokens,
        },
      })
    },
  }
}
