// Exports or erases everything that is stored about a person.
import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck, UserX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { queryClient, type ReplyFrom, useAction, useRows } from '../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'
import { saveFile } from '../../ui/download.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Confirm, say } from '../../ui/overlays.tsx'
import { Badge, Button, Card, Empty } from '../../ui/page.tsx'
import { type Column, TableCard } from '../../ui/table.tsx'
import { ShortTime, Time } from '../../ui/values.tsx'

const texts = textsOf(
  {
    title: 'Data of a person',
    label: 'Phone number, identifier, email address or conversation',
    help: 'A phone number with its country code such as +14155550123, the identifier of a customer, an email address in variables, or the ID of a conversation. All numbers and identifiers that belong together are found.',
    erase: 'Erase',
    exported: 'The archive was downloaded.',
    eraseTitle: (person: string) => `Erase everything about ${person}?`,
    eraseText: (person: string) =>
      `Calls, recordings, conversations, messages, files, contacts, leads, runs of automations and webhooks of ${person} are erased, also under other numbers and identifiers of the same person. This cannot be undone. Duration and cost of calls remain, and the number is still not contacted if it is on the do-not-contact list.`,
    eraseAction: 'Erase the person',
    erased: 'The person was erased. The receipt is in the list of erasures.',
    running: 'The erasure continues in the background. The list of erasures shows its progress.',
  },
  {
    title: 'Daten einer Person',
    label: 'Telefonnummer, Kennung, E-Mail-Adresse oder Konversation',
    help: 'Eine Telefonnummer mit Landesvorwahl wie +14155550123, die Kennung eines Kunden, eine E-Mail-Adresse in Variablen oder die ID einer Konversation. Alle Nummern und Kennungen, die zusammengehören, werden gefunden.',
    erase: 'Löschen',
    exported: 'Das Archiv wurde heruntergeladen.',
    eraseTitle: (person: string) => `Alles über ${person} löschen?`,
    eraseText: (person: string) =>
      `Anrufe, Aufzeichnungen, Konversationen, Nachrichten, Dateien, Kontakte, Leads, Läufe von Automatisierungen und Webhooks von ${person} werden gelöscht, auch unter anderen Nummern und Kennungen derselben Person. Das lässt sich nicht rückgängig machen. Dauer und Kosten von Anrufen bleiben, und die Nummer wird weiterhin nicht kontaktiert, wenn sie auf der Sperrliste ist.`,
    eraseAction: 'Person löschen',
    erased: 'Die Person wurde gelöscht. Der Beleg ist in der Liste der Löschungen.',
    running: 'Die Löschung läuft im Hintergrund weiter. Die Liste der Löschungen zeigt den Fortschritt.',
  },
)

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

const erasuresTexts = textsOf(
  {
    title: 'Erasures',
    requested: 'Requested',
    finished: 'Finished',
    deleted: 'Erased records',
    waiting: 'Waits for the end of a call or message',
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
    kept: 'Weiter gesperrt',
    keptYes: 'Ja',
    keptNo: 'Nein',
    empty: 'Noch niemand wurde gelöscht',
    emptyText: 'Hier erscheinen Belege von Löschungen. Sie enthalten nichts über die Person.',
  },
)

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
    <TableCard
      title={t.title}
      columns={columns}
      rows={rows}
      empty={<Empty icon={ShieldCheck} title={t.empty} text={t.emptyText} />}
    />
  )
}
