// The request body that creates a document of a knowledgebase, with the rules between its fields.
import { z } from 'zod'
import { intBetween, requiredText, text, uploadedFile, webUrl } from '../wire/fields.ts'
import type { documentType } from './knowledge-passages.ts'

/** Existing clients send `url`, `links` and `text`. */
const typeAliases: Record<string, string> = { url: 'website', links: 'website', text: 'txt' }

const type = z
  .enum(['website', 'pdf', 'txt', 'docx', 'url', 'links', 'text'])
  .transform((word) => (typeAliases[word] ?? word) as z.infer<typeof documentType>)
  .meta({ description: '`url` and `links` are aliases of `website`, `text` of `txt`.' })

const link = z.union([z.object({ link: webUrl }), webUrl])

const maxLinks = 100

export const newDocument = z
  .object({
    name: requiredText(255),
    description: text(255).nullable().optional(),
    type,
    url: webUrl.nullable().optional().meta({
      description: 'The page of a website to begin with. Required for websites without `links`.',
    }),
    links: z
      .array(link)
      .max(maxLinks)
      .nullable()
      .optional()
      .meta({
        description: `Up to ${maxLinks} pages to read, as \`{link}\` or as strings. Links on them are not followed.`,
      }),
    relative_links_limit: intBetween(1, 50).default(10).meta({
      description:
        'The number of pages of the same website that are read besides `url`, by following its links. Pages without text and duplicates do not count, but at most three times as many pages are tried.',
    }),
    file: uploadedFile({ maxBytes: 20 * 1024 * 1024 }).optional(),
  })
  .superRefine((fields, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    const isWebsite = fields.type === 'website'
    if (isWebsite && fields.file) refuse('file', 'The :attribute field is prohibited unless type is in pdf, txt, docx.')
    if (!isWebsite && !fields.file) refuse('file', 'A file is required for this document type.')
    const hasUrl = (fields.url ?? '') !== ''
    const hasLinks = (fields.links ?? []).length > 0
    if (isWebsite && !hasUrl && !hasLinks) {
      refuse('url', 'The :attribute field is required when links is not present.')
      refuse('links', 'The :attribute field is required when url is not present.')
    }
    if (!isWebsite && hasUrl) refuse('url', 'The :attribute field is prohibited unless type is website.')
    if (!isWebsite && hasLinks) refuse('links', 'The :attribute field is prohibited unless type is website.')
  })
