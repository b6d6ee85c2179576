// Lists the calls of the account, with filters, sums and a button that makes a call.
import { getRouteApi } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, Globe, Phone } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useRows } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Badge, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { callWords, statusLooks } from './call-words.ts'
import { customerNameOf, customerTexts } from './customer.ts'
import { Filters } from './filters.tsx'
import { MakeCall } from './make-call.tsx'
import { OpenCalls } from './open-calls.tsx'
import type { CallsSearch } from './search.ts'
import { Totals, type Usage } from './totals.tsx'

const texts = textsOf(
  {
    title: 'Calls',
    make: 'Make a call',
    time: 'Time',
    none: 'No calls yet',
    noneText: 'Every call that an assistant makes or answers appears here, with its recording, transcript and cost.',
    noMatch: 'No calls match these filters',
  },
  {
    title: 'Anrufe',
    make: 'Anrufen',
    time: 'Zeit',
    none: 'Noch keine Anrufe',
    noneText:
      'Jeder Anruf, den ein Assistent tätigt oder annimmt, erscheint hier, mit Aufnahme, Transkript und Kosten.',
    noMatch: 'Keine Anrufe passen zu diesen Filtern',
  },
)

type Row = RowOf<'calls', 'list'>

const route = getRouteApi('/calls')
const icons = { inbound: ArrowDownLeft, outbound: ArrowUpRight, web: Globe }

export function Calls() {
  const t = useTexts(texts)
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isMaking, setMaking] = useState(false)
  const { status, type, assistant, campaign, phone, from, to } = search
  const filter = { type, phone_number: phone, assistant_id: assistant, campaign_id: campaign }
  const usage = useRead('billing', 'getUsage', {
    channel: 'call',
    group_by: 'channel',
    assistant_id: assistant,
    campaign_id: campaign,
    date_from: from,
    date_to: to,
  })
  const setSearch = (next: CallsSearch) => void navigate({ search: next, replace: true })
  const makeButton = may('calls', 'make') && (
    <Button look="primary" onPress={() => setMaking(true)}>
      <Phone aria-hidden size={16} />
      {t.make}
    </Button>
  )
  return (
    <Page title={t.title} actions={makeButton} isFull>
      <Filters
        search={search}
        onChange={(change) => setSearch({ ...search, ...change })}
        onClear={() => setSearch({})}
      />
      {status === undefined && <OpenCalls filter={filter} />}
      <CallList search={search} usage={usage.data} onClear={() => setSearch({})} action={makeButton} />
      {isMaking && <MakeCall onClose={() => setMaking(false)} />}
    </Page>
  )
}

interface CallListProps {
  search: CallsSearch
  usage: Usage | undefined
  onClear(): void
  action: React.ReactNode
}

/** Reads the rows itself, so that scrolling does not render the filters again. */
function CallList({ search, usage, onClear, action }: CallListProps) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const people = useTexts(customerTexts)
  const format = useFormats()
  const { status, type, assistant, campaign, phone, from, to } = search
  const rows = useRows('calls', 'list', {
    with_transcript: false,
    status,
    type,
    phone_number: phone,
    assistant_id: assistant,
    campaign_id: campaign,
    date_from: from,
    date_to: to,
  })
  const hasFilter = Object.keys(search).length > 0
  const columns: Column<Row>[] = [
    { id: 'customer', name: t.customer, width: 'minmax(8rem,2.6fr)', cell: (call) => customerNameOf(call, people) },
    {
      id: 'assistant',
      name: t.assistant,
      width: 'minmax(7rem,1.5fr)',
      isExtra: true,
      cell: ({ assistant_name: name }) => name,
    },
    {
      id: 'direction',
      name: t.direction,
      width: '6rem',
      isExtra: true,
      cell: ({ type }) => {
        const Icon = icons[type]
        return (
          <span className="flex items-center gap-1.5">
            <Icon aria-hidden size={15} className="shrink-0 text-soft" />
            {words.type[type]}
          </span>
        )
      },
    },
    {
      id: 'status',
      name: t.status,
      width: 'minmax(8.25rem,1fr)',
      cell: ({ status }) => <Badge look={statusLooks[status]}>{words.status[status]}</Badge>,
    },
    {
      id: 'duration',
      name: t.duration,
      width: '4.5rem',
      isNumber: true,
      isExtra: true,
      cell: ({ duration }) => (duration > 0 ? format.duration(duration) : '–'),
    },
    {
      id: 'cost',
      name: t.cost,
      width: '5rem',
      isNumber: true,
      isExtra: true,
      cell: ({ total_cost: cost }) => (cost > 0 ? format.money(cost) : '–'),
    },
    {
      id: 'time',
      name: t.time,
      width: '11rem',
      isExtra: true,
      isNumber: true,
      cell: ({ created_at: at }) => <Time at={at} />,
    },
  ]
  return (
    <div className="flex min-h-80 grow flex-col gap-2">
      {rows.count !== undefined && rows.count > 0 && <Totals count={rows.count} usage={usage} search={search} />}
      <div className="flex min-h-0 grow flex-col overflow-hidden rounded-xl border bg-card">
        <Table
          label={t.title}
          columns={columns}
          rows={rows}
          linkOf={({ id }) => ({ to: '/calls/$id', params: { id: String(id) } })}
          className="min-h-0 grow"
          empty={
            hasFilter ? (
              <Empty title={t.noMatch}>
                <Button onPress={onClear}>{t.clear}</Button>
              </Empty>
            ) : (
              <Empty icon={<Phone aria-hidden />} title={t.none} text={t.noneText}>
                {action}
              </Empty>
            )
          }
        />
      </div>
    </div>
  )
}
