// Stores files in a bucket of S3-compatible storage.
// https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html
import { createHash, webcrypto } from 'node:crypto'
import { createReadStream, ReadStream } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher } from 'undici'
import type { FileStore } from '#server/ports/file-store.ts'
import { OutsideError } from '../outside-error.ts'
import { checkFileKey, checkRange, missingFile } from './file-key.ts'

export interface S3Options {
  /** Without a slash at the end; the bucket is the first part of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Precedes every key; empty or with a slash at the end. */
  prefix: string
  limits?: Partial<S3Limits>
}

interface S3Limits {
  attempts: number
  /** For one attempt, including the wait for a connection. */
  attemptMs: number
  /** Doubles with each attempt; half of it is random. */
  firstDelayMs: number
}

const defaultLimits: S3Limits = { attempts: 5, attemptMs: 60_000, firstDelayMs: 200 }
const maxFileBytes = 256 * 2 ** 20
const maxErrorBytes = 16 * 1024
const longestType = 1_000

/** A missing bucket is a failure, not a missing file. */
const missingBucket = 'NoSuchBucket'

/** The content type of a file as JSON in percent-encoding, because a header cannot contain every text. */
const typeHeader = 'x-amz-meta-content-type'

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  body?: Uint8Array | LocalFile
  /** The longest body that the response may have. */
  maxBytes: number
}

interface LocalFile {
  path: string
  sizeBytes: number
  sha256: string
}

interface S3Reply {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * Requests that fail on the network or with 429 or 5xx are repeated; all of them have the same effect when repeated.
 * The store verifies the hash of what it receives, which is part of the signature.
 */
export function openS3Files(options: S3Options): FileStore & AsyncDisposable {
  const limits = { ...defaultLimits, ...options.limits }
  // One timer limits the whole attempt.
  const agent = new Agent({ connections: 32, connect: { timeout: 10_000 }, headersTimeout: 0, bodyTimeout: 0 })

  async function exchange(request: S3Request): Promise<S3Reply> {
    checkFileKey(request.key)
    const { body = new Uint8Array() } = request
    const hash = 'path' in body ? body.sha256 : await sha256(body)
    for (let attempt = 1; ; attempt++) {
      const reply = await exchangeOnce(agent, await sign(options, request, hash), request, limits.attemptMs)
      if (!(reply instanceof Error) && (reply.status < 300 || reply.status === 404 || reply.status === 416))
        return reply
      const isPassing =
        reply instanceof Error || reply.status === 429 || reply.status >= 500 || codeOf(reply) === 'RequestTimeout'
      if (!isPassing || attempt >= limits.attempts) throw failureOf(reply)
      await setTimeout(limits.firstDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
    }
  }

  async function find(key: string) {
    const { status, headers } = await exchange({ method: 'HEAD', key, maxBytes: 0 })
    if (status === 404) return undefined
    return { contentType: contentTypeOf(headers), sizeBytes: Number(headers.get('content-length')) }
  }

  return {
    async put(key, body, contentType) {
      const headers = headersOfType(contentType)
      await exchange({ method: 'PUT', key, body, headers, maxBytes: maxErrorBytes }).then(throwIfMissing)
    },
    async putFile(key, path, contentType) {
      const headers = headersOfType(contentType)
      checkFileKey(key)
      const body = await describeFile(path)
      await exchange({ method: 'PUT', key, body, headers, maxBytes: maxErrorBytes }).then(throwIfMissing)
    },
    find,
    async read(key) {
      return throwIfMissing(await exchange({ method: 'GET', key, maxBytes: maxFileBytes })).body
    },
    async readRange(key, range) {
      checkRange(range)
      const { start, end } = range
      const maxBytes = Math.max(end - start, maxErrorBytes)
      const headers = { range: `bytes=${start}-${end - 1}` }
      const reply = throwIfMissing(await exchange({ method: 'GET', key, headers, maxBytes }))
      if (reply.status === 416) return Buffer.alloc(0)
      if (reply.status === 206) return reply.body
      // Storage answers 200 to a range of an empty file.
      if (reply.body.length === 0) return reply.body
      throw failureOf(new Error('The storage ignores ranges.'))
    },
    async remove(key) {
      const reply = await exchange({ method: 'DELETE', key, maxBytes: maxErrorBytes })
      if (codeOf(reply) === missingBucket) throw failureOf(reply)
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

async function sign(options: S3Options, { method, key, headers }: S3Request, hash: string) {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = options
  const url = `${endpoint}/${bucket}/${prefix}${key}`
  const all = { ...headers, 'x-amz-content-sha256': hash }
  const signer = new AwsV4Signer({ method, url, headers: all, service: 's3', region, accessKeyId, secretAccessKey })
  return signer.sign()
}

type Signed = Awaited<ReturnType<typeof sign>>

/** Returns the error of a failed connection. */
function exchangeOnce(
  agent: Agent,
  { method, url, headers }: Signed,
  { body, maxBytes }: S3Request,
  attemptMs: number,
): Promise<S3Reply | Error> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let reply: Omit<S3Reply, 'body'> | undefined
    let connection: Dispatcher.DispatchController | undefined
    let isSettled = false
    const local = body && 'path' in body ? body : undefined
    const content = local ? createReadStream(local.path) : (body as Uint8Array | undefined)
    const settle = (result: S3Reply | Error) => {
      isSettled = true
      if (content instanceof ReadStream) content.destroy()
      clearTimeout(timer)
      resolve(result)
      if (result instanceof Error) connection?.abort(result)
    }
    const timer = globalThis.setTimeout(() => settle(new Error('The storage did not answer in time.')), attemptMs)
    const request = {
      origin: url.origin,
      path: url.pathname,
      method: method as Dispatcher.HttpMethod,
      headers: { ...Object.fromEntries(headers), ...(local && { 'content-length': String(local.sizeBytes) }) },
      ...(content && { body: content }),
    }
    agent.dispatch(request, {
      onRequestStart(controller) {
        connection = controller
        if (isSettled) controller.abort(new Error('The storage did not answer in time.'))
      },
      onResponseStart(_, status, received) {
        if (status < 200) return
        reply = { status, headers: new Headers(Object.entries(received).map(([name, value]) => [name, String(value)])) }
      },
      onResponseData(_, chunk) {
        size += chunk.length
        if (size > maxBytes) settle(new Error('The response of the storage is too long.'))
        else chunks.push(chunk)
      },
      onResponseEnd() {
        settle(
          reply ? { ...reply, body: Buffer.concat(chunks) } : new Error('The response of the storage has no status.'),
        )
      },
      onResponseError(_, error) {
        if (!isSettled) settle(error)
      },
    })
  })
}

async function describeFile(path: string): Promise<LocalFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      sizeBytes += chunk.length
    }
  } catch (cause) {
    throw new OutsideError('storage_failed', 'The file to store cannot be read.', { retryable: true, cause })
  }
  return { path, sizeBytes, sha256: hash.digest('hex') }
}

/** Hashes off the main thread. */
async function sha256(body: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)).toString('hex')
}

function headersOfType(contentType: string): Record<string, string> {
  const encoded = encodeURIComponent(JSON.stringify(contentType))
  if (encoded.length > longestType) throw new Error('The content type is too long.')
  const isHeader = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(contentType)
  return { 'content-type': isHeader ? contentType : 'application/octet-stream', [typeHeader]: encoded }
}

/** Files that were copied into the bucket have the standard header only. */
function contentTypeOf(headers: Headers): string {
  const encoded = headers.get(typeHeader)
  return encoded === null ? (headers.get('content-type') ?? '') : (JSON.parse(decodeURIComponent(encoded)) as string)
}

function throwIfMissing(reply: S3Reply): S3Reply {
  if (reply.status !== 404) return reply
  throw codeOf(reply) === missingBucket ? failureOf(reply) : missingFile()
}

function failureOf(reply: S3Reply | Error): OutsideError {
  const options = { retryable: true, ...(reply instanceof Error && { cause: reply }) }
  if (reply instanceof Error) return new OutsideError('storage_failed', 'The file store does not answer.', options)
  const code = codeOf(reply)
  return new OutsideError('storage_failed', `The file store answered ${reply.status}${code && ` ${code}`}.`, options)
}

/** The error code in the XML of a failed request, such as `SlowDown`; empty if there is none. */
const codeOf = ({ body }: S3Reply): string => /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? ''
