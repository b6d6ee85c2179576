// The form that adds numbers to the do-not-contact list.
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons } from '../../../ui/form.tsx'
import { say } from '../../../ui/overlays.tsx'
import { type Scope, scopes } from '../search.ts'
import { contactTexts } from './contact-texts.ts'

const texts = textsOf(
  {
    numbers: 'Phone numbers',
    numbersHelp: 'One on each line, up to 1,000. With the country code, or as they are dialed in your country.',
    scope: 'Blocked',
    noteHelp: 'Why, for example who asked for it and when.',
    add: 'Add',
    added: { one: 'entry is new', other: 'entries are new' },
  },
  {
    numbers: 'Telefonnummern',
    numbersHelp: 'Eine pro Zeile, bis zu 1.000. Mit Landesvorwahl oder wie sie in Ihrem Land gewählt werden.',
    scope: 'Gesperrt',
    noteHelp: 'Warum, zum Beispiel wer wann darum gebeten hat.',
    add: 'Aufnehmen',
    added: { one: 'Eintrag ist neu', other: 'Einträge sind neu' },
  },
)

export function AddNumbers({ onDone }: { onDone(): void }) {
  const t = useTexts(texts)
  const words = useTexts(contactTexts)
  const format = useFormats()
  const [written, setWritten] = useState('')
  const [scope, setScope] = useState<Scope>('everything')
  const [topic, setTopic] = useState('')
  const [note, setNote] = useState('')
  const add = useAction('doNotContact', 'create', {
    changes: ['campaigns'],
    onDone: ({ message, added }) => {
      say(`${message}: ${format.count(t.added, added)}`)
      onDone()
    },
  })
  const numbers = written
    .split(/[\r\n;,]+/)
    .map((number) => number.trim())
    .filter(Boolean)
  const isOne = numbers.length < 2
  const submit = () => {
    if (add.isPending) return
    add.mutate({
      ...(isOne ? { phone_number: numbers[0] ?? '' } : { phone_numbers: numbers }),
      scope,
      ...(scope === 'topic' && { topic }),
      ...(note.trim() !== '' && { note }),
    })
  }
  const numbersName = isOne ? 'phone_number' : 'phone_numbers'
  return (
    <Form onSubmit={submit} error={add.error} fields={[numbersName, 'scope', 'topic', 'note']}>
      <TextField
        name={numbersName}
        label={t.numbers}
        help={t.numbersHelp}
        rows={4}
        isMono
        value={written}
        onChange={setWritten}
        autoFocus
      />
      <Select
        name="scope"
        label={t.scope}
        help={words.scopeHelp[scope]}
        options={scopes.map((value) => ({ value, label: words.scopes[value] }))}
        value={scope}
        onChange={(next) => setScope(next)}
      />
      {scope === 'topic' && (
        <TextField name="topic" label={t.topic} value={topic} onChange={setTopic} maxLength={100} />
      )}
      <TextField name="note" label={t.note} help={t.noteHelp} value={note} onChange={setNote} maxLength={1000} />
      <FormButtons submit={t.add} isPending={add.isPending} />
    </Form>
  )
}
