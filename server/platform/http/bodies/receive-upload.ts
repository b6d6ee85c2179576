// Receives a multipart/form-data body: the file goes to a temporary file, the fields become values like those of JSON.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { UploadedFile, uploadHeadBytes } from '#contract/wire/fields.ts'
import { isScalar, type UploadField } from '#contract/wire/forms.ts'
import { InvalidInput } from '../../refusal.ts'
import { attributeName } from '../../validation/messages.ts'
import { createNestedFields, stepsOf } from './field-names.ts'
import { readJsonField, UnreadableBody } from './json-body.ts'
import { type Part, readParts } from './multipart.ts'
import type { TemporaryFile, UploadFolder } from './upload-folder.ts'

export interface Upload extends AsyncDisposable {
  body: Record<string, unknown>
}

const maxFields = 50
const maxFieldBytes = 64 * 1024
/** For the fields, and the headers of the parts. */
const maxOtherBytes = 5 * 2 ** 20

/**
 * Throws `UnreadableBody` and `InvalidInput`. Unknown fields are ignored. Disposing of the result deletes the file; if
 * this throws, it is deleted already.
 */
export async function receiveUpload(
  request: IncomingMessage,
  { body }: Endpoint,
  field: UploadField,
  folder: UploadFolder,
): Promise<Upload> {
  await using opened = new AsyncDisposableStack()
  const shape = body!.shape
  const values = createNestedFields()
  let fields = 0
  let files = 0

  const read = async (part: Part): Promise<void> => {
    const steps = stepsOf(part.name)
    const [name = ''] = steps
    if (part.file) {
      if (++files > 1) throw invalid(name, 'The request may not have more than one file.')
    } else if (++fields > maxFields) throw new UnreadableBody(`The request body has more than ${maxFields} fields.`)
    if (!Object.hasOwn(shape, name)) return void part.content.resume()
    if (!part.file) return values.add(steps, await readText(part.content, name))
    if (part.name !== field.name) throw invalid(name, `The ${attributeName([name])} field may not be a file.`)
    // At once, because the first piece of the body may exceed the limit.
    part.content.once('limit', () => part.content.destroy(tooLarge(field)))
    const temporary = opened.use(await folder.createFile())
    const file = await storeFile(part, temporary)
    if (file.name !== '' || file.sizeBytes > 0) values.add(steps, file)
  }

  await readParts(request, { maxBodyBytes: field.maxBytes + maxOtherBytes, maxPartBytes: field.maxBytes, read })
  const entries = Object.entries(values.value()).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== field.name && !isScalar(shape[name]) ? readJsonField(value) : value,
  ])
  const resources = opened.move()
  return { body: Object.fromEntries(entries), [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const tooLarge = ({ name, maxBytes }: UploadField): InvalidInput =>
  invalid(name, `The ${attributeName([name])} may not be greater than ${maxBytes / 2 ** 20} MB.`)

const invalid = (field: string, message: string): InvalidInput => new InvalidInput({ [field]: [message] })

async function readText(content: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxFieldBytes)
      throw invalid(name, `The ${attributeName([name])} may not be greater than ${maxFieldBytes / 1024} kilobytes.`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks)
  if (!isUtf8(text)) throw new UnreadableBody('The request body is not valid UTF-8.')
  return text.toString()
}

async function storeFile({ content, file }: Part, { path, handle }: TemporaryFile): Promise<UploadedFile> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (sizeBytes < uploadHeadBytes) head.push(Buffer.from(chunk.subarray(0, uploadHeadBytes - sizeBytes)))
    sizeBytes += chunk.length
    hash.update(chunk)
    await handle.writeFile(chunk)
  }
  return new UploadedFile({
    path,
    name: cleanName(file!.name),
    contentType: cleanType(file!.contentType),
    sizeBytes,
    sha256: hash.digest('hex'),
    head: Buffer.concat(head),
  })
}

const cleanName = (name: string): string =>
  [...name.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, 255).join('').trim()

const cleanType = (type: string): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
