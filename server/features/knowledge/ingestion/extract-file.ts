// Extracts the passages of an uploaded file.
import type { Extractor, FileFormat } from '@parley/documents'
import type { AppContext } from '#server/platform/context/context.ts'
import type { KnowledgeDocument } from '../documents/document.ts'
import type { PassageWriter } from './passage-writer.ts'
import { type Attempt, saveProgress } from './store-ingestion.ts'

interface FileExtraction {
  extractor: Extractor
  signal: AbortSignal
  write: PassageWriter['write']
  format: FileFormat
}

/** Progress is stored at most this often. */
const progressIntervalMs = 500

/** Returns the numbers of the pages without text, and warnings. */
export async function extractFile(
  { db, files }: AppContext,
  attempt: Attempt & { document: KnowledgeDocument },
  { extractor, signal, write, format }: FileExtraction,
): Promise<{ pagesWithoutText: number[]; warnings: string[] }> {
  const { document } = attempt
  const file = { pieces: readPieces(files, document), size: document.fileSize ?? 0, format }
  let pagesWithoutText: number[] = []
  let progress: { done: number; known: number } | undefined
  let savedAt = performance.now()
  const onProgress = (done: number, known: number) => {
    if (format === 'pdf' && known > 0) progress = { done, known }
  }
  const onPagesWithoutText = (pages: number[]) => {
    pagesWithoutText = pages
  }
  const warnings: string[] = []
  const onHiddenText = () => warnings.push('More than half of the text of the file is hidden and was not read.')
  const options = { signal, onProgress, onPagesWithoutText, onHiddenText }
  for await (const passages of extractor.extractFile(file, options)) {
    await write(passages)
    if (!progress || performance.now() - savedAt < progressIntervalMs) continue
    await saveProgress(db, attempt, progress)
    savedAt = performance.now()
  }
  if (progress) await saveProgress(db, attempt, { done: progress.known, known: progress.known })
  return { pagesWithoutText, warnings }
}

const pieceBytes = 2 ** 20

async function* readPieces(files: AppContext['files'], { fileKey, fileSize }: KnowledgeDocument) {
  const size = fileSize ?? 0
  for (let start = 0; start < size; start += pieceBytes)
    yield await files.readRange(fileKey!, { start, end: Math.min(start + pieceBytes, size) })
}
