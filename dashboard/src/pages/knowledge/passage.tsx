// A passage that the search found: where it is, which words of the query are in it, and why it has its place.
import { Link } from '@tanstack/react-router'
import type { ReplyFrom } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Badge } from '../../ui/page.tsx'
import { useKnowledgeAddress } from './address.ts'
import { PassageExplanation } from './passage-explanation.tsx'
import { WebAddress } from './website-pages.tsx'

const texts = textsOf('knowledge', 'passage')

interface PassageProps {
  passage: ReplyFrom<'knowledge', 'search'>['data'][number]
  rank: number
  scale: { bestMerged: number; bestReranked: number; hasMeaning: boolean }
  knowledgebaseId: number
}

export function Passage({ passage, rank, scale, knowledgebaseId }: PassageProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const [address] = useKnowledgeAddress()
  const { document, headings, page, url, language, text, explanation } = passage
  const found = explanation.words?.found ?? []
  const forms = new Set(found.flatMap(({ as }) => as.map((form) => form.toLowerCase())))
  return (
    <li className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden className="grid size-6 place-items-center rounded-full bg-sunken text-sm tabular-nums">
          {format.number(rank)}
        </span>
        <h3 className="min-w-0 grow font-medium">
          <Link
            to="/knowledge"
            search={{ ...address, knowledgebase: knowledgebaseId, document: document.id }}
            className="break-words text-accent underline"
          >
            {document.name}
          </Link>
        </h3>
        {page !== null && <Badge>{t.page(format.number(page))}</Badge>}
        {language && <Badge>{language.toUpperCase()}</Badge>}
      </div>
      <div className="grid gap-x-8 gap-y-3 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-2">
          {url && (
            <p className="text-sm">
              <WebAddress url={url} />
            </p>
          )}
          {headings.length > 0 && (
            <p className="text-sm break-words text-soft">
              {headings.map((heading, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: headings can repeat and do not move
                <span key={index}>
                  {index > 0 && ' › '}
                  <Marked text={heading} forms={forms} />
                </span>
              ))}
            </p>
          )}
          <p className="break-words whitespace-pre-wrap" dir="auto">
            <Marked text={text} forms={forms} />
          </p>
        </div>
        <PassageExplanation explanation={explanation} {...scale} />
      </div>
    </li>
  )
}

const Marked = ({ text, forms }: { text: string; forms: ReadonlySet<string> }) =>
  piecesOf(text, forms).map(({ at, text: piece, isFound }) =>
    isFound ? (
      <mark key={at} className="rounded-sm bg-warn-soft text-ink underline decoration-warn decoration-2">
        {piece}
      </mark>
    ) : (
      <span key={at}>{piece}</span>
    ),
  )

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

interface Piece {
  at: number
  text: string
  isFound: boolean
}

/** `forms` are in lower case. Neighbouring pieces that are not found are one. */
function piecesOf(text: string, forms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: written, index } of text.matchAll(word))
    for (const { segment, index: offset } of segmenter.segment(written)) {
      if (!forms.has(segment.toLowerCase())) continue
      const at = index + offset
      if (at > end) pieces.push({ at: end, text: text.slice(end, at), isFound: false })
      pieces.push({ at, text: segment, isFound: true })
      end = at + segment.length
    }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), isFound: false })
  return pieces
}
