// Turns whatever the AI SDK or the network throws into our error, telling nothing that was secret.
import { OutsideError } from '#server/platform/outside-error.ts'

/** `retryAfterMs` says after which pause the same model may be asked once more; undefined: do not. */
export class ModelFailure extends OutsideError {
  readonly retryAfterMs: number | undefined

  constructor(code: string, message: string, options: { retryable: boolean; retryAfterMs?: number }) {
    super(code, message, options)
    this.retryAfterMs = options.retryAfterMs
  }
}

const shortPauseMs = 250
/** A vendor that asks for a longer pause is left alone: someone waits for the answer. */
const longestPauseMs = 2_000

export function timeoutFailure(what: string): ModelFailure {
  return new ModelFailure('timeout', `The language model ${what}.`, { retryable: true })
}

/** `15 seconds` */
export const inSeconds = (ms: number): string => (ms === 1_000 ? '1 second' : `${ms / 1_000} seconds`)

export function emptyAnswerFailure(): ModelFailure {
  return new ModelFailure('empty_answer', 'The language model answered nothing.', { retryable: true, retryAfterMs: 0 })
}

export function brokenStreamFailure(): ModelFailure {
  return new ModelFailure('unavailable', 'The language model broke off its answer.', {
    retryable: true,
    retryAfterMs: 0,
  })
}

/** The connection was closed; the same model would be no shorter. */
export function answerTooLongFailure(): ModelFailure {
  return new ModelFailure('answer_too_long', 'The language model’s answer is too long.', { retryable: true })
}

export function badToolCallFailure(are = 'no JSON object'): ModelFailure {
  return new ModelFailure('bad_tool_call', `The language model called a tool with arguments that are ${are}.`, {
    retryable: true,
    retryAfterMs: 0,
  })
}

function unreadableFailure(): ModelFailure {
  return new ModelFailure('unreadable', 'The language model’s answer cannot be read.', {
    retryable: true,
    retryAfterMs: 0,
  })
}

/** The cause is left out on purpose: the SDK's errors hold the prompt, and vendors quote keys in theirs. */
export function asModelFailure(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error
  const status = statusOf(error)
  const vendorCode = vendorCodeOf(error)
  if (status !== undefined) return refusalByStatus(status, vendorCode, error)
  // The SDK wraps what it meets while it reads the beginning of a stream.
  const { cause } = fieldsOf(error)
  if (cause instanceof OutsideError) return cause
  if (isUnreadable(error)) return unreadableFailure()
  if (isProgrammingError(error)) {
    return new ModelFailure('bad_request', 'The request could not be put into the language model’s form.', {
      retryable: false,
    })
  }
  return new ModelFailure('unavailable', 'The language model could not be reached.', {
    retryable: true,
    retryAfterMs: wasRefused(error) ? shortPauseMs : 0,
  })
}

function refusalByStatus(status: number, vendorCode: string | undefined, error: unknown): ModelFailure {
  const detail = vendorCode ? `(HTTP ${status}, ${vendorCode})` : `(HTTP ${status})`
  const final = (code: string, sentence: string) =>
    new ModelFailure(code, `${sentence} ${detail}.`, { retryable: false })
  if (status === 402 || vendorCode === 'insufficient_quota') {
    return final('quota_exhausted', 'The account at the model vendor is used up')
  }
  if (status === 429) {
    return new ModelFailure('rate_limited', `The model vendor limits our rate ${detail}.`, {
      retryable: true,
      retryAfterMs: pauseAskedFor(error),
    })
  }
  if (status === 401 || status === 403 || vendorCode === 'API_KEY_INVALID') {
    return final('unauthorised', 'The model vendor refused the key')
  }
  if (status === 404) return final('model_not_found', 'The model vendor does not know this model')
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new ModelFailure('unavailable', `The model vendor failed ${detail}.`, {
      retryable: true,
      retryAfterMs: pauseAskedFor(error),
    })
  }
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
  // A stream that began well and then told of an error carries HTTP 200: its type says what it is.
  if (typeof statusCode === 'number' && statusCode >= 400) return statusCode
  return statusesByType[String(type)] ?? statusesByType[String(code)]
}

/** Vendors' own words for a fault that help an operator. Others are not repeated: they might quote what was secret. */
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
    // No JSON: the status alone must do.
  }
  return told.map(String).find((word) => tellingCodes.has(word))
}

const nameOf = (error: unknown): string => String(fieldsOf(error).name)

/** What the SDK throws before anything was sent: a schema or a message that it cannot write down. */
function isProgrammingError(error: unknown): boolean {
  return /^AI_(InvalidPrompt|InvalidArgument|UnsupportedFunctionality)/.test(nameOf(error))
}

/** Whoever answered speaks another protocol: mostly the address is not the right one. */
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
