// Why a passage has its place: what words, headings, meaning and reranking have added, drawn with one scale.
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReplyFrom } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { type TextsBehind, textsOf } from '../../i18n/texts.ts'
import { Badge } from '../../ui/page.tsx'

const texts = textsOf('knowledge', 'passageExplanation')

interface ExplanationProps {
  explanation: ReplyFrom<'knowledge', 'search'>['data'][number]['explanation']
  /** The longest bar: the best merged score of the list. */
  bestMerged: number
  bestReranked: number
  /** Whether the search compared meanings. */
  hasMeaning: boolean
}

export function PassageExplanation({ explanation, bestMerged, bestReranked, hasMeaning }: ExplanationProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const { words, heading, meaning, merged, reranking } = explanation
  const place = (value: number) => t.place(format.number(value))
  const fromHeading = words && heading ? words.score * (heading.factor - 1) : 0
  return (
    <section aria-label={t.title} className="min-w-0 text-sm">
      <dl className="grid grid-cols-[auto_minmax(3rem,1fr)_auto] items-center gap-x-3 gap-y-0.5">
        <Part label={t.words} score={words?.score} best={bestMerged} color="bg-accent">
          {words
            ? [place(words.place), ...words.found.map(({ word, as }) => formsOf(t, word, as))].join(' · ')
            : t.noWords}
        </Part>
        {words && (
          <Part
            label={t.heading}
            score={heading ? fromHeading : undefined}
            start={words.score}
            best={bestMerged}
            color="bg-warn"
          >
            {heading
              ? `${place(heading.place)} · ${t.likeHeading(heading.text, format.percent(heading.similarity), format.precise(heading.factor))}`
              : t.noHeading}
          </Part>
        )}
        {hasMeaning && (
          <Part
            label={t.meaning}
            score={meaning?.score}
            start={(words?.score ?? 0) + fromHeading}
            best={bestMerged}
            color="bg-person"
          >
            {meaning ? `${place(meaning.place)} · ${t.similarity(format.precise(meaning.similarity))}` : t.noMeaning}
          </Part>
        )}
        <Part label={t.merged} score={merged.score} best={bestMerged} color="bg-soft">
          {place(merged.place)}
        </Part>
        {reranking && (
          <Part label={t.reranking} score={reranking.score} best={bestReranked} color="bg-customer">
            <Move from={merged.place} to={reranking.place} />
          </Part>
        )}
      </dl>
    </section>
  )
}

const formsOf = (t: TextsBehind<typeof texts>, word: string, forms: readonly string[]): string =>
  forms.every((form) => form.toLowerCase() === word) ? word : t.forms(word, forms.join(', '))

function Move({ from, to }: { from: number; to: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  if (from === to) return `${t.place(format.number(to))}, ${t.unchanged}`
  const Icon = to < from ? ArrowUp : ArrowDown
  return (
    <Badge look={to < from ? 'good' : 'warn'}>
      <Icon aria-hidden size={13} />
      {t.moved(format.number(from), format.number(to))}
    </Badge>
  )
}

interface PartProps {
  label: string
  /** Undefined if the stage did not take part. */
  score: number | undefined
  /** Where the bar begins: what the parts before have added. */
  start?: number
  best: number
  color: string
  children: ReactNode
}

function Part({ label, score, start = 0, best, color, children }: PartProps) {
  const format = useFormats()
  const share = (value: number): string => `${best > 0 ? Math.min(100, Math.max(0, (value / best) * 100)) : 0}%`
  return (
    <div className="contents">
      <dt className="font-medium">{label}</dt>
      <dd aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        {score !== undefined && (
          <span
            className={`block h-full rounded-full ${color}`}
            style={{ marginInlineStart: share(start), width: share(score) }}
          />
        )}
      </dd>
      <dd className="text-end tabular-nums">{score === undefined ? '–' : format.precise(score)}</dd>
      <dd className="col-span-3 mb-1 min-w-0 break-words text-soft" dir="auto">
        {children}
      </dd>
    </div>
  )
}
