// The form that records a consent or its withdrawal.
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons } from '../../../ui/form.tsx'
import { say } from '../../../ui/overlays.tsx'
import { contactTexts } from './contact-texts.ts'

const texts = textsOf(
  {
    topicHelp: 'Empty for all campaigns.',
    sourceHelp: 'Where the person said it, such as “web form”.',
    at: 'When',
    atHelp: 'In your time zone. Empty for now.',
    evidence: 'Evidence',
    evidenceHelp: 'What proves it, such as the text that the person agreed to.',
    record: 'Record',
  },
  {
    topicHelp: 'Leer für alle Kampagnen.',
    sourceHelp: 'Wo die Person es gesagt hat, zum Beispiel „Webformular“.',
    at: 'Wann',
    atHelp: 'In Ihrer Zeitzone. Leer für jetzt.',
    evidence: 'Nachweis',
    evidenceHelp: 'Was es belegt, zum Beispiel der Text, dem die Person zugestimmt hat.',
    record: 'Eintragen',
  },
)

type Status = 'given' | 'withdrawn'

const fields = ['phone_number', 'status', 'topic', 'source', 'at', 'evidence', 'note']
const filled = (name: string, value: string) => value.trim() !== '' && { [name]: value }

export function RecordConsent({ onDone }: { onDone(): void }) {
  const t = useTexts(texts)
  const words = useTexts(contactTexts)
  const [phoneNumber, setPhoneNumber] = useState('')
  const [status, setStatus] = useState<Status>('given')
  const [source, setSource] = useState('')
  const [topic, setTopic] = useState('')
  const [at, setAt] = useState('')
  const [evidence, setEvidence] = useState('')
  const [note, setNote] = useState('')
  const record = useAction('consents', 'create', {
    changes: ['doNotContact', 'campaigns'],
    onDone: ({ message }) => {
      say(message)
      onDone()
    },
  })
  const submit = () => {
    if (record.isPending) return
    record.mutate({
      phone_number: phoneNumber,
      status,
      source,
      ...filled('topic', topic),
      ...filled('evidence', evidence),
      ...filled('note', note),
      ...(at !== '' && { at: new Date(at).toISOString() }),
    })
  }
  return (
    <Form onSubmit={submit} error={record.error} fields={fields}>
      <TextField
        name="phone_number"
        label={t.number}
        value={phoneNumber}
        onChange={setPhoneNumber}
        type="tel"
        autoFocus
      />
      <Select
        name="status"
        label={t.status}
        options={(['given', 'withdrawn'] as const).map((value) => ({ value, label: words.states[value] }))}
        value={status}
        onChange={(next) => setStatus(next)}
      />
      <TextField name="source" label={t.source} help={t.sourceHelp} value={source} onChange={setSource} />
      <TextField name="topic" label={t.topic} help={t.topicHelp} value={topic} onChange={setTopic} />
      <TextField name="at" label={t.at} help={t.atHelp} value={at} onChange={setAt} type="datetime-local" />
      <TextField
        name="evidence"
        label={t.evidence}
        help={t.evidenceHelp}
        value={evidence}
        onChange={setEvidence}
        rows={2}
      />
      <TextField name="note" label={t.note} value={note} onChange={setNote} />
      <FormButtons submit={t.record} isPending={record.isPending} />
    </Form>
  )
}
