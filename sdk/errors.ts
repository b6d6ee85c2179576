// The error that a call throws for an error response, and the bodies of responses.
import { parseJson } from '@parley/rules'
export class ParleyError extends Error {
  readonly status: number
  /** The response body; its shape depends on the endpoint. */
  readonly body: Record<string, unknown>
  readonly headers: Headers

  constructor(status: number, body: Record<string, unknown>, headers: Headers) {
    super(messageOf(body) ?? `The server responded with ${status}.`)
    this.name = 'ParleyError'
    this.status = status
    this.body = body
    this.headers = headers
  }

  /** The error code, if the endpoint has error codes. */
  get code(): string | undefined {
    const code = this.body['error_code'] ?? (this.body['message'] === undefined ? undefined : this.body['error'])
    return typeof code === 'string' ? code : undefined
  }

  /** The messages of a validation error, by field. */
  get errors(): Record<string, string[]> {
    return (this.body['errors'] as Record<string, string[]> | undefined) ?? {}
  }

  get requestId(): string | undefined {
    return this.headers.get('x-request-id') ?? undefined
  }
}

function messageOf(body: Record<string, unknown>): string | undefined {
  const message = body['message'] ?? body['error']
  return typeof message === 'string' ? message : undefined
}

export async function errorOf(response: Response): Promise<ParleyError> {
  return new ParleyError(response.status, await bodyOf(response), response.headers)
}

export async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  try {
    return parseJson(text) as Record<string, unknown>
  } catch {
    return { message: `The server responded with ${response.status} and no JSON body.` }
  }
}
