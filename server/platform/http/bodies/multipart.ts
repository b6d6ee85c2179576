// Parses a multipart/form-data body into parts, within limits of number, size and time.
// https://www.rfc-editor.org/rfc/rfc7578
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { InvalidInput } from '../../refusal.ts'
import { TooLargeBody, UnreadableBody } from './json-body.ts'

export interface Part {
  name: string
  /** Undefined for a text field. The name is empty if a form was sent without choosing a file. */
  file: { name: string; contentType: string } | undefined
  /** Must be read to its end. */
  content: Readable
}

const defaultMaxParts = 60
const maxHeaderPairs = 20
const maxHeaderBytes = 8 * 1024
/** RFC 2046 allows 70 characters. The search for the boundary takes time in proportion to its length. */
const boundaryForm = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";\\]{1,70}))\s*(?:;|$)/i
const maxNameLength = 200

export interface ReadPartsOptions {
  maxBodyBytes: number
  /** The content of a part ends after so many bytes, with the event `limit`. */
  maxPartBytes: number
  maxParts?: number
  /** A failure ends the parsing. */
  read(part: Part): Promise<void>
}

/**
 * Resolves when all parts have been read. After a failure, the rest of the body is discarded as it arrives, so that the
 * client can read the response; the request timeout of the server limits this.
 */
export async function readParts(
  request: Readable & { headers: IncomingHttpHeaders },
  options: ReadPartsOptions,
): Promise<void> {
  const { maxParts = defaultMaxParts } = options
  const parser = createParser(request.headers, options.maxPartBytes, maxParts)
  const reading: Promise<void>[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let hasFailed = false
  let receivedBytes = 0
  let current: Readable | undefined

  const fail = (error: unknown): void => {
    if (hasFailed) return
    hasFailed = true
    request.unpipe(parser)
    request.resume()
    current?.destroy(error as Error)
    reject(error)
  }
  const count = (chunk: Buffer): void => {
    receivedBytes += chunk.length
    if (receivedBytes > options.maxBodyBytes) fail(new TooLargeBody())
  }
  const failIfIncomplete = (): void => {
    if (!request.readableEnded) fail(malformed())
  }

  parser.on('file', (name: string | undefined, content, fileName: string | undefined, _encoding, contentType) => {
    current = content
    content.on('error', (error) => fail(error instanceof InvalidInput ? error : malformed()))
    if (hasFailed) content.resume()
    else if (name === undefined || name === '' || name.length > maxNameLength)
      fail(new UnreadableBody('The request body has a part without a valid name.'))
    else {
      const file = fileName === undefined ? undefined : { name: fileName, contentType }
      reading.push(options.read({ name, file, content }).catch(fail))
    }
  })
  parser.on('partsLimit', () => fail(new UnreadableBody(`The request body has more than ${maxParts} parts.`)))
  parser.on('error', () => fail(malformed()))
  parser.on('finish', () => void Promise.all(reading).then(() => resolve()))
  request.on('data', count)
  request.on('error', failIfIncomplete)
  request.on('close', failIfIncomplete)
  request.pipe(parser)
  if (request.destroyed) failIfIncomplete()
  try {
    await promise
  } finally {
    request.off('data', count)
    await Promise.all(reading)
  }
}

function createParser(headers: IncomingHttpHeaders, maxPartBytes: number, maxParts: number) {
  const type = headers['content-type'] ?? ''
  const [, quoted, plain] = boundaryForm.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  return new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    // Text fields are read like files, because the parser would decode them without checking their encoding.
    isPartAFile: () => true,
    limits: { fileSize: maxPartBytes, parts: maxParts, headerPairs: maxHeaderPairs, headerSize: maxHeaderBytes },
  })
}

const malformed = (): UnreadableBody => new UnreadableBody('The request body is not valid multipart/form-data.')
