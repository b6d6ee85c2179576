// Stores the vectors of a document's passages, in batches, from where it stopped.
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { quantize } from '#server/platform/vector-search/quantize.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import type { DocumentRef } from '../documents/document.ts'
import { findDocument } from '../documents/store-documents.ts'
import {
  completeVectors,
  insertVectors,
  selectLackingVectors,
  selectUnembedded,
  type UnembeddedPassage,
  type VectorBatch,
} from '../documents/store-vectors.ts'
import { embedJob, embedQueue } from '../job-specs.ts'
import { touchKnowledgebase } from '../knowledgebases/store.ts'
import { understands } from '../search/find-by-meaning.ts'

/** The size of batches adapts to the speed of the model, so that a run ends soon after its time is used up. */
const batchSizes = { first: 8, max: 256 }
const batchMs = { min: 500, max: 2_000 }
const documentsPerRun = 500

type Outcome = 'complete' | 'incomplete' | 'gone'

/** Stops after `budgetMs`; the next run continues. Throws what the embedder throws. */
async function embedPassages(
  { db, stopping }: AppContext,
  embedder: Embedder,
  document: DocumentRef & { attempts: number },
  budgetMs: number,
): Promise<Outcome> {
  const startedAt = performance.now()
  for (let limit = batchSizes.first; ; ) {
    const begunAt = performance.now()
    if (begunAt - startedAt > budgetMs || stopping.aborted) return 'incomplete'
    const passages = await selectUnembedded(db, document, { model: embedder.name, limit })
    if (passages.length === 0) break
    const batch = await embedBatch(embedder, passages, stopping).catch((error: unknown) => {
      if (stopping.aborted) return undefined
      throw error
    })
    if (!batch) return 'incomplete'
    if (!(await insertVectors(db, document, embedder.name, batch))) return 'gone'
    const tookMs = performance.now() - begunAt
    if (tookMs < batchMs.min) limit = Math.min(2 * limit, batchSizes.max)
    else if (tookMs > batchMs.max) limit = Math.max(1, limit >> 1)
  }
  return 'complete'
}

/** Passages in a language that the model does not understand have no vector, and long ones can have several. */
async function embedBatch(
  embedder: Embedder,
  passages: readonly UnembeddedPassage[],
  signal: AbortSignal,
): Promise<VectorBatch> {
  const understood = passages
    .filter(({ language }) => understands(embedder, language))
    .flatMap(({ position, headings, text }) => {
      const { pieceCharacters } = embedder
      const texts = pieceCharacters ? piecesOf(text, pieceCharacters) : [[...headings, text].join('\n')]
      return texts.map((piece) => ({ position, text: piece }))
    })
  const texts = understood.map(({ text }) => text)
  const embedded = texts.length > 0 ? await embedder.embed(texts, { purpose: 'passage', signal }) : []
  const dimensions = embedded[0]?.length ?? 0
  const vectors = new Int8Array(embedded.length * dimensions)
  for (const [index, vector] of embedded.entries()) vectors.set(quantize(vector), index * dimensions)
  const positions = understood.map(({ position }) => position)
  return { firstPosition: passages[0]!.position, lastPosition: passages.at(-1)!.position, positions, vectors }
}

const jobBudgetMs = 30_000

/** Embeds the rest of an active document. */
export async function embedDocument(context: AppContext, { accountId, documentId }: DocumentRef): Promise<void> {
  // A changed key can replace the embedder of the context at any time.
  const { embedder } = context
  const document = await findDocument(context.db, accountId, documentId)
  if (!embedder || document?.status !== 'active' || document.embeddingModel === embedder.name) return
  const ref = { accountId, documentId, attempts: document.attempts }
  const outcome = await embedPassages(context, embedder, ref, jobBudgetMs)
  await transaction(context, async (tx) => {
    if (outcome === 'incomplete') await addEmbedJob(tx, { accountId, documentId })
    if (outcome !== 'complete') return
    await touchKnowledgebase(tx.db, accountId, document.knowledgebaseId)
    await completeVectors(tx.db, ref, embedder.name)
  })
}

/** Adds jobs for documents without vectors of the current model, for example after the model has changed. */
export async function embedLacking(context: AppContext): Promise<void> {
  const { embedder } = context
  if (!embedder) return
  const lacking = await selectLackingVectors(context.db, embedder.name, documentsPerRun)
  for (const ref of lacking) await transaction(context, (tx) => addEmbedJob(tx, ref))
}

/** At most one job waits for each document. */
export const addEmbedJob = (tx: AppTx, ref: DocumentRef): Promise<void> =>
  tx.addJob(embedJob, ref, { queue: embedQueue(ref), key: `knowledge.embed:${ref.documentId}`, keepRunAt: true })

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** The marks of Markdown for tables, lists, quotations and emphasis mean nothing to a model. */
const marks = /[|*#`>_]+|-{3,}/g

/** A sentence that is longer than `maxCharacters` is a piece of its own. Pieces are not blank. */
function piecesOf(text: string, maxCharacters: number): string[] {
  const pieces: string[] = []
  let piece = ''
  const sentences = text.split('\n').flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment))
  for (const next of sentences) {
    const sentence = next.replace(marks, ' ').replace(/\s+/g, ' ').trim()
    if (sentence === '') continue
    if (piece !== '' && piece.length + sentence.length >= maxCharacters) {
      pieces.push(piece)
      piece = sentence
    } else piece = piece === '' ? sentence : `${piece} ${sentence}`
  }
  return piece === '' ? pieces : [...pieces, piece]
}
