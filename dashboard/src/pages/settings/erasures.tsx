// The receipts of erasures, with their progress.

import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useRows } from '../../api/pages.ts'
import { queryClient, type ReplyFrom } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ShortTime, Time } from '../../ui/values.tsx'

const texts = textsOf(
  {
    title: 'Erasures',
    requested: 'Requested',
    finished: 'Finished',
    deleted: 'Erased records',
    waiting: 'Waits for the end of a call or message',
    completed: 'Completed',
    kept: 'Still not contacted',
    keptYes: 'Yes',
    keptNo: 'No',
    empty: 'Nobody was erased yet',
    emptyText: 'Receipts of erasures appear here. They contain nothing about the person.',
  },
  {
    title: 'Löschungen',
    requested: 'Verlangt',
    finished: 'Beendet',
    deleted: 'Gelöschte Datensätze',
    waiting: 'Wartet auf das Ende eines Anrufs oder einer Nachricht',
    completed: 'Abgeschlossen',
    kept: 'Weiter gesperrt',
    keptYes: 'Ja',
    keptNo: 'Nein',
    empty: 'Noch niemand wurde gelöscht',
    emptyText: 'Hier erscheinen Belege von Löschungen. Sie enthalten nichts über die Person.',
  },
)

type Receipt = ReplyFrom<'privacy', 'listErasures'>['data'][number]

const refetchMs = 2_000

export function Erasures() {
  const t = useTexts(texts)
  const format = useFormats()
  const rows = useRows('privacy', 'listErasures', {})
  const isRunning = Array.from({ length: Math.min(rows.count ?? 0, 20) }, (_, index) => rows.rowAt(index)).some(
    (receipt) => receipt?.status === 'running',
  )
  useEffect(() => {
    if (!isRunning) return
    // There is no live event of erasures.
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: ['privacy', 'listErasures'] }),
      refetchMs,
    )
    return () => clearInterval(timer)
  }, [isRunning])
  const columns: Column<Receipt>[] = [
    {
      id: 'requested',
      name: t.requested,
      width: 'minmax(6rem,11.5rem)',
      cell: (row) => <ShortTime at={row.requested_at} />,
    },
    {
      id: 'status',
      name: t.status,
      width: 'minmax(7rem,1.5fr)',
      cell: (row) =>
        row.status === 'completed' ? (
          <Badge look="good">{t.completed}</Badge>
        ) : (
          <Badge look="accent">{row.is_waiting ? t.waiting : t.running}</Badge>
        ),
    },
    {
      id: 'finished',
      name: t.finished,
      width: '11.5rem',
      isExtra: true,
      cell: ({ finished_at: at }) => at !== null && <Time at={at} />,
    },
    {
      id: 'deleted',
      name: t.deleted,
      width: 'minmax(8rem,3fr)',
      cell: ({ deleted }) => {
        const counts = Object.entries(deleted).filter(([, count]) => count > 0)
        const text = counts.map(([kind, count]) => `${kind} ${format.number(count)}`).join(', ')
        return (
          <span className="font-mono text-xs" title={text}>
            {text}
          </span>
        )
      },
    },
    {
      id: 'kept',
      name: t.kept,
      width: '9rem',
      isExtra: true,
      cell: ({ do_not_contact_kept: isKept }) => (isKept === null ? '' : isKept ? t.keptYes : t.keptNo),
    },
  ]
  return (
    <Card title={t.title} isFlush>
      <Table
        label={t.title}
        columns={columns}
        rows={rows}
        empty={<Empty icon={<ShieldCheck aria-hidden />} title={t.empty} text={t.emptyText} />}
      />
    </Card>
  )
}
