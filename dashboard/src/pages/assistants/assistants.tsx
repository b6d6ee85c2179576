// The list of assistants, with search and filters.
import { getRouteApi } from '@tanstack/react-router'
import { Bot, FolderCog, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRows } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField, Select } from '../../ui/fields.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { AssistantList } from './assistant-list.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { enumTexts } from './editor/enum-texts.ts'
import { GroupsDialog } from './groups-dialog.tsx'
import type { ListSearch } from './search.ts'

const texts = textsOf(
  {
    title: 'Assistants',
    create: 'New assistant',
    groups: 'Folders and labels',
    search: 'Search by name',
    folder: 'Folder',
    label: 'Label',
    empty: 'No assistants yet',
    emptyText: 'An assistant talks with your customers in calls, chats and messages.',
    noneFound: 'No assistant fits these filters',
  },
  {
    title: 'Assistenten',
    create: 'Neuer Assistent',
    groups: 'Ordner und Labels',
    search: 'Nach Namen suchen',
    folder: 'Ordner',
    label: 'Label',
    empty: 'Noch keine Assistenten',
    emptyText: 'Ein Assistent spricht mit Ihren Kunden in Anrufen, Chats und Nachrichten.',
    noneFound: 'Kein Assistent passt zu diesen Filtern',
  },
)

const route = getRouteApi('/assistants')
const typingMs = 250

export function Assistants() {
  const t = useTexts(texts)
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [isGrouping, setGrouping] = useState(false)
  const go = (next: ListSearch) => void navigate({ search: (known) => ({ ...known, ...next }), replace: true })
  const rows = useRows('assistants', 'list', {
    ...(search.search && { search: search.search }),
    ...(search.type && { type: search.type }),
    ...(search.folder && { folder_id: search.folder }),
    ...(search.label && { label_id: search.label }),
  })
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const createButton = may('assistants', 'create') && (
    <Button look="primary" onPress={() => setCreating(true)}>
      <Plus aria-hidden size={16} />
      {t.create}
    </Button>
  )
  return (
    <Page
      title={t.title}
      actions={
        <>
          {may('folders', 'create') && (
            <Button onPress={() => setGrouping(true)}>
              <FolderCog aria-hidden size={16} />
              {t.groups}
            </Button>
          )}
          {createButton}
        </>
      }
    >
      <Filters search={search} onChange={go} />
      <Card isFlush>
        <AssistantList
          rows={rows}
          empty={
            isFiltered ? (
              <Empty title={t.noneFound}>
                <Button onPress={() => void navigate({ search: {}, replace: true })}>{t.clear}</Button>
              </Empty>
            ) : (
              <Empty icon={<Bot aria-hidden />} title={t.empty} text={t.emptyText}>
                {createButton}
              </Empty>
            )
          }
        />
      </Card>
      <CreateDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <GroupsDialog isOpen={isGrouping} onClose={() => setGrouping(false)} />
    </Page>
  )
}

function Filters({ search, onChange }: { search: ListSearch; onChange(next: ListSearch): void }) {
  const t = useTexts(texts)
  const types = useTexts(enumTexts).type
  const folders = useRead('folders', 'list').data?.data ?? []
  const labels = useRead('labels', 'list').data?.data ?? []
  const [text, setText] = useState(search.search ?? '')
  const change = (next: string) =>
    next !== (search.search ?? '') ? onChange({ search: next || undefined }) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    const timer = setTimeout(() => change(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  // Back and links change the address.
  useEffect(() => setText(search.search ?? ''), [search.search])
  const all = { value: 0, label: t.all }
  const optionsOf = (groups: readonly { id: number; name: string }[]) => [
    all,
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchField label={t.search} value={text} onChange={setText} isLabelVisible className="max-lg:col-span-2" />
      <Select
        label={t.type}
        options={[{ value: '', label: t.all }, ...Object.entries(types).map(([value, label]) => ({ value, label }))]}
        value={search.type ?? ''}
        onChange={(type) => onChange({ type: (type || undefined) as ListSearch['type'] })}
      />
      <Select
        label={t.folder}
        options={optionsOf(folders)}
        value={search.folder ?? 0}
        onChange={(folder) => onChange({ folder: folder || undefined })}
      />
      <Select
        label={t.label}
        options={optionsOf(labels)}
        value={search.label ?? 0}
        onChange={(label) => onChange({ label: label || undefined })}
      />
    </div>
  )
}
