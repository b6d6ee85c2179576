// Decides by its content whether a file is accepted, and as what.
import { type FileHandle, open } from 'node:fs/promises'
import { looksLike } from '@parley/documents'
import type { UploadedFile } from '#contract/wire/fields.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { type ContentType, isPicture, wordType } from './content-types.ts'
import { readPictureSize } from './picture-size.ts'

const maxPictureSide = 16_384
const maxPicturePixels = 100_000_000

/** Throws `InvalidInput`. */
export async function readContentType(file: UploadedFile): Promise<ContentType> {
  if (file.sizeBytes === 0) throw refused('The file is empty.')
  await using handle = await open(file.path, 'r')
  const type = await detectType(handle, file)
  if (type === undefined) throw refused('This type of file is not accepted. Send a picture, PDF, Word or text file.')
  if (!isPicture(type)) return type
  const size = await readPictureSize(handle, type)
  if (!size || size.width === 0 || size.height === 0) throw refused('The picture is damaged.')
  const { width, height } = size
  if (width > maxPictureSide || height > maxPictureSide || width * height > maxPicturePixels)
    throw refused(`The picture has too many pixels: ${width} × ${height}.`)
  return type
}

async function detectType(handle: FileHandle, { head, name }: UploadedFile): Promise<ContentType | undefined> {
  const bytes = Buffer.from(head)
  const has = (text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text
  if (has('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (has('\xff\xd8\xff')) return 'image/jpeg'
  if (has('GIF87a') || has('GIF89a')) return 'image/gif'
  if (has('RIFF') && has('WEBP', 8)) return 'image/webp'
  if (has('%PDF-')) return 'application/pdf'
  if (looksLike('docx', head)) return (await isWord(handle)) ? wordType : undefined
  const isText = looksLike('txt', head) && !isMarkup(bytes) && !(await hasZeroBytes(handle, bytes))
  return isText ? textTypeOf(name) : undefined
}

/** HTML, SVG and other XML, which a browser could run. */
const isMarkup = (bytes: Buffer): boolean => /^(?:\xef\xbb\xbf)?\s*<[a-z!?/]/i.test(bytes.toString('latin1', 0, 512))

function textTypeOf(name: string): ContentType {
  if (/\.csv$/i.test(name)) return 'text/csv'
  return /\.(?:md|markdown)$/i.test(name) ? 'text/markdown' : 'text/plain'
}

/** UTF-16 has zero bytes, and begins with a mark. */
async function hasZeroBytes(handle: FileHandle, head: Buffer): Promise<boolean> {
  if (/^(?:fffe|feff)/.test(head.toString('hex', 0, 2))) return false
  for await (const piece of piecesOf(handle)) if (piece.includes(0)) return true
  return false
}

/** The names of the entries are not compressed. */
async function isWord(handle: FileHandle): Promise<boolean> {
  const missing = new Set(['[Content_Types].xml', 'word/document'])
  for await (const piece of piecesOf(handle)) {
    for (const name of missing) if (piece.includes(name)) missing.delete(name)
    if (missing.size === 0) return true
  }
  return false
}

const pieceBytes = 256 * 1024
const overlapBytes = 64

/** Pieces overlap, so that a word is whole in one of them. */
async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(pieceBytes)
  for (let at = 0; ; at += pieceBytes - overlapBytes) {
    const { bytesRead } = await handle.read(buffer, 0, pieceBytes, at)
    yield buffer.subarray(0, bytesRead)
    if (bytesRead < pieceBytes) return
  }
}

const refused = (message: string): InvalidInput => new InvalidInput({ file: [message] })
