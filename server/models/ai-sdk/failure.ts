// Converts errors of the AI SDK and the network to errors without secrets.
import { OutsideError } from '#server/platform/outside-error.ts'

/** `retryAfterMs` is the delay after which the same model may be asked again, if at all. */
export class ModelFailure extends OutsideError {
  readonly retryAfterMs: number | undefined

  constructor(code: string, message: string, options: { retryable: boolean; retryAfterMs?: number }) {
    super(code, message, options)
    this.retryAfterMs = options.retryAfterMs
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

/** The cause is omitted, because errors of the SDK contain the prompt, and those of vendors quote keys. */
export function asModelFailure(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error
  const status = statusOf(error)
  const vendorCode = vendorCodeOf(error)
  if (status !== undefined) return refusalByStatus(status, vendorCode, error)
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
  return new ModelFailure('unavailable', 'The language model could not be reached.', {
    retryable: true,
    retryAfterMs: wasRefused(error) ? shortPauseMs : 0,
  })
}

function refusalByStatus(status: number, vendorCode: string | undefined, error: unknown): ModelFailure {
  const detail = vendorCode ? `(HTTP ${status}, ${vendorCode})` : `(HTTP ${status})`
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
}

function statusOf(error: unknown): number | undefined {
  const { statusCode, type, code } = fieldsOf(error)
  // An error in the middle of a stream has HTTP status 200 and is identified by its type.
  if (typeof statusCode === 'number' && statusCode >= 400) return statusCode
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

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
