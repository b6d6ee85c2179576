// The HTTP server of all scripted model servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  answerFor,
  type Script,
  type ScriptedBody,
  type ScriptedFailure,
  type ScriptedRequest,
  type ScriptedTurn,
} from './script.ts'

export interface ScriptedServer extends AsyncDisposable {
  baseUrl: string
  /** The latest thousand requests, oldest first. */
  requests: ScriptedRequest[]
  /** Replaces the script and resets its request count. */
  use(script: Script): void
}

export interface ScriptedServerOptions {
  script?: Script
  /** The only accepted key. Without it, any key and no key are accepted. */
  apiKey?: string
  /** Default: 0, a free port. */
  port?: number
}

interface Protocol {
  /** The path of `baseUrl`. */
  basePath: string
  /** Handles other requests than valid generation requests. Returns true if it has responded. */
  refuse(call: Call): ScriptedFailure | true | undefined
  presentFailure(failure: ScriptedFailure): unknown
  answer(call: Call, turn: ScriptedTurn): Promise<void> | void
}

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** Undefined if the body is not a JSON object. */
  body: Record<string, unknown> | undefined
  response: ServerResponse
}

export async function startScriptedServer(protocol: Protocol, options: ScriptedServerOptions): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = []
  let { script = 'Hello, this is the scripted model.' } = options
  let index = 0

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://scripted')
    const call: Call = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: parseObject(await readText(incoming)),
      response,
    }
    const request: ScriptedRequest = {
      path: call.path,
      headers: incoming.headers as Record<string, string | undefined>,
      body: call.body ?? {},
      closed: new Promise((resolve) => response.once('close', () => resolve(response.writableFinished))),
    }
    requests.push(request)
    if (requests.length > 1_000) requests.shift()
    const refusal = protocol.refuse(call)
    if (refusal === true) return
    const answer = refusal ?? (await answerFor(script, request, index++))
    if (typeof answer === 'object' && 'raw' in answer) return sendBody(response, answer)
    if (typeof answer === 'object' && 'status' in answer)
      return sendJson(response, answer.status, protocol.presentFailure(answer), answer.headers)
    await protocol.answer(call, typeof answer === 'string' ? { pieces: [answer] } : answer)
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    baseUrl: `http://127.0.0.1:${port}${protocol.basePath}`,
    requests,
    use(next) {
      script = next
      index = 0
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers?: Record<string, string>) {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

async function sendBody(response: ServerResponse, { raw, status = 200, contentType }: ScriptedBody): Promise<void> {
  response.writeHead(status, { 'content-type': contentType ?? 'text/event-stream' })
  for (const part of [raw].flat()) {
    if (typeof part === 'string') response.write(part)
    else await part
  }
  response.end()
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
