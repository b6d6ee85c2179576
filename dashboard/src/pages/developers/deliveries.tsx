// The deliveries of webhooks, with filters in the address; live events keep the list current.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { countSet } from '../../address/values.ts'
import { useRows } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { DelayedSearch, FilterSelect } from '../../ui/filters.tsx'
import { List } from '../../ui/list.tsx'
import { Badge } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { type Delivery, DeliveryDialog, statuses, statusLooks, statusTexts, webhookKinds } from './delivery.tsx'

const texts = textsOf('developers', 'deliveries')

export function Deliveries() {
  const t = useTexts(texts)
  const names = useTexts(statusTexts)
  const search = useSearch({ from: '/developers' })
  const navigate = useNavigate({ from: '/developers' })
  const status = statuses.find((each) => each === search.status)
  const kind = webhookKinds.find((each) => each === search.kind)
  const { subject, delivery } = search
  const rows = useRows('webhooks', 'listDeliveries', {
    ...(status && { status }),
    ...(kind && { kind }),
    ...(subject && { subject }),
  })
  const set = (next: { status?: string | undefined; kind?: string | undefined; subject?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...next, tab: 'webhooks' }), replace: true })
  const columns: Column<Delivery>[] = [
    { name: t.kind, width: 'minmax(6rem,2fr)', cell: (row) => <span className="font-mono text-sm">{row.kind}</span> },
    {
      name: t.status,
      width: 'minmax(5rem,8rem)',
      cell: (row) => <Badge look={statusLooks[row.status]}>{names[row.status]}</Badge>,
    },
    { name: t.subject, width: 'minmax(5rem,1.5fr)', isExtra: true, cell: (row) => row.subject },
    { name: t.url, width: 'minmax(8rem,3fr)', isExtra: true, cell: (row) => <span title={row.url}>{row.url}</span> },
    { name: t.attempts, width: '5rem', isNumber: true, isExtra: true, cell: (row) => row.attempts },
    { name: t.created, width: 'minmax(4rem,7rem)', cell: (row) => <Time at={row.created_at} look="relative" /> },
  ]
  return (
    <List
      title={t.title}
      columns={columns}
      rows={rows}
      linkOf={({ id }) => ({
        to: '/developers',
        search: { ...search, tab: 'webhooks', delivery: id },
        resetScroll: false,
      })}
      filters={{
        count: countSet({ status, kind, subject }),
        onClear: () => set({ status: undefined, kind: undefined, subject: undefined }),
        children: (
          <>
            <FilterSelect
              label={t.status}
              options={statuses.map((value) => ({ value, label: names[value] }))}
              value={status}
              onChange={(value) => set({ status: value })}
            />
            <FilterSelect
              label={t.kind}
              options={webhookKinds.map((value) => ({ value, label: value }))}
              value={kind}
              onChange={(value) => set({ kind: value })}
            />
            <DelayedSearch
              className="sm:col-span-2"
              label={t.findSubject}
              value={subject ?? ''}
              onChange={(value) => set({ subject: value || undefined })}
            />
          </>
        ),
      }}
      empty={{ icon: Webhook, title: t.empty, text: t.emptyText }}
    >
      <DeliveryDialog
        id={delivery}
        onClose={() => void navigate({ search: ({ delivery: _, ...old }) => old, resetScroll: false })}
      />
    </List>
  )
}
