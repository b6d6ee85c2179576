// The times of the stages of a search, drawn one below the other: words and meaning run at the same time.
import type { ReplyFrom } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'

const texts = textsOf(
  {
    title: (total: string) => `Took ${total} in total`,
    words: 'Words and headings',
    embedding: 'Embedding of the question',
    vectors: 'Comparison of meanings',
    reranking: 'Reranking',
  },
  {
    title: (total: string) => `Dauer insgesamt ${total}`,
    words: 'Wörter und Überschriften',
    embedding: 'Embedding der Frage',
    vectors: 'Vergleich der Bedeutungen',
    reranking: 'Reranking',
  },
)

export function SearchTimes({ search }: { search: ReplyFrom<'knowledge', 'search'>['search'] }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { full_text_ms: words, embedding_ms: embedding, vector_ms: vectors, reranking_ms: reranking } = search
  const total = Math.max(search.total_ms, words, (embedding ?? 0) + (vectors ?? 0), 0.1)
  const stages = [
    { label: t.words, from: 0, ms: words, color: 'bg-accent' },
    { label: t.embedding, from: 0, ms: embedding, color: 'bg-person' },
    { label: t.vectors, from: embedding ?? 0, ms: vectors, color: 'bg-person' },
    { label: t.reranking, from: total - (reranking ?? 0), ms: reranking, color: 'bg-customer' },
  ]
  return (
    <div>
      <h3 className="text-sm font-medium">{t.title(format.milliseconds(search.total_ms))}</h3>
      <dl className="mt-1 grid grid-cols-[auto_minmax(3rem,1fr)_auto] items-center gap-x-3 text-sm text-soft">
        {stages.map(({ label, from, ms, color }) =>
          ms === null ? null : (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd aria-hidden className="h-1.5 rounded-full bg-sunken">
                <span
                  className={`block h-full min-w-0.5 rounded-full ${color}`}
                  style={{ marginInlineStart: `${(from / total) * 100}%`, width: `${(ms / total) * 100}%` }}
                />
              </dd>
              <dd className="text-end tabular-nums">{format.milliseconds(ms)}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  )
}
