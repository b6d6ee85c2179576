// The do-not-contact list: who is on it and why, adding numbers, and removing an entry.
import { getRouteApi } from '@tanstack/react-router'
import { Ban, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countSet } from '../../../address/values.ts'
import { type RowOf, useAction, useRows } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { FilterSelect } from '../../../ui/filters.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { List } from '../../../ui/list.tsx'
import { Dialog, say, useConfirm } from '../../../ui/overlays.tsx'
import { Badge, Button, IconButton } from '../../../ui/page.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/values.tsx'
import { type Scope, scopes } from '../search.ts'
import { contactTexts } from './contact-texts.ts'
import { NumberFilter } from './number-filter.tsx'
import { OptOutWords } from './opt-out-words.tsx'

type Entry = RowOf<'doNotContact', 'list'>

const texts = textsOf('campaigns', 'doNotContact')

const route = getRouteApi('/campaigns')

export function DoNotContact() {
  const t = useTexts(texts)
  const words = useTexts(contactTexts)
  const may = useMay()
  const { number, scope } = route.useSearch()
  const navigate = route.useNavigate()
  const [isAdding, setAdding] = useState(false)
  const rows = useRows('doNotContact', 'list', {
    ...(number !== undefined && { phone_number: number }),
    ...(scope !== undefined && { scope }),
  })
  const remove = useAction('doNotContact', 'delete', { changes: ['campaigns'], onDone: ({ message }) => say(message) })
  const removal = useConfirm(remove, ({ id, address }: Entry) => ({
    title: t.removeTitle,
    text: t.removeText(address ?? t.erased),
    action: t.removeAction,
    input: { id },
  }))
  const mayRemove = may('doNotContact', 'delete')
  const columns: Column<Entry>[] = [
    { name: t.number, width: 'minmax(9rem,2fr)', cell: ({ address }) => address ?? t.erased },
    {
      name: t.scope,
      width: 'minmax(7rem,2fr)',
      cell: ({ scope, topic }) => (
        <span title={words.scopeHelp[scope]}>
          <Badge look={scope === 'everything' ? 'bad' : 'warn'}>{words.scopes[scope]}</Badge> {topic}
        </span>
      ),
    },
    {
      name: t.source,
      width: 'minmax(8rem,3fr)',
      isExtra: true,
      cell: ({ source, reference }) => (
        <span title={words.sources[source]}>
          {words.sources[source]}
          {reference && <span className="text-soft"> · {reference}</span>}
        </span>
      ),
    },
    {
      name: t.note,
      width: 'minmax(6rem,2fr)',
      isExtra: true,
      cell: ({ note }) => note && <span title={note}>{note}</span>,
    },
    { name: t.at, width: '12.5rem', isExtra: true, cell: ({ created_at }) => <Time at={created_at} /> },
    ...(mayRemove
      ? [
          {
            name: t.actions,
            width: '4rem',
            isNumber: true,
            cell: (entry: Entry) => (
              <IconButton
                icon={Trash2}
                iconSize={15}
                size="small"
                label={t.remove(entry.address ?? String(entry.id))}
                onPress={() => removal.ask(entry)}
              />
            ),
          },
        ]
      : []),
  ]
  const set = (next: { number?: string | undefined; scope?: Scope | undefined }) =>
    void navigate({ search: { tab: 'do-not-contact', number, scope, ...next } })
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-soft">{t.explanation}</p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {scopes.map((each) => (
          <div key={each} className="contents">
            <dt className="font-medium">{words.scopes[each]}</dt>
            <dd className="text-soft">{words.scopeHelp[each]}</dd>
          </div>
        ))}
      </dl>
      <List
        title={t.label}
        actions={
          may('doNotContact', 'create') && (
            <Button icon={Plus} onPress={() => setAdding(true)}>
              {t.add}
            </Button>
          )
        }
        columns={columns}
        rows={rows}
        filters={{
          count: countSet({ number, scope }),
          onClear: () => set({ number: undefined, scope: undefined }),
          children: (
            <>
              <NumberFilter value={number} onChange={(next) => set({ number: next })} />
              <FilterSelect
                label={t.filterScope}
                options={scopes.map((value) => ({ value, label: words.scopes[value] }))}
                value={scope}
                onChange={(next) => set({ scope: next })}
              />
            </>
          ),
        }}
        noMatchText={t.noMatchText}
        empty={{ icon: Ban, title: t.none, text: t.noneText }}
      />
      {may('optOutWords', 'get') && <OptOutWords />}
      <Dialog title={t.add} isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddNumbers onDone={() => setAdding(false)} />
      </Dialog>
      {removal.dialog}
    </div>
  )
}

const addNumbersTexts = textsOf('campaigns', 'addNumbers')

/** The form that adds numbers to the do-not-contact list. */
function AddNumbers({ onDone }: { onDone(): void }) {
  const t = useTexts(addNumbersTexts)
  const words = useTexts(contactTexts)
  const format = useFormats()
  const [written, setWritten] = useState('')
  const { values, field } = useFields({ scope: 'everything' as Scope, topic: '', note: '' })
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
  const submit = () =>
    add.mutate({
      ...(isOne ? { phone_number: numbers[0] ?? '' } : { phone_numbers: numbers }),
      scope: values.scope,
      ...(values.scope === 'topic' && { topic: values.topic }),
      ...(values.note.trim() !== '' && { note: values.note }),
    })
  const numbersName = isOne ? 'phone_number' : 'phone_numbers'
  return (
    <Form onSubmit={submit} action={add}>
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
        {...field('scope')}
        label={t.scope}
        help={words.scopeHelp[values.scope]}
        options={scopes.map((value) => ({ value, label: words.scopes[value] }))}
      />
      {values.scope === 'topic' && <TextField {...field('topic')} label={t.topic} maxLength={100} />}
      <TextField {...field('note')} label={t.note} help={t.noteHelp} maxLength={1000} />
      <FormButtons submit={t.add} />
    </Form>
  )
}
