// Lists the contacts of the account, with a search and a form for a new one.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus, Users, X } from 'lucide-react'
import { countSet } from '../../address/values.ts'
import { useCursorRows } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { DelayedSearch } from '../../ui/filters.tsx'
import { List } from '../../ui/list.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Badge, Button, Page } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { CreateContact } from './create-contact.tsx'
import { type ContactRecord, nameOf, nameTexts } from './names.ts'

const texts = textsOf('contacts', 'list')

const route = getRouteApi('/contacts')

export function Contacts() {
  const t = useTexts(texts)
  const names = useTexts(nameTexts)
  const may = useMay()
  const mayCreate = may('contacts', 'create')
  // Members who see personal data masked cannot search it.
  const maySearch = useSession().role !== 'viewer'
  const { search, label, creating: isCreating = false } = route.useSearch()
  const navigate = route.useNavigate()
  const goTo = useNavigate()
  const setSearch = (next: { search?: string | undefined; label?: string | undefined }) =>
    void navigate({ search: next, replace: true })
  const setCreating = (creating?: true) => navigate({ search: { search, label, creating }, replace: true })
  const rows = useCursorRows('contacts', 'list', { ...(search && { search }), ...(label && { label }) })
  const columns: Column<ContactRecord>[] = [
    { name: t.name, width: 'minmax(8rem,2fr)', cell: (contact) => <span dir="auto">{nameOf(contact, names)}</span> },
    {
      name: t.address,
      width: 'minmax(9rem,2fr)',
      isBelow: true,
      cell: ({ addresses, name }) =>
        (name === null ? addresses.slice(1) : addresses).map(({ address }) => address).join(', '),
    },
    {
      name: t.labels,
      width: 'minmax(6rem,1.2fr)',
      isExtra: true,
      cell: ({ labels }) => (
        <span className="flex gap-1 overflow-hidden">
          {labels.map((each) => (
            <Badge key={each}>{each}</Badge>
          ))}
        </span>
      ),
    },
    {
      name: t.lastSeen,
      width: '11rem',
      isBelow: true,
      isNumber: true,
      cell: ({ last_seen_at: at }) => <Time at={at} />,
    },
  ]
  const createButton = mayCreate && (
    <Button icon={Plus} look="primary" onPress={() => setCreating(true)}>
      {t.create}
    </Button>
  )
  return (
    <Page title={t.title} text={t.text} actions={createButton} isFull>
      <div className="flex min-h-80 grow flex-col gap-2">
        <Total total={rows.total} />
        <List
          label={t.title}
          columns={columns}
          rows={rows}
          linkOf={({ id }) => ({ to: '/contacts/$id', params: { id: String(id) } })}
          filters={{ count: countSet({ search, label }), onClear: () => setSearch({}) }}
          empty={{ icon: Users, title: t.none, text: t.noneText, action: createButton }}
          isFull
        >
          {(maySearch || label !== undefined) && (
            <div className="flex flex-wrap items-end gap-3 border-b p-4">
              {maySearch && (
                <DelayedSearch
                  label={t.searchHelp}
                  value={search ?? ''}
                  onChange={(next) => setSearch({ label, search: next || undefined })}
                  className="w-full max-w-xl"
                />
              )}
              {label !== undefined && (
                <Button icon={X} onPress={() => setSearch({ search })}>
                  {t.label(label)}
                </Button>
              )}
            </div>
          )}
        </List>
      </div>
      <Dialog title={t.create} isOpen={isCreating && mayCreate} onClose={() => void setCreating()}>
        <CreateContact
          onDone={async (id) => {
            await setCreating()
            await goTo({ to: '/contacts/$id', params: { id: String(id) } })
          }}
        />
      </Dialog>
    </Page>
  )
}

/** The server counts no further. */
const maxCounted = 10_000

function Total({ total }: { total: number | null | undefined }) {
  const t = useTexts(texts)
  const format = useFormats()
  if (total === null || total === undefined || total === 0) return null
  return (
    <p className="text-sm text-soft" role="status">
      {total < maxCounted ? format.count(t.contacts, total) : t.over(format.number(maxCounted))}
    </p>
  )
}
