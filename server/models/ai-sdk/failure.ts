// Converts errors of the AI SDK and the network to errors without secrets.
import { OutsideError } from '#server/platform/outside-error.ts'
import { fieldsOf } from './fields.ts'
import { readLengthRefusal, vendorWordsOf, withoutSecrets } from './vendor-words.ts'

/** `retryAfterMs` is the delay after which the same model may be asked again, if at all. */
export class ModelFailure extends OutsideError {
  readonly retryAfterMs: number | undefined

  constructor(code: string, message: string, options: { retryable: boolean; retryAfterMs?: number }) {
    super(code, message, options)
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The request is too long for the model. The sizes are those that the server has named. */
export class ContextFailure extends ModelFailure {
  readonly contextTokens: number | undefined
  readonly inputTokens: number | undefined

  constructor(message: string, sizes: { contextTokens: number | undefined; inputTokens: number | undefined }) {
    super('context_too_long', message, { retryable: false })
    this.contextTokens = sizes.contextTokens
    this.inputTokens = sizes.inputTokens
  }
}

const shortPauseMs = 250
/** Longer delays are not waited for, because a customer waits for the answer. */
const longestPauseMs = 2_000

export const timeoutFailure = (what: string) =>
  new ModelFailure('timeout', `The language model ${what}.`, { retryable: true })

/** For example `15 seconds`. */
export const inSeconds = (ms: number): string => (ms === 1_000 ? '1 second' : `${ms / 1_000} seconds`)

const retryAtOnce = { retryable: true, retryAfterMs: 0 }

export const emptyAnswerFailure = () =>
  new ModelFailure('empty_answer', 'The language model answered nothing.', retryAtOnce)

export const brokenStreamFailure = () =>
  new ModelFailure('unavailable', 'The language model closed the connection.', retryAtOnce)

/** The connection was closed. Another answer of the same model would not be shorter. */
export const answerTooLongFailure = () =>
  new ModelFailure('answer_too_long', 'The language model’s answer is too long.', { retryable: true })

export const badToolCallFailure = (are = 'no JSON object') =>
  new ModelFailure('bad_tool_call', `The language model called a tool with arguments that are ${are}.`, retryAtOnce)

export const badWrittenCallFailure = () =>
  new ModelFailure('bad_tool_call', 'The language model wrote a tool call that cannot be run.', retryAtOnce)

/**
 * The cause is omitted, because errors of the SDK contain the prompt, and those of vendors quote keys. What the vendor
 * said is a part of the message, without keys and without parts of the prompt.
 */
export function asModelFailure(error: unknown, prompt: () => string): OutsideError {
  if (error instanceof OutsideError) return error
  const status = statusOf(error)
  const vendorCode = vendorCodeOf(error)
  const words = vendorWordsOf(error)
  const told = withoutSecrets(words, prompt)
  const said = told === '' ? '' : `: ${told.replace(/[.!…]$/, '')}`
  const refusal = readLengthRefusal(`${fieldsOf(error).responseBody ?? words} ${vendorCode ?? ''}`)
  const isTooLong = refusal !== undefined || status === 413 || vendorCode === 'context_length_exceeded'
  if (isTooLong && status !== 401 && status !== 403)
    return new ContextFailure(
      `The request is too long for the language model${said}.`,
      refusal ?? { contextTokens: undefined, inputTokens: undefined },
    )
  if (status !== undefined) return refusalByStatus(status, { vendorCode, said, error })
  // The SDK wraps errors at the start of a stream.
  const { cause } = fieldsOf(error)
  if (cause instanceof OutsideError) return cause
  if (isUnreadable(error))
    return new ModelFailure('unreadable', 'The language model’s answer cannot be read.', retryAtOnce)
  // Errors of the SDK before the request: a schema or message that it cannot convert.
  if (/^AI_(InvalidPrompt|InvalidArgument|UnsupportedFunctionality)/.test(nameOf(error))) {
    const message = 'The request could not be converted for the language model.'
    return new ModelFailure('bad_request', message, { retryable: false })
  }
  // An error in the middle of a stream.
  if (said !== '') return new ModelFailure('unavailable', `The model vendor failed${said}.`, retryAtOnce)
  return new ModelFailure('unavailable', 'The language model could not be reached.', {
    retryable: true,
    retryAfterMs: wasRefused(error) ? shortPauseMs : 0,
  })
}

interface Told {
  vendorCode: string | undefined
  said: string
  error: unknown
}

function refusalByStatus(status: number, { vendorCode, said, error }: Told): ModelFailure {
  const detail = (vendorCode ? `(HTTP ${status}, ${vendorCode})` : `(HTTP ${status})`) + said
  const final = (code: string, text: string) => new ModelFailure(code, `${text} ${detail}.`, { retryable: false })
  const passing = (code: string, text: string) =>
    new ModelFailure(code, `${text} ${detail}.`, { retryable: true, retryAfterMs: pauseAskedFor(error) })
  if (status === 402 || vendorCode === 'insufficient_quota') {
    return final('quota_exhausted', 'The quota at the model vendor is exhausted')
  }
  if (status === 429) return passing('rate_limited', 'The rate limit of the model vendor was exceeded')
  if (status === 401 || status === 403 || vendorCode === 'API_KEY_INVALID') {
    return final('unauthorised', 'The model vendor refused the key')
  }
  // Groq checks the tool calls of a model, and refuses its own answer.
  if (vendorCode === 'tool_use_failed')
    return passing('bad_tool_call', 'The language model wrote a tool call that cannot be run')
  if (status === 404) return final('model_not_found', 'The model vendor does not know this model')
  if (status >= 500 || status === 408 || status === 409 || status === 425)
    return passing('unavailable', 'The model vendor failed')
  return final('bad_request', 'The model vendor refused the request')
}

function pauseAskedFor(error: unknown): number | undefined {
  const headers = fieldsOf(error).responseHeaders as Record<string, string | undefined> | undefined
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  const seconds = Number.parseFloat(headers?.['retry-after'] ?? '')
  const asked = Number.isFinite(milliseconds) ? milliseconds : Number.isFinite(seconds) ? seconds * 1_000 : shortPauseMs
  return asked <= longestPauseMs ? Math.max(0, asked) : undefined
}

const statusesByType: Record<string, number> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  invalid_request_error: 400,
  context_length_exceeded: 400,
  exceed_context_size_error: 400,
}

function statusOf(error: unknown): number | undefined {
  const { statusCode, type, code } = fieldsOf(error)
  // An error in the middle of a stream has HTTP status 200 and is identified by its type.
  if (typeof statusCode === 'number' && statusCode >= 400) return statusCode
  if (typeof code === 'number' && code >= 400 && code < 600) return code
  return statusesByType[String(type)] ?? statusesByType[String(code)]
}

/** Error texts of vendors that help the operator. Others are omitted, because they could contain secrets. */
const tellingCodes = new Set([
  ...Object.keys(statusesByType),
  'insufficient_quota',
  'invalid_api_key',
  'model_not_found',
  'context_length_exceeded',
  'content_policy_violation',
  'tool_use_failed',
  'unsupported_parameter',
  'unsupported_value',
  'invalid_function_parameters',
  'billing_error',
  'request_too_large',
  'api_error',
  'server_error',
  'API_KEY_INVALID',
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'RESOURCE_EXHAUSTED',
  'PERMISSION_DENIED',
  'UNAVAILABLE',
])

function vendorCodeOf(error: unknown): string | undefined {
  const { responseBody, type, code } = fieldsOf(error)
  const told = [code, type]
  try {
    const body = fieldsOf(fieldsOf(JSON.parse(String(responseBody))).error)
    const details = Array.isArray(body.details) ? body.details.map((detail) => fieldsOf(detail).reason) : []
    told.unshift(...details, body.code, body.type, body.status)
  } catch {
    // Without a JSON body, only the status is used.
  }
  return told.map(String).find((word) => tellingCodes.has(word))
}

const nameOf = (error: unknown): string => String(fieldsOf(error).name)

/** The server uses another protocol, usually because the base URL is wrong. */
export function isUnreadable(error: unknown): boolean {
  return /^AI_(JSONParse|TypeValidation|InvalidResponseData)/.test(nameOf(error))
}

function wasRefused(error: unknown): boolean {
  const cause = fieldsOf(fieldsOf(error).cause)
  return cause.code === 'ECONNREFUSED' || fieldsOf(cause.cause).code === 'ECONNREFUSED'
}
