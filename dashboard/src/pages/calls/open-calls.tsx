// The calls in progress, above all others.
import { Link } from '@tanstack/react-router'
import { PhoneCall } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge } from '../../ui/states.tsx'
import { callWords } from './call-words.ts'
import { customerOf } from './customer.ts'
import type { CallRecord } from './lanes.ts'

const texts = textsOf(
  {
    title: 'In progress',
    web: 'Visitor of a web page',
    more: (count: string) => `and ${count} more`,
    with: (assistant: string) => `with ${assistant}`,
  },
  {
    title: 'Laufende Anrufe',
    web: 'Besucher einer Webseite',
    more: (count: string) => `und ${count} weitere`,
    with: (assistant: string) => `mit ${assistant}`,
  },
)

const shown = 20

type Filter = { assistant_id?: number; campaign_id?: number; type?: CallRecord['type']; phone_number?: string }

/** Shows nothing if there are none. */
export function OpenCalls({ filter }: { filter: Filter }) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const format = useFormats()
  const queries = [
    useRead('calls', 'list', { ...filter, status: 'in-progress', per_page: shown }),
    useRead('calls', 'list', { ...filter, status: 'ringing', per_page: shown }),
    useRead('calls', 'list', { ...filter, status: 'initiated', per_page: shown }),
  ]
  const calls = queries.flatMap(({ data }) => data?.data ?? []).slice(0, shown)
  const total = queries.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
  if (calls.length === 0) return null
  return (
    <Card title={`${t.title} (${format.number(total)})`} isFlush>
      <ul className="grid max-h-60 divide-y overflow-auto" tabIndex={0} aria-label={t.title}>
        {calls.map((call) => (
          <li key={call.id} className="relative flex items-center gap-3 px-4 py-2 hover:bg-sunken">
            <PhoneCall aria-hidden size={16} className="shrink-0 text-accent motion-safe:animate-pulse" />
            <Link
              to="/calls/$id"
              params={{ id: String(call.id) }}
              className="min-w-0 shrink truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
            >
              {customerOf(call) ?? t.web}
            </Link>
            <span className="min-w-0 grow truncate text-soft max-sm:hidden">{t.with(call.assistant_name)}</span>
            <span className="grow sm:hidden" />
            <Elapsed call={call} />
            <Badge look="accent">{words.status[call.status]}</Badge>
          </li>
        ))}
      </ul>
      {total > calls.length && (
        <p className="px-4 py-2 text-sm text-soft">{t.more(format.number(total - calls.length))}</p>
      )}
    </Card>
  )
}

/** Since the call was created. */
function Elapsed({ call }: { call: CallRecord }) {
  const format = useFormats()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, (now - format.instant(call.created_at).getTime()) / 1000)
  return <span className="text-sm text-soft tabular-nums">{format.duration(seconds)}</span>
}
