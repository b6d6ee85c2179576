// The do-not-contact list: who is on it and why, adding numbers, and removing an entry.
import { getRouteApi } from '@tanstack/react-router'
import { Ban, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useRows } from '../../../api/pages.ts'
import { useAction } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Select } from '../../../ui/fields.tsx'
import { Dialog, say } from '../../../ui/overlays.tsx'
import { Card } from '../../../ui/page.tsx'
import { Badge, Empty } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/values.tsx'
import { type Scope, scopes } from '../search.ts'
import { AddNumbers } from './add-numbers.tsx'
import { contactTexts } from './contact-texts.ts'
import { NumberFilter } from './number-filter.tsx'

type Entry = RowOf<'doNotContact', 'list'>

const texts = textsOf(
  {
    label: 'Do-not-contact list',
    explanation:
      'This list has precedence over everything else, including consents and the settings of a campaign. People who ask for it on the phone or by message are added automatically.',
    add: 'Add numbers',
    filterScope: 'Blocked',
    all: 'All scopes',
    erased: 'Erased',
    scope: 'Blocked',
    at: 'Added',
    remove: (number: string) => `Remove ${number}`,
    removeTitle: 'Remove the entry?',
    removeText: (number: string) =>
      `${number} may be contacted again if it has no other entry. Remove an entry only if the person agrees to it.`,
    removeAction: 'Remove',
    none: 'Nobody is on the list',
    noneText: 'Add numbers that must not be contacted. Campaigns skip them, and show how many they have skipped.',
    noMatch: 'No entry matches',
    noMatchText: 'The number is compared as a whole, with its country code or as it is dialed in your country.',
  },
  {
    label: 'Sperrliste',
    explanation:
      'Diese Liste hat Vorrang vor allem anderen, auch vor Einwilligungen und den Einstellungen einer Kampagne. Wer am Telefon oder per Nachricht darum bittet, wird automatisch aufgenommen.',
    add: 'Nummern aufnehmen',
    filterScope: 'Gesperrt',
    all: 'Alle Bereiche',
    erased: 'Gelöscht',
    scope: 'Gesperrt',
    at: 'Aufgenommen',
    remove: (number: string) => `${number} entfernen`,
    removeTitle: 'Eintrag entfernen?',
    removeText: (number: string) =>
      `${number} darf wieder kontaktiert werden, wenn es keinen anderen Eintrag gibt. Entfernen Sie einen Eintrag nur, wenn die Person einverstanden ist.`,
    removeAction: 'Entfernen',
    none: 'Niemand ist auf der Liste',
    noneText:
      'Nehmen Sie Nummern auf, die nicht kontaktiert werden dürfen. Kampagnen überspringen sie und zeigen, wie viele es waren.',
    noMatch: 'Kein Eintrag passt',
    noMatchText: 'Die Nummer wird als Ganzes verglichen, mit Landesvorwahl oder wie sie in Ihrem Land gewählt wird.',
  },
)

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
  const removal = useConfirm(remove, ({ id, phone_number }: Entry) => ({
    title: t.removeTitle,
    text: t.removeText(phone_number ?? t.erased),
    action: t.removeAction,
    input: { id },
  }))
  const mayRemove = may('doNotContact', 'delete')
  const columns: Column<Entry>[] = [
    { id: 'number', name: t.number, width: 'minmax(9rem,2fr)', cell: ({ phone_number }) => phone_number ?? t.erased },
    {
      id: 'scope',
      name: t.scope,
      width: 'minmax(7rem,2fr)',
      cell: ({ scope, topic }) => (
        <span title={words.scopeHelp[scope]}>
          <Badge look={scope === 'everything' ? 'bad' : 'warn'}>{words.scopes[scope]}</Badge> {topic}
        </span>
      ),
    },
    {
      id: 'source',
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
      id: 'note',
      name: t.note,
      width: 'minmax(6rem,2fr)',
      isExtra: true,
      cell: ({ note }) => note && <span title={note}>{note}</span>,
    },
    { id: 'at', name: t.at, width: '12.5rem', isExtra: true, cell: ({ created_at }) => <Time at={created_at} /> },
    ...(mayRemove
      ? [
          {
            id: 'actions',
            name: t.actions,
            width: '4rem',
            isNumber: true,
            cell: (entry: Entry) => (
              <IconButton
                size="small"
                label={t.remove(entry.phone_number ?? String(entry.id))}
                onPress={() => removal.ask(entry)}
              >
                <Trash2 aria-hidden size={15} />
              </IconButton>
            ),
          },
        ]
      : []),
  ]
  const isFiltered = number !== undefined || scope !== undefined
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
      <div className="flex flex-wrap items-end gap-3">
        <NumberFilter
          value={number}
          onChange={(next) => void navigate({ search: { tab: 'do-not-contact', number: next, scope } })}
        />
        <Select
          className="w-48"
          label={t.filterScope}
          options={[
            { value: 'all', label: t.all },
            ...scopes.map((value) => ({ value: value as Scope | 'all', label: words.scopes[value] })),
          ]}
          value={scope ?? 'all'}
          onChange={(next) =>
            void navigate({
              search: { tab: 'do-not-contact', number, scope: next === 'all' ? undefined : (next as Scope) },
            })
          }
        />
        {may('doNotContact', 'create') && (
          <Button className="ms-auto" onPress={() => setAdding(true)}>
            <Plus aria-hidden size={16} />
            {t.add}
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
              icon={<Ban aria-hidden />}
              title={isFiltered ? t.noMatch : t.none}
              text={isFiltered ? t.noMatchText : t.noneText}
            />
          }
        />
      </Card>
      <Dialog title={t.add} isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddNumbers onDone={() => setAdding(false)} />
      </Dialog>
      {removal.dialog}
    </div>
  )
}
