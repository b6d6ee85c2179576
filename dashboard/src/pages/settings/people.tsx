// Exports or erases everything that is stored about a person.
import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck, UserX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { queryClient, type ReplyFrom, useAction, useRows } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { saveFile } from '../../ui/download.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'
import { Confirm, say } from '../../ui/overlays.tsx'
import { Badge, Button, Card } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { ShortTime, Time } from '../../ui/values.tsx'

const texts = textsOf('settings', 'people')

export function People() {
  const t = useTexts(texts)
  const [entered, setEntered] = useState('')
  const [isAsking, setAsking] = useState(false)
  const identifier = entered.trim()
  const erase = useAction('privacy', 'erasePerson', {
    changes: ['calls', 'conversations', 'messages', 'leads', 'automations', 'webhooks', 'audit'],
    onDone: ({ status }) => {
      setEntered('')
      say(status === 'completed' ? t.erased : t.running)
    },
  })
  const exportPerson = useMutation({
    mutationFn: () => client.privacy.exportPerson({ identifier }),
    onSuccess: (archive) => {
      saveFile(archive, `${identifier.replace(/[^\w+@.-]+/g, '-')}.zip`, 'application/zip')
      say(t.exported)
    },
  })
  const isPending = erase.isPending || exportPerson.isPending
  return (
    <Card title={t.title}>
      <Form onSubmit={() => {}} error={erase.error ?? exportPerson.error}>
        <TextField
          name="identifier"
          label={t.label}
          help={t.help}
          value={entered}
          onChange={(next) => {
            setEntered(next)
            erase.reset()
            exportPerson.reset()
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={Download}
            isDisabled={identifier === '' || erase.isPending}
            isPending={exportPerson.isPending}
            onPress={() => exportPerson.mutate()}
          >
            {t.export}
          </Button>
          <Button
            icon={UserX}
            look="danger"
            isDisabled={identifier === '' || exportPerson.isPending}
            isPending={erase.isPending}
            onPress={() => setAsking(true)}
          >
            {t.erase}
          </Button>
        </div>
      </Form>
      <Confirm
        title={t.eraseTitle(identifier)}
        text={t.eraseText(identifier)}
        action={t.eraseAction}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => erase.mutate({ identifier }, { onSettled: () => setAsking(false) })}
      />
    </Card>
  )
}

const erasuresTexts = textsOf('settings', 'erasures')

type Receipt = ReplyFrom<'privacy', 'listErasures'>['data'][number]

const refetchMs = 2_000

/** The receipts of erasures, with their progress. */
export function Erasures() {
  const t = useTexts(erasuresTexts)
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
    { name: t.requested, width: 'minmax(6rem,11.5rem)', cell: (row) => <ShortTime at={row.requested_at} /> },
    {
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
      name: t.finished,
      width: '11.5rem',
      isExtra: true,
      cell: ({ finished_at: at }) => at !== null && <Time at={at} />,
    },
    {
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
      name: t.kept,
      width: '9rem',
      isExtra: true,
      cell: ({ do_not_contact_kept: isKept }) => (isKept === null ? '' : isKept ? t.keptYes : t.keptNo),
    },
  ]
  return (
    <List
      title={t.title}
      columns={columns}
      rows={rows}
      empty={{ icon: ShieldCheck, title: t.empty, text: t.emptyText }}
    />
  )
}
