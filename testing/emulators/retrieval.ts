// Emulates a server with OpenAI's embeddings endpoint and Cohere's rerank endpoint, and rejects what they do not accept.
import type { ServerResponse } from 'node:http'
import {
  type Exchange,
  type ScriptedHttpServer,
  startHttpServer,
  writeEndlessly,
} from '../speech-servers/http-server.ts'

/** What the server does with a valid request. `change` receives the body of the normal response. */
export type EmulatedResponse =
  | 'normal'
  | 'no response'
  | 'disconnect'
  | 'garbage'
  | 'endless'
  | { status: number; headers?: Record<string, string> }
  | { change(body: { data: EmulatedVector[] } & { results: EmulatedResult[] }): unknown }

export interface EmulatedVector {
  object: 'embedding'
  index: number
  embedding: number[]
}

export interface EmulatedResult {
  index: number
  relevance_score: number
}

export interface RetrievalEmulator extends ScriptedHttpServer {
  /** Ends with `/v1`. */
  baseUrl: string
  /** The bodies of valid requests. */
  requests: Record<string, unknown>[]
  mostAtOnce(): number
}

export interface RetrievalEmulatorOptions {
  apiKey?: string
  /** Of vectors, unless the request contains a number. Default: 64. */
  dimensions?: number
  respond?(index: number, body: Record<string, unknown>): EmulatedResponse | Promise<EmulatedResponse>
}

/**
 * Vectors are the sums of pseudo-random vectors of the words, and scores are shares of the words of the query, so that
 * texts with the same words are close. Protocols: https://platform.openai.com/docs/api-reference/embeddings/create and
 * https://docs.cohere.com/reference/rerank
 */
export async function startRetrievalEmulator(options: RetrievalEmulatorOptions = {}): Promise<RetrievalEmulator> {
  const requests: RetrievalEmulator['requests'] = []
  let running = 0
  let mostAtOnce = 0

  const authorization = options.apiKey === undefined ? undefined : `Bearer ${options.apiKey}`
  const isAllowed = (given: string | undefined): boolean => given === authorization

  async function serve(exchange: Exchange): Promise<void> {
    const { request, response, refuse } = exchange
    mostAtOnce = Math.max(mostAtOnce, ++running)
    response.once('close', () => running--)
    if (request.method === 'GET' && request.url === '/v1/models' && isAllowed(request.headers.authorization))
      return void response.setHeader('content-type', 'application/json').end('{"object":"list","data":[]}')
    const endpoint = request.method === 'POST' && request.url && endpoints[request.url]
    if (!endpoint) return refuse(404, `Unknown ${request.method} ${request.url}`)
    if (!isAllowed(request.headers.authorization)) return refuse(401, 'invalid_api_key')
    const body = JSON.parse(exchange.body.toString()) as Record<string, unknown>
    const fault = faultOf(body, endpoint.fields)
    if (fault !== undefined) return refuse(400, fault)
    const index = requests.push(body) - 1
    send(response, (await options.respond?.(index, body)) ?? 'normal', endpoint.answer(body, options.dimensions ?? 64))
  }

  const server = await startHttpServer(serve)
  return { ...server, baseUrl: `${server.origin}/v1`, requests, mostAtOnce: () => mostAtOnce }
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 8_191
const isTextList =
  (most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= most && value.every(isText)
const isNumber =
  (most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const endpoints: Record<string, { fields: Record<string, Check>; answer: Answer }> = {
  '/v1/embeddings': {
    fields: {
      model: isText,
      input: isTextList(32),
      encoding_format: (value) => value === 'float',
      dimensions: optional(isNumber(4_096)),
    },
    answer: embeddings,
  },
  '/v1/rerank': {
    fields: { model: isText, query: isText, documents: isTextList(1_000), top_n: isNumber(1_000) },
    answer: ranking,
  },
}

type Answer = (body: Record<string, unknown>, dimensions: number) => object

function faultOf(body: Record<string, unknown>, fields: Record<string, Check>): string | undefined {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) return `Unknown field ${unknown}`
  return Object.keys(fields).find((name) => !fields[name]!(body[name]))
}

/** The order of the vectors is not that of the request. */
function embeddings({ input, dimensions, model }: Record<string, unknown>, preset: number): object {
  const data = (input as string[]).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text, Number(dimensions ?? preset)),
  }))
  return { object: 'list', data: data.reverse(), model, usage: { prompt_tokens: 1, total_tokens: 1 } }
}

function ranking({ query, documents, top_n: top }: Record<string, unknown>): object {
  const words = wordsOf(query as string)
  const results = (documents as string[]).map((text, index) => {
    const found = wordsOf(text)
    return { index, relevance_score: words.filter((word) => found.includes(word)).length / words.length }
  })
  results.sort((a, b) => b.relevance_score - a.relevance_score)
  return { id: 'emulated', results: results.slice(0, Number(top)), meta: { api_version: { version: '2' } } }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']

function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const word of wordsOf(text)) {
    let state = 7
    for (const character of word) state = (state * 31 + character.codePointAt(0)!) % 2_147_483_647
    for (let index = 0; index < dimensions; index++) {
      state = (state * 16_807) % 2_147_483_647
      vector[index]! += state / 2_147_483_647 - 0.5
    }
  }
  return vector
}

function send(response: ServerResponse, how: EmulatedResponse, body: object): void {
  if (how === 'no response') return
  if (how === 'disconnect') {
    response.destroy()
    return
  }
  if (typeof how === 'object' && 'status' in how) {
    response.writeHead(how.status, { ...how.headers, 'content-type': 'application/json' })
    response.end('{"error":{"message":"sk-canary"}}')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  if (how === 'garbage') response.end('{"data":')
  else if (how === 'endless') writeEndlessly(response, Buffer.alloc(100_000, ' '))
  else response.end(JSON.stringify(how === 'normal' ? body : how.change(body as never)))
}
