// The history of consents and withdrawals, and recording another one.
import { getRouteApi } from '@tanstack/react-router'
import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useRows } from '../../../api/pages.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Card } from '../../../ui/page.tsx'
import { Badge, Empty } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/values.tsx'
import { contactTexts } from './contact-texts.ts'
import { NumberFilter } from './number-filter.tsx'
import { RecordConsent } from './record-consent.tsx'

type Consent = RowOf<'consents', 'list'>

const texts = textsOf(
  {
    label: 'Consents',
    explanation:
      'Who agreed to be contacted or withdrew it, when, where and with which evidence. The history only grows: the latest record of a number counts. A withdrawal also adds the number to the do-not-contact list.',
    record: 'Record a consent',
    erased: 'Erased',
    anyTopic: 'All campaigns',
    evidence: 'Evidence and note',
    at: 'Given or withdrawn',
    none: 'No consents yet',
    noneText: 'A campaign with “require consent” contacts only people whose consent is recorded here.',
    noMatch: 'No consent of this number',
  },
  {
    label: 'Einwilligungen',
    explanation:
      'Wer der Kontaktaufnahme zugestimmt oder sie widerrufen hat, wann, wo und mit welchem Nachweis. Der Verlauf wächst nur: Der letzte Eintrag einer Nummer zählt. Ein Widerruf setzt die Nummer auch auf die Sperrliste.',
    record: 'Einwilligung eintragen',
    erased: 'Gelöscht',
    anyTopic: 'Alle Kampagnen',
    evidence: 'Nachweis und Notiz',
    at: 'Erteilt oder widerrufen',
    none: 'Noch keine Einwilligungen',
    noneText:
      'Eine Kampagne, die Einwilligungen verlangt, kontaktiert nur Personen, deren Einwilligung hier eingetragen ist.',
    noMatch: 'Keine Einwilligung dieser Nummer',
  },
)

const route = getRouteApi('/campaigns')

export function Consents() {
  const t = useTexts(texts)
  const words = useTexts(contactTexts)
  const may = useMay()
  const { number } = route.useSearch()
  const navigate = route.useNavigate()
  const [isRecording, setRecording] = useState(false)
  const rows = useRows('consents', 'list', { ...(number !== undefined && { phone_number: number }) })
  const columns: Column<Consent>[] = [
    { id: 'number', name: t.number, width: 'minmax(9rem,2fr)', cell: ({ phone_number }) => phone_number ?? t.erased },
    {
      id: 'status',
      name: t.status,
      width: '7rem',
      cell: ({ status }) => <Badge look={status === 'given' ? 'good' : 'bad'}>{words.states[status]}</Badge>,
    },
    { id: 'topic', name: t.topic, width: 'minmax(6rem,1fr)', isExtra: true, cell: ({ topic }) => topic ?? t.anyTopic },
    {
      id: 'source',
      name: t.source,
      width: 'minmax(6rem,1fr)',
      isExtra: true,
      cell: ({ source }) => <span title={source}>{source}</span>,
    },
    {
      id: 'evidence',
      name: t.evidence,
      width: 'minmax(6rem,2fr)',
      isExtra: true,
      cell: ({ evidence, note }) => {
        const text = [evidence, note].filter(Boolean).join(' · ')
        return <span title={text}>{text}</span>
      },
    },
    { id: 'at', name: t.at, width: '12.5rem', isExtra: true, cell: ({ at }) => <Time at={at} /> },
  ]
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-soft">{t.explanation}</p>
      <div className="flex flex-wrap items-end gap-3">
        <NumberFilter
          value={number}
          onChange={(next) => void navigate({ search: { tab: 'consents', number: next } })}
        />
        {may('consents', 'create') && (
          <Button className="ms-auto" onPress={() => setRecording(true)}>
            <Plus aria-hidden size={16} />
            {t.record}
          </Button>
        )}
      </div>
      <Card isFlush>
        <Table
          label={t.label}
          columns={columns}
          rows={rows}
          empty={
            <Empty
              icon={<ShieldCheck aria-hidden />}
              title={number === undefined ? t.none : t.noMatch}
              {...(number === undefined && { text: t.noneText })}
            />
          }
        />
      </Card>
      <Dialog title={t.record} isOpen={isRecording} onClose={() => setRecording(false)}>
        <RecordConsent onDone={() => setRecording(false)} />
      </Dialog>
    </div>
  )
}
