// Extracts files for tests.
import { DocumentError, type DocumentErrorCode, type Extractor, type FileFormat, type Passage } from '../src/index.ts'
import { readPdf } from '../src/pdf/read-pdf.ts'

type InputFile = Parameters<Extractor['extractFile']>[0]

export function fileOf(format: FileFormat, content: Uint8Array | string): InputFile {
  const bytes = Buffer.from(content)
  return { pieces: piecesOf(bytes), size: bytes.length, format }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 2 ** 20) yield bytes.subarray(start, start + 2 ** 20)
}

export async function extract(
  extractor: Extractor,
  format: FileFormat,
  bytes: Uint8Array | string,
  signal = AbortSignal.timeout(100_000),
): Promise<Passage[]> {
  const passages: Passage[] = []
  for await (const batch of extractor.extractFile(fileOf(format, bytes), { signal })) passages.push(...batch)
  return passages
}

/** The code of the error, or the number of passages. */
export async function outcomeOf(
  extractor: Extractor,
  format: FileFormat,
  bytes: Uint8Array | string,
): Promise<DocumentErrorCode | number> {
  try {
    return (await extract(extractor, format, bytes)).length
  } catch (error) {
    if (error instanceof DocumentError) return error.code
    throw error
  }
}

/** The Markdown of all pages. */
export async function markdownOfPdf(bytes: Uint8Array): Promise<string> {
  const { sections } = await readPdf(bytes, async () => {})
  return sections.map(({ markdown }) => markdown).join('\n')
}
