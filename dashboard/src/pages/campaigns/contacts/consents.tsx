// The history of consents and withdrawals, and recording another one.
import { getRouteApi } from '@tanstack/react-router'
import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { countSet } from '../../../address/values.ts'
import { type RowOf, useAction, useRows } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { List } from '../../../ui/list.tsx'
import { Dialog, say } from '../../../ui/overlays.tsx'
import { Badge, Button } from '../../../ui/page.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/values.tsx'
import { contactTexts } from './contact-texts.ts'
import { NumberFilter } from './number-filter.tsx'

type Consent = RowOf<'consents', 'list'>

const texts = textsOf('campaigns', 'consents')

const route = getRouteApi('/campaigns')

export function Consents() {
  const t = useTexts(texts)
  const words = useTexts(contactTexts)
  const may = useMay()
  const { number } = route.useSearch()
  const navigate = route.useNavigate()
  const [isRecording, setRecording] = useState(false)
  const rows = useRows('consents', 'list', { ...(number !== undefined && { phone_number: number }) })
  const find = (next?: string) => void navigate({ search: { tab: 'consents', number: next } })
  const columns: Column<Consent>[] = [
    { name: t.number, width: 'minmax(9rem,2fr)', cell: ({ phone_number }) => phone_number ?? t.erased },
    {
      name: t.status,
      width: '7rem',
      cell: ({ status }) => <Badge look={status === 'given' ? 'good' : 'bad'}>{words.states[status]}</Badge>,
    },
    { name: t.topic, width: 'minmax(6rem,1fr)', isExtra: true, cell: ({ topic }) => topic ?? t.anyTopic },
    {
      name: t.source,
      width: 'minmax(6rem,1fr)',
      isExtra: true,
      cell: ({ source }) => <span title={source}>{source}</span>,
    },
    {
      name: t.evidence,
      width: 'minmax(6rem,2fr)',
      isExtra: true,
      cell: ({ evidence, note }) => {
        const text = [evidence, note].filter(Boolean).join(' · ')
        return <span title={text}>{text}</span>
      },
    },
    { name: t.at, width: '12.5rem', isExtra: true, cell: ({ at }) => <Time at={at} /> },
  ]
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-soft">{t.explanation}</p>
      <List
        title={t.label}
        actions={
          may('consents', 'create') && (
            <Button icon={Plus} onPress={() => setRecording(true)}>
              {t.record}
            </Button>
          )
        }
        columns={columns}
        rows={rows}
        filters={{
          count: countSet({ number }),
          onClear: () => find(),
          children: <NumberFilter value={number} onChange={find} />,
        }}
        empty={{ icon: ShieldCheck, title: t.none, text: t.noneText }}
      />
      <Dialog title={t.record} isOpen={isRecording} onClose={() => setRecording(false)}>
        <RecordConsent onDone={() => setRecording(false)} />
      </Dialog>
    </div>
  )
}

const recordConsentTexts = textsOf('campaigns', 'recordConsent')

type Status = 'given' | 'withdrawn'

const filled = (name: string, value: string) => value.trim() !== '' && { [name]: value }

/** The form that records a consent or its withdrawal. */
function RecordConsent({ onDone }: { onDone(): void }) {
  const t = useTexts(recordConsentTexts)
  const words = useTexts(contactTexts)
  const { values, field } = useFields({
    phone_number: '',
    status: 'given' as Status,
    source: '',
    topic: '',
    at: '',
    evidence: '',
    note: '',
  })
  const record = useAction('consents', 'create', {
    changes: ['doNotContact', 'campaigns'],
    onDone: ({ message }) => {
      say(message)
      onDone()
    },
  })
  const submit = () =>
    record.mutate({
      phone_number: values.phone_number,
      status: values.status,
      source: values.source,
      ...filled('topic', values.topic),
      ...filled('evidence', values.evidence),
      ...filled('note', values.note),
      ...(values.at !== '' && { at: new Date(values.at).toISOString() }),
    })
  return (
    <Form onSubmit={submit} action={record}>
      <TextField {...field('phone_number')} label={t.number} type="tel" autoFocus />
      <Select
        {...field('status')}
        label={t.status}
        options={(['given', 'withdrawn'] as const).map((value) => ({ value, label: words.states[value] }))}
      />
      <TextField {...field('source')} label={t.source} help={t.sourceHelp} />
      <TextField {...field('topic')} label={t.topic} help={t.topicHelp} />
      <TextField {...field('at')} label={t.at} help={t.atHelp} type="datetime-local" />
      <TextField {...field('evidence')} label={t.evidence} help={t.evidenceHelp} rows={2} />
      <TextField {...field('note')} label={t.note} />
      <FormButtons submit={t.record} />
    </Form>
  )
}
