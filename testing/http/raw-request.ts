// Sends requests without the SDK and its types, as other clients do.
import type { InjectOptions } from 'fastify'
import type { TestApp } from '../app/test-app.ts'

export interface RawAnswer {
  status: number
  headers: Record<string, string | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read the body as a client without types does.
  body: any
}

export type RawRequest = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
  url: string,
  /** Sent as JSON; a string is sent as it is. */
  payload?: object | string,
  headers?: Record<string, string>,
) => Promise<RawAnswer>

/** Without a token the requests are anonymous. */
export function rawRequests({ app }: TestApp, token?: string): RawRequest {
  return async (method, url, payload, headers = {}) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const options: InjectOptions = { method, url, headers: { ...authorization, ...headers } }
    if (payload !== undefined) options.payload = payload
    const { statusCode, headers: answered, payload: text } = await app.http.inject(options)
    return { status: statusCode, headers: answered as RawAnswer['headers'], text, body: text && JSON.parse(text) }
  }
}
