// Writes multipart/form-data bodies byte by byte, so that tests can also send malformed ones.
export interface PartOfForm {
  /** The headers of the part. */
  head: string
  content: string | Uint8Array
}

export const boundary = 'limit'

export const textPart = (name: string, content: string): PartOfForm => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  content,
})

export const filePart = (
  name: string,
  content: Uint8Array,
  fileName = 'example.txt',
  type = 'text/plain',
): PartOfForm => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}`,
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
