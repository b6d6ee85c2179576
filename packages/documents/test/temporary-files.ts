// Writes files for tests and extracts them.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DocumentError, type DocumentErrorCode, type Extractor, type FileFormat, type Passage } from '../src/index.ts'
import { readPdf } from '../src/pdf/read-pdf.ts'

export async function openFolder(): Promise<{ write(bytes: Uint8Array | string): Promise<string> } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-documents-'))
  return {
    async write(bytes) {
      const path = join(folder, randomUUID())
      await writeFile(path, bytes)
      return path
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true })
    },
  }
}

export async function extract(
  extractor: Extractor,
  format: FileFormat,
  bytes: Uint8Array | string,
  signal = AbortSignal.timeout(100_000),
): Promise<Passage[]> {
  await using folder = await openFolder()
  const path = await folder.write(bytes)
  const passages: Passage[] = []
  for await (const batch of extractor.extractFile({ path, format }, { signal })) passages.push(...batch)
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
