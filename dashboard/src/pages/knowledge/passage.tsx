// A passage that the search found: where it is, its score, and which words of the query are in it.
import { Link } from '@tanstack/react-router'
import type { ReplyFrom } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Badge } from '../../ui/states.tsx'
import { useKnowledgeAddress } from './address.ts'
import { piecesOf } from './matching.ts'
import { WebAddress } from './web-address.tsx'

export type FoundPassage = ReplyFrom<'knowledge', 'search'>['data'][number]

const texts = textsOf(
  {
    page: (number: string) => `Page ${number}`,
    score: (score: string) => `Score ${score}`,
    share: 'Share of the best score',
    heading: 'In its headings',
    text: 'In its text',
    meaning: 'None of these words is in the passage: it was found by another form of a word or by its meaning.',
  },
  {
    page: (number: string) => `Seite ${number}`,
    score: (score: string) => `Wert ${score}`,
    share: 'Anteil am besten Wert',
    heading: 'In den Überschriften',
    text: 'Im Text',
    meaning:
      'Keines dieser Wörter steht im Abschnitt: Er wurde über eine andere Form eines Wortes oder über seine Bedeutung gefunden.',
  },
)

interface PassageProps {
  passage: FoundPassage
  rank: number
  bestScore: number
  words: readonly string[]
  knowledgebaseId: number
}

export function Passage({ passage, rank, bestScore, words, knowledgebaseId }: PassageProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const [address] = useKnowledgeAddress()
  const { document, headings, page, url, score, language, text } = passage
  const share = bestScore > 0 ? Math.max(0, score / bestScore) : 0
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
        <span className="flex items-center gap-2 text-sm text-soft tabular-nums">
          <span
            role="img"
            aria-label={`${t.share}: ${format.percent(share)}`}
            className="h-1.5 w-20 rounded-full bg-sunken"
          >
            <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
          </span>
          {t.score(format.precise(score))}
        </span>
      </div>
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
              <Marked text={heading} words={words} />
            </span>
          ))}
        </p>
      )}
      <p className="break-words whitespace-pre-wrap" dir="auto">
        <Marked text={text} words={words} />
      </p>
      <Reasons passage={passage} words={words} />
    </li>
  )
}

const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  piecesOf(text, words).map(({ at, text: piece, word }) =>
    word === undefined ? (
      <span key={at}>{piece}</span>
    ) : (
      <mark key={at} className="rounded-sm bg-warn-soft text-ink underline decoration-warn decoration-2">
        {piece}
      </mark>
    ),
  )

function Reasons({ passage: { headings, text }, words }: { passage: FoundPassage; words: readonly string[] }) {
  const t = useTexts(texts)
  const foundIn = (part: string) => [
    ...new Set(piecesOf(part, words).flatMap(({ text: piece, word }) => (word === undefined ? [] : [piece]))),
  ]
  const inHeadings = foundIn(headings.join('\n'))
  const inText = foundIn(text)
  if (inHeadings.length === 0 && inText.length === 0) return <p className="text-sm text-soft">{t.meaning}</p>
  return (
    <p className="flex flex-wrap gap-x-4 text-sm break-words text-soft">
      {inHeadings.length > 0 && (
        <span>
          {t.heading}: {inHeadings.join(', ')}
        </span>
      )}
      {inText.length > 0 && (
        <span>
          {t.text}: {inText.join(', ')}
        </span>
      )}
    </p>
  )
}
