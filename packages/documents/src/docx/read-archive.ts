// Reads the XML files of a Word document from its archive, within limits on their number and sizes.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DocumentError } from '../document-error.ts'

const maxEntries = 2_000
const maxTotalBytes = 200 * 2 ** 20
const maxEntryBytes = 100 * 2 ** 20
const maxRatio = 200
/** Smaller files may be compressed better. */
const minRatioBytes = 2 ** 20

/** Other files, such as images and embedded spreadsheets, are never unpacked. */
const isXml = /\.(?:xml|rels)$/i
/** Some versions of Word add a number. */
const isMainPart = /^word\/document\d{0,3}\.xml$/

const damaged = (): DocumentError => new DocumentError('damaged', 'The Word document is damaged and cannot be read.')
const tooLarge = (): DocumentError =>
  new DocumentError('too_large', 'The Word document is too large when it is unpacked.')

/** XML files by their paths in the archive. */
export type DocxFiles = ReadonlyMap<string, Uint8Array>

/** Throws a `DocumentError`. */
export async function readArchive(bytes: Buffer): Promise<DocxFiles> {
  const zip = await openZip(bytes)
  const entries = await checkEntries(zip)
  const files = new Map<string, Uint8Array>()
  let total = 0
  for (const entry of entries) {
    const file = await inflate(zip, entry, maxTotalBytes - total)
    if (file.includes('<!DOCTYPE') || file.includes('<!ENTITY')) throw damaged()
    total += file.length
    files.set(entry.fileName, file)
  }
  return files
}

async function openZip(bytes: Buffer): Promise<ZipFile> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw damaged()
  })
  if (zip.entryCount > maxEntries) throw tooLarge()
  return zip
}

/** Returns the XML files. Checks the sizes that the archive declares. They can be wrong, so inflating has limits, too. */
async function checkEntries(zip: ZipFile): Promise<Entry[]> {
  const entries = (await readEntries(zip)).filter(({ fileName }) => isXml.test(fileName))
  const names = new Set<string>()
  let total = 0
  for (const { fileName, uncompressedSize, compressedSize } of entries) {
    total += uncompressedSize
    names.add(fileName)
    const isBomb = uncompressedSize > minRatioBytes && uncompressedSize > compressedSize * maxRatio
    if (uncompressedSize > maxEntryBytes || total > maxTotalBytes || isBomb) throw tooLarge()
    if (fileName.split('/').includes('..')) throw damaged()
  }
  if (names.size !== entries.length) throw damaged()
  if (!names.has('[Content_Types].xml') || ![...names].some((name) => isMainPart.test(name)))
    throw new DocumentError('wrong_format', 'The file is not a Word document (docx).')
  if (entries.some((entry) => entry.isEncrypted()))
    throw new DocumentError('encrypted', 'The Word document is encrypted. Remove the password and upload it again.')
  return entries
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      if (entries.length > maxEntries) break
    }
  } catch {
    throw damaged()
  }
  if (entries.length > maxEntries) throw tooLarge()
  return entries
}

async function inflate(zip: ZipFile, entry: Entry, remaining: number): Promise<Buffer> {
  const limit = Math.min(remaining, maxEntryBytes)
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      size += piece.length
      if (size > limit || (size > minRatioBytes && size > entry.compressedSize * maxRatio)) throw tooLarge()
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof DocumentError ? error : damaged()
  }
  return Buffer.concat(pieces)
}
