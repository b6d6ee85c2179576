// Searches a knowledge base as an assistant does, and shows why each passage was found.
import { useEffect, useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { type ReplyFrom, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { SearchField, Select } from '../../ui/fields.tsx'
import { Button, Card, Empty, Loaded, Notice } from '../../ui/page.tsx'
import { useKnowledgeAddress } from './address.ts'
import { Passage } from './passage.tsx'

const texts = textsOf('knowledge', 'passageSearch')

const limits = [5, 10, 20, 50]

export function PassageSearch({ knowledgebaseId }: { knowledgebaseId: number }) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('knowledge', 'search')
  const [{ query = '', limit = 5 }, change] = useKnowledgeAddress()
  const [typed, setTyped] = useState(query)
  useEffect(() => setTyped(query), [query])
  const wanted = query.trim()
  const reply = useRead(
    'knowledge',
    'search',
    { id: knowledgebaseId, query: wanted, limit: Math.min(limit, schemaOf('limit').maximum ?? limit) },
    { isEnabled: wanted !== '' },
  )
  const search = (text: string) =>
    change({ knowledgebase: knowledgebaseId, tab: 'search', query: text.trim() === '' ? undefined : text })
  return (
    <div className="flex flex-col gap-4">
      <search className="flex flex-wrap items-end gap-3">
        <SearchField
          label={t.question}
          value={typed}
          onChange={setTyped}
          onSubmit={search}
          isLabelVisible
          className="min-w-56 grow"
        />
        <Select
          label={t.limit}
          options={limits.map((value) => ({ value, label: String(value) }))}
          value={limits.includes(limit) ? limit : null}
          placeholder={String(limit)}
          onChange={(next) => change({ limit: next })}
          className="w-24"
        />
        <Button look="primary" onPress={() => search(typed)} isPending={wanted !== '' && reply.isFetching}>
          {t.search}
        </Button>
      </search>
      {wanted === '' ? (
        <Card>
          <Empty title={t.start} text={t.startText} />
        </Card>
      ) : (
        <Loaded query={reply}>{(found) => <Results found={found} knowledgebaseId={knowledgebaseId} />}</Loaded>
      )}
    </div>
  )
}

interface ResultsProps {
  found: ReplyFrom<'knowledge', 'search'>
  knowledgebaseId: number
}

function Results({ found: { data, search }, knowledgebaseId }: ResultsProps) {
  const t = useTexts(texts)
  const isMerged = search.vectors === 'used' || search.vectors === 'partial'
  const order = search.reranked ? t.reranked : isMerged ? t.fused : ''
  const scale = {
    bestMerged: Math.max(0, ...data.map(({ explanation }) => explanation.merged.score)),
    bestReranked: Math.max(0, ...data.map(({ explanation }) => explanation.reranking?.score ?? 0)),
    hasMeaning: isMerged,
  }
  return (
    <>
      <Notice look={search.vectors === 'failed' ? 'warn' : 'info'}>
        {t[search.vectors]} {order}
      </Notice>
      <SearchTimes search={search} />
      <Card title={t.results} isFlush>
        {data.length === 0 ? (
          <Empty title={t.none} text={t.noneText} />
        ) : (
          <ol className="divide-y">
            {data.map((passage, index) => (
              <Passage
                // biome-ignore lint/suspicious/noArrayIndexKey: passages have no id, and the rank is their place
                key={index}
                passage={passage}
                rank={index + 1}
                scale={scale}
                knowledgebaseId={knowledgebaseId}
              />
            ))}
          </ol>
        )}
      </Card>
    </>
  )
}

const searchTimesTexts = textsOf('knowledge', 'searchTimes')

/** The times of the stages of a search, drawn one below the other: words and meaning run at the same time. */
function SearchTimes({ search }: { search: ReplyFrom<'knowledge', 'search'>['search'] }) {
  const t = useTexts(searchTimesTexts)
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
