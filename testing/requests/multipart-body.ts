// Writes multipart/form-data bodies byte by byte, so that tests can also send malformed ones.
import { StreamedFile, UploadedFile } from '#contract/wire/fields.ts'
import { multipartType } from '#contract/wire/forms.ts'
import { exampleFileContent } from './examples.ts'

export interface PartOfForm {
  /** The headers of the part. */
  head: string
  content: string | Uint8Array
}

const boundary = 'limit'
export const multipartWithBoundary = `${multipartType}; boundary=${boundary}`

/** As browsers escape names. https://html.spec.whatwg.org/#multipart-form-data */
const escaped = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

export const textPart = (name: string, content: string): PartOfForm => ({
  head: `Content-Disposition: form-data; name="${escaped(name)}"`,
  content,
})

export const filePart = (
  name: string,
  content: Uint8Array,
  fileName = 'example.txt',
  type = 'text/plain',
): PartOfForm => ({
  head: `Content-Disposition: form-data; name="${escaped(name)}"; filename="${fileName}"\r\nContent-Type: ${type}`,
  content,
})

export const multipart = (parts: readonly PartOfForm[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

/** The fields of a JSON body as parts; lists and objects are JSON, and every file has the content of the example. */
export const partsOf = (body: Record<string, unknown>): PartOfForm[] =>
  Object.entries(body).map(([name, value]) => {
    if (value instanceof StreamedFile) return filePart(name, exampleFileContent)
    if (value instanceof UploadedFile) return filePart(name, exampleFileContent, value.name, value.contentType)
    return textPart(name, typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? ''))
  })
