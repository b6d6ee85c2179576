// S3-compatible storage on the loopback interface that verifies every signature, for tests of the S3 file store.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request in place of its answer: an error, a lost connection, half a body, or no answer. */
export type S3Fault = { status: number; code: string } | 'cut' | 'truncated' | 'silent'

export interface S3Seen {
  method: string
  path: string
  /** The status of the answer; 0 if the connection was lost. */
  status: number
}

interface StoredObject {
  body: Buffer
  headers: Record<string, string>
}

export const s3Account = { region: 'eu-test-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' }

class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export async function openS3Emulator(bucket = 'recordings') {
  const objects = new Map<string, StoredObject>()
  const faults: S3Fault[] = []
  const seen: S3Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const { method = '', url: path = '' } = request
    const fault = faults.shift()
    seen.push({ method, path, status: 0 })
    const entry = seen.at(-1)!
    try {
      if (fault === 'silent') return
      if (fault === 'cut') return void response.destroy()
      if (typeof fault === 'object') throw new S3Error(fault.status, fault.code)
      const body = Buffer.concat(chunks)
      verify(request, body)
      answer(objects, bucket, { request, response, body, isTruncated: fault === 'truncated' })
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
      response.writeHead(error.status, { 'content-type': 'application/xml' })
      response.end(method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${error.code}</Code></Error>`)
    }
    entry.status = response.statusCode
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    options: { ...s3Account, endpoint: `http://127.0.0.1:${port}`, bucket, prefix: '' },
    objects,
    /** Applied to the next requests, one each. */
    faults,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface S3Exchange {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  isTruncated: boolean
}

function answer(objects: Map<string, StoredObject>, bucket: string, exchange: S3Exchange): void {
  const { request, response, body } = exchange
  const [, requestedBucket, ...parts] = request.url!.split('/')
  if (requestedBucket !== bucket) throw new S3Error(404, 'NoSuchBucket')
  const key = parts.join('/')
  const found = objects.get(key)
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) throw new S3Error(411, 'MissingContentLength')
    objects.set(key, { body, headers: keptHeaders(request) })
    response.end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (!found) {
    throw new S3Error(404, 'NoSuchKey')
  } else if (request.method === 'HEAD') {
    response.writeHead(200, { ...found.headers, 'content-length': found.body.length }).end()
  } else {
    sendObject(found, exchange)
  }
}

function sendObject({ body, headers }: StoredObject, { request, response, isTruncated }: S3Exchange): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(first ?? 0)
  if (first !== undefined && start >= body.length) throw new S3Error(416, 'InvalidRange')
  const piece = last === undefined ? body : body.subarray(start, Number(last) + 1)
  const range = { 'content-range': `bytes ${start}-${start + piece.length - 1}/${body.length}` }
  const all = { ...headers, ...(last && range), 'content-length': piece.length }
  response.writeHead(last === undefined ? 200 : 206, all)
  if (!isTruncated) response.end(piece)
  else response.write(piece.subarray(0, piece.length / 2), () => response.destroy())
}

const keptHeaders = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'))
      .map(([name, value]) => [name, String(value)]),
  )

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

function verify({ method, url, headers }: IncomingMessage, body: Buffer): void {
  const match = authorizationForm.exec(headers.authorization ?? '')
  if (!match) throw new S3Error(403, 'AccessDenied')
  const [, accessKeyId, day, region, list, signature] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const signed = list.split(';')
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  const at = String(headers['x-amz-date'])
  const isOrdered = signed.every((name, index) => index === 0 || signed[index - 1]! < name)
  if (accessKeyId !== s3Account.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId')
  if (region !== s3Account.region) throw new S3Error(400, 'AuthorizationHeaderMalformed')
  if (!isOrdered || mustBeSigned.some((name) => !signed.includes(name))) throw new S3Error(403, 'AccessDenied')
  if (!at.startsWith(day) || Math.abs(timeOf(at) - Date.now()) > 900_000) throw new S3Error(403, 'RequestTimeTooSkewed')
  if (headers['x-amz-content-sha256'] !== sha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  const values = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const [path = '', query = ''] = url!.split('?')
  const canonical = [method, path, query, values, list, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${s3Account.secretAccessKey}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'))
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new S3Error(403, 'SignatureDoesNotMatch')
}

/** Reads `20260501T120000Z`. */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'))
