// HTTP handlers for knowledgebases and their documents.
import type { knowledge } from '#contract/knowledge/knowledge.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { deleteDocument, updateDocument } from './change-document.ts'
import { createKnowledgebase, deleteKnowledgebase, updateKnowledgebase } from './change-knowledgebase.ts'
import { createDocument } from './create-document.ts'
import type { KnowledgeDocument } from './documents/document.ts'
import { selectDocuments } from './documents/store-documents.ts'
import { getDocument, getKnowledgebase } from './get-knowledgebase.ts'
import { selectPages } from './ingestion/store-pages.ts'
import { selectKnowledgebases } from './knowledgebases/store.ts'
import { presentDocument, presentKnowledgebase, presentSearch, presentSummary } from './present.ts'
import { explainSearch } from './search/explain-search.ts'

/** Counts the assistants that use each knowledgebase. Those that no assistant uses can be missing. */
export const assistantCountsPoint = extensionPoint<
  (ctx: AccountContext, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
>('knowledge.assistant-counts', async () => new Map())

const countAssistants = (ctx: AccountContext, ids: readonly number[]) =>
  extensionOf(ctx, assistantCountsPoint)(ctx, ids)

async function present(ctx: AccountContext, id: number) {
  const [knowledgebase, counts] = await Promise.all([getKnowledgebase(ctx, id), countAssistants(ctx, [id])])
  return presentKnowledgebase(knowledgebase, counts.get(id) ?? 0)
}

const presentCreated = (document: KnowledgeDocument) => ({
  message: 'Document created successfully. Processing will begin shortly.',
  data: presentSummary(document),
})

export const knowledgeHandlers: Handlers<typeof knowledge> = {
  list: async (ctx) => {
    const all = await selectKnowledgebases(ctx.db, ctx.account.id)
    const counts = await countAssistants(
      ctx,
      all.map(({ id }) => id),
    )
    return { data: all.map((knowledgebase) => presentKnowledgebase(knowledgebase, counts.get(knowledgebase.id) ?? 0)) }
  },

  create: async (ctx, { body }) => ({
    message: 'Knowledgebase created successfully.',
    data: presentKnowledgebase(await createKnowledgebase(ctx, body), 0),
  }),

  get: async (ctx, { params }) => ({ data: await present(ctx, params.id) }),

  update: async (ctx, { params, body }) => {
    await updateKnowledgebase(ctx, params.id, body)
    return { message: 'Knowledgebase updated successfully.', data: await present(ctx, params.id) }
  },

  delete: async (ctx, { params }) => {
    await deleteKnowledgebase(ctx, params.id)
    return { message: 'Knowledgebase deleted successfully.' }
  },

  search: async (ctx, { params, body: { query, limit = 5 } }, { signal }) => {
    await getKnowledgebase(ctx, params.id)
    return presentSearch(await explainSearch(ctx, { knowledgebaseId: params.id, query, limit, signal }))
  },

  listDocuments: async (ctx, { params: { knowledgebaseId } }) => {
    await getKnowledgebase(ctx, knowledgebaseId)
    const documents = await selectDocuments(ctx.db, ctx.account.id, knowledgebaseId)
    return { data: documents.map((document) => presentDocument(document, ctx.embedder)) }
  },

  createDocument: async (ctx, { params: { knowledgebaseId }, body }, { operation }) =>
    presentCreated(await createDocument(ctx, knowledgebaseId, body, operation)),

  uploadDocument: async (ctx, { params: { knowledgebaseId }, body }, { operation }) =>
    presentCreated(await createDocument(ctx, knowledgebaseId, body, operation)),

  getDocument: async (ctx, { params }) => {
    const document = await getDocument(ctx, params)
    const pages = await selectPages(ctx.db, ctx.account.id, document.id)
    // Behind these are links that are only followed if other pages fail.
    const known = pages.slice(0, document.pagesKnown ?? undefined)
    const shown = presentDocument(document, ctx.embedder)
    return { data: { ...shown, pages: known, pages_without_text: document.pagesWithoutText } }
  },

  updateDocument: async (ctx, { params, body }) => ({
    message: 'Document updated successfully.',
    data: presentSummary(await updateDocument(ctx, params, body)),
  }),

  deleteDocument: async (ctx, { params }) => {
    await deleteDocument(ctx, params)
    return { message: 'Document deleted successfully.' }
  },
}
