// Lets a handler read a file while it arrives: the body itself, or one part of a multipart/form-data body.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { StreamedFile } from '#contract/wire/fields.ts'
import { multipartType, type UploadField } from '#contract/wire/forms.ts'
import { InvalidInput } from '../../refusal.ts'
import { attributeName } from '../../validation/messages.ts'
import { defaultDiscardLimits, discardBody } from './discard-body.ts'
import { TooLargeBody, UnreadableBody } from './json-body.ts'
import { readParts } from './multipart.ts'

/** How long the server waits for the next bytes, and for all of them together. Pauses of the handler do not count. */
export interface StreamLimits {
  idleMs: number
  waitMs: number
}

export const defaultStreamLimits: StreamLimits = { idleMs: 30_000, waitMs: 30 * 60_000 }

/** The response is 408. */
export class SlowBody extends Error {}

const receiving = new WeakSet<Socket>()

/** Whether the connection carries a streamed body, which the request timeout of the server does not limit. */
export const isReceivingStream = (socket: Socket): boolean => receiving.has(socket)

/** Nothing is read before the handler reads the file. Disposing of the result discards the rest of the body. */
export function receiveStream(
  request: IncomingMessage,
  field: UploadField,
  limits: StreamLimits,
): { file: StreamedFile } & Disposable {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith(multipartType)
  receiving.add(request.socket)
  return {
    file: new StreamedFile(() => (isForm ? readPart : readWhole)(request, field, limits)),
    [Symbol.dispose]() {
      receiving.delete(request.socket)
      discardBody(request, defaultDiscardLimits)
    },
  }
}

async function* readWhole(request: IncomingMessage, { maxBytes }: UploadField, limits: StreamLimits) {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new TooLargeBody()
  let bytes = 0
  for await (const chunk of readChunks(request, limits)) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new TooLargeBody()
    yield chunk
  }
}

async function* readPart(request: IncomingMessage, field: UploadField, limits: StreamLimits): AsyncGenerator<Buffer> {
  const found = Promise.withResolvers<Readable | undefined>()
  const isRead = Promise.withResolvers<void>()
  isRead.promise.catch(() => {})
  let files = 0
  const parts = readParts(request, {
    maxBodyBytes: field.maxBytes,
    maxPartBytes: Number.POSITIVE_INFINITY,
    async read({ name, content }) {
      if (name !== field.name) return void content.resume()
      if (++files > 1) throw invalid(name, 'The request may not have more than one file.')
      found.resolve(content)
      await isRead.promise
    },
  })
  parts.then(() => found.resolve(undefined), found.reject)
  const content = await found.promise
  if (!content) throw invalid(field.name, `The ${attributeName([field.name])} field is required.`)
  try {
    yield* readChunks(content, limits)
    isRead.resolve()
  } finally {
    // Ends the parsing, unless the whole file was read.
    isRead.reject(new UnreadableBody(incomplete))
  }
  await parts
}

const invalid = (field: string, message: string): InvalidInput => new InvalidInput({ [field]: [message] })

const incomplete = 'The request body is incomplete.'
const changes = ['readable', 'end', 'error', 'close'] as const

/** Unlike the iterator of the stream, this does not destroy it if the consumer stops, so that a response can be sent. */
async function* readChunks(source: Readable, { idleMs, waitMs }: StreamLimits): AsyncGenerator<Buffer> {
  let wake = (): void => {}
  const onChange = (): void => wake()
  for (const event of changes) source.on(event, onChange)
  let waitedMs = 0
  try {
    for (;;) {
      const chunk = source.read() as Buffer | null
      if (chunk !== null) {
        yield chunk
        continue
      }
      if (source.readableEnded) return
      if (source.destroyed)
        throw source.errored instanceof TooLargeBody ? source.errored : new UnreadableBody(incomplete)
      const startedAt = performance.now()
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new SlowBody()), Math.min(idleMs, waitMs - waitedMs))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      waitedMs += performance.now() - startedAt
    }
  } finally {
    for (const event of changes) source.off(event, onChange)
  }
}
