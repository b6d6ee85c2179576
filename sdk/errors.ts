// The error that a call throws when the answer is not a success.

export class ParleyError extends Error {
  readonly status: number
  /** The answer's body as it came: its shape is the endpoint's. */
  readonly body: Record<string, unknown>
  readonly headers: Headers

  constructor(status: number, body: Record<string, unknown>, headers: Headers) {
    super(sentenceOf(body) ?? `The service answered ${status}.`)
    this.name = 'ParleyError'
    this.status = status
    this.body = body
    this.headers = headers
  }

  /** The machine-readable code, where the endpoint gives one. */
  get code(): string | undefined {
    const code = this.body['error_code'] ?? (this.body['message'] === undefined ? undefined : this.body['error'])
    return typeof code === 'string' ? code : undefined
  }

  /** Sentences by field, for a validation failure. */
  get errors(): Record<string, string[]> {
    return (this.body['errors'] as Record<string, string[]> | undefined) ?? {}
  }

  get requestId(): string | undefined {
    return this.headers.get('x-request-id') ?? undefined
  }
}

function sentenceOf(body: Record<string, unknown>): string | undefined {
  const sentence = body['message'] ?? body['error']
  return typeof sentence === 'string' ? sentence : undefined
}
