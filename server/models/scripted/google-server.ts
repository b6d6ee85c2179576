// A scripted model server with Google's streamGenerateContent API, as strict as the real one.
import { play, type StreamDialect } from './play.ts'
import { asTurn, isFailure, type ScriptedFailure } from './script.ts'
import { type Call, type ScriptedServer, type ScriptedServerOptions, sendJson, startScriptedServer } from './server.ts'

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
const parameters = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
])
const path = /^\/v1beta\/models\/[\w.-]+:streamGenerateContent$/

/** Streamed `POST /v1beta/models/{model}:streamGenerateContent?alt=sse`. Protocol: https://ai.google.dev/api/generate-content */
export function startScriptedGoogle(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  return startScriptedServer(
    {
      basePath: '/v1beta',
      refuses(call) {
        if (options.apiKey !== undefined && call.headers['x-goog-api-key'] !== options.apiKey) {
          fail(call, {
            status: 400,
            message: 'API key not valid. Please pass a valid API key.',
            code: 'API_KEY_INVALID',
          })
        } else if (!path.test(call.path) || call.method !== 'POST' || call.query.get('alt') !== 'sse') {
          fail(call, { status: 404 })
        } else {
          const fault = faultIn(call.body)
          if (!fault) return false
          fail(call, { status: 400, message: fault })
        }
        return true
      },
      async answer(call, answer) {
        if (isFailure(answer)) return fail(call, answer)
        return play(call.response, dialect(), asTurn(answer))
      },
    },
    { ...options, script: options.script ?? 'Hello, this is the scripted model.' },
  )
}

function fail(call: Call, failure: ScriptedFailure): void {
  const reason = failure.code && [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: failure.code }]
  const error = {
    code: failure.status,
    message: failure.message ?? 'Scripted failure.',
    status: errorStatuses[failure.status] ?? 'UNKNOWN',
    ...(reason && { details: reason }),
  }
  sendJson(call.response, failure.status, { error }, failure.headers)
}

function faultIn(body: Fields | undefined): string | undefined {
  if (!body) return 'Invalid JSON payload received.'
  const unknown = Object.keys(body).find((key) => !parameters.has(key))
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
    finish(reason, usage) {
      const usageMetadata = {
        promptTokenCount: usage.inputTokens,
        candidatesTokenCount: usage.outputTokens,
        totalTokenCount: usage.inputTokens + usage.outputTokens,
      }
      return event({
        candidates: [
          { content: { role: 'model', parts: [{ text: '' }] }, finishReason: finishReasons[reason], index: 0 },
        ],
        usageMetadata,
      })
    },
  }
}
