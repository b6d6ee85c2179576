// Performs one task in the process that reads documents.
import { DocumentError } from '../document-error.ts'
import type { Passage, SitePage } from '../split/passage.ts'
import { splitSections } from '../split/split-blocks.ts'
import { splitSite } from '../split/split-site.ts'
import { readText } from '../text/read-text.ts'
import { type ChildMessage, maxBatchPassages, maxFileBytes, type Task } from './protocol.ts'

export interface Parent {
  /** Null behind the last input. */
  input(): Promise<unknown>
  /** Resolves when the parent wants more. */
  output(message: ChildMessage): Promise<void>
}

export async function performTask(task: Task, parent: Parent): Promise<void> {
  if (task.kind === 'site')
    return await sendPassages(await splitSite(readInputs<SitePage>(parent)), parent, () => [0, 0])
  if (task.kind === 'page') {
    const { readPage } = await import('../html/read-page.ts')
    return await parent.output({ type: 'page', page: await readPage(task) })
  }
  const bytes = await readFile(task.bytes, parent)
  let progress: [number, number] = [0, 0]
  const passages =
    task.format === 'txt'
      ? readText(bytes, (...counts) => {
          progress = counts
        })
      : await splitDocument(task.format, bytes, parent)
  await sendPassages(requireWords(passages), parent, () => progress)
}

/** Passages of numbers and marks alone answer no question. */
function* requireWords(passages: Iterable<Passage>): Generator<Passage> {
  let hasWords = false
  for (const passage of passages) {
    hasWords ||= /\p{L}/u.test(passage.terms)
    yield passage
  }
  if (!hasWords) throw new DocumentError('no_text', 'The document contains no text with words.')
}

async function splitDocument(format: 'pdf' | 'docx', bytes: Uint8Array, parent: Parent): Promise<Iterable<Passage>> {
  if (format === 'docx') {
    const { readDocx } = await import('../docx/read-docx.ts')
    const { main, surrounding, hidesMost } = await readDocx(bytes)
    if (hidesMost) await parent.output({ type: 'hidden_text' })
    // The last heading of the text says nothing about its headers, footers and comments.
    return [main, surrounding].values().flatMap((markdown) => splitSections([{ markdown, page: null }]))
  }
  const { readPdf } = await import('../pdf/read-pdf.ts')
  const { sections, pagesWithoutText } = await readPdf(bytes, (done, known) =>
    parent.output({ type: 'passages', passages: [], done, known }),
  )
  await parent.output({ type: 'pages_without_text', pages: pagesWithoutText })
  return splitSections(sections)
}

async function sendPassages(
  passages: Iterable<Passage>,
  parent: Parent,
  progress: () => [number, number],
): Promise<void> {
  let batch: Passage[] = []
  const send = async (): Promise<void> => {
    const [done, known] = progress()
    await parent.output({ type: 'passages', passages: batch, done, known })
    batch = []
  }
  for (const passage of passages) {
    batch.push(passage)
    if (batch.length === maxBatchPassages) await send()
  }
  if (batch.length > 0) await send()
}

async function* readInputs<Input>(parent: Parent): AsyncGenerator<Input> {
  for (let input = await parent.input(); input !== null; input = await parent.input()) yield input as Input
}

async function readFile(size: number, parent: Parent): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let length = 0
  for await (const piece of readInputs<Uint8Array>(parent)) {
    if (length + piece.length > Math.min(size, maxFileBytes))
      throw new DocumentError('damaged', 'The file changed while it was read.')
    bytes.set(piece, length)
    length += piece.length
  }
  return bytes.subarray(0, length)
}
