// The passages that the search of a knowledgebase returns, and how their scores came about.
import { z } from 'zod'
import { id } from '../wire/fields.ts'

export const documentType = z.enum(['website', 'pdf', 'txt', 'docx'])

const place = z.int().meta({ description: 'The best passage has place 1.' })

const explanation = z
  .object({
    words: z
      .object({
        place,
        score: z.number().meta({
          description:
            'A passage of typical length that contains every word of a short query once has about 1. Rare words count more.',
        }),
        found: z
          .array(
            z.object({
              word: z.string().meta({ description: 'A word of the query, in lower case.', example: 'opening' }),
              as: z
                .array(z.string())
                .meta({ description: 'Up to 8 forms in the passage or its headings.', example: ['open', 'opened'] }),
            }),
          )
          .meta({ description: 'The words of the query that the passage contains.' }),
      })
      .nullable()
      .meta({ description: 'The search by words. Null if it did not find the passage.' }),
    heading: z
      .object({
        text: z.string().meta({ description: 'The heading that is most similar to the query.' }),
        words: z
          .array(z.string())
          .meta({ description: 'The words that it shares with the query, in lower case and without diacritics.' }),
        similarity: z.number().meta({ description: '0 to 1. 1: the heading has the same words as the query.' }),
        factor: z.number().meta({ description: 'The score of the words is multiplied by it: 1 to 5.' }),
        place: place.meta({ description: 'The place by words and headings.' }),
      })
      .nullable()
      .meta({ description: 'Null if the search by words did not find the passage, or no heading shares a word.' }),
    meaning: z
      .object({
        place,
        similarity: z.number().meta({ description: 'The cosine similarity of the query and the passage.' }),
        score: z.number().meta({
          description:
            'What the meaning adds to the merged score: 0.95 for the most similar passage of the search, 0 for the least similar one that counts.',
        }),
      })
      .nullable()
      .meta({ description: 'The search by meaning. Null if it did not take part or did not find the passage.' }),
    merged: z.object({ place, score: z.number() }).meta({
      description:
        'Before reranking. The score is the sum of the score of the words, multiplied by the factor of the heading, and the score of the meaning.',
    }),
    reranking: z
      .object({ place, score: z.number() })
      .nullable()
      .meta({ description: 'What the reranking model said. Null if it did not take part.' }),
  })
  .meta({ id: 'KnowledgeExplanation' })

export const passage = z
  .object({
    text: z.string().meta({ description: 'Markdown.' }),
    headings: z.array(z.string()).meta({ description: 'The headings above the passage, outermost first.' }),
    page: z
      .int()
      .nullable()
      .meta({ description: 'The page of a PDF. The last sentence of the passage can end on the next one.' }),
    url: z.string().nullable().meta({ description: 'The page of a website.' }),
    language: z.string().nullable().meta({ description: 'ISO 639-1.', example: 'en' }),
    score: z.number().meta({ description: 'Comparable within one search only. Higher is better.' }),
    explanation,
    document: z.object({ id, name: z.string(), type: documentType }),
  })
  .meta({ id: 'KnowledgePassage' })
