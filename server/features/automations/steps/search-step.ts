// The step that searches a knowledgebase.
import { z } from 'zod'
import { knowledge } from '#contract/knowledge/knowledge.ts'
import { id, intBetween, requiredText } from '#contract/wire/fields.ts'
import { findKnowledgebase, searchKnowledge } from '#server/features/knowledge/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { stepType } from './step-type.ts'

export const searchKnowledgeStep = stepType({
  type: 'search_knowledge',
  description: 'Searches a knowledgebase, and returns the best passages.',
  input: z.object({
    knowledgebase_id: id,
    query: requiredText(1000),
    limit: intBetween(1, 50).optional().meta({ description: 'Defaults to 5.' }),
  }),
  actsAs: () => [knowledge.search],
  hasSideEffects: false,
  async run({ ctx, signal }, { knowledgebase_id: knowledgebaseId, query, limit }) {
    if (!(await findKnowledgebase(ctx.db, ctx.account.id, knowledgebaseId)))
      throw new Refusal('KNOWLEDGEBASE_NOT_FOUND')
    const input = { knowledgebaseId, query, signal, ...(limit !== undefined && { limit }) }
    const { passages } = await searchKnowledge(ctx, input)
    return {
      passages: passages.map(({ text, score, headings, page, url, document }) => ({
        text,
        score,
        headings,
        page,
        url,
        document,
      })),
    }
  },
})
