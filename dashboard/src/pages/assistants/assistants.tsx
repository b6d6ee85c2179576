// The list of assistants, with search and filters.
import { getRouteApi } from '@tanstack/react-router'
import { Bot, FolderCog, Plus } from 'lucide-react'
import { useState } from 'react'
import { countSet } from '../../address/values.ts'
import { useRead, useRows } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { DelayedSearch, FilterSelect } from '../../ui/filters.tsx'
import { Button, LinkButton, Page } from '../../ui/page.tsx'
import { AssistantList } from './assistant-list.tsx'
import { enumTexts } from './editor/enum-texts.ts'
import { GroupsDialog } from './groups-dialog.tsx'
import type { ListSearch } from './search.ts'

const texts = textsOf('assistants', 'assistants')

const route = getRouteApi('/assistants')

export function Assistants() {
  const t = useTexts(texts)
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isGrouping, setGrouping] = useState(false)
  const go = (next: ListSearch) => void navigate({ search: (known) => ({ ...known, ...next }), replace: true })
  const rows = useRows('assistants', 'list', {
    ...(search.search && { search: search.search }),
    ...(search.type && { type: search.type }),
    ...(search.folder && { folder_id: search.folder }),
    ...(search.label && { label_id: search.label }),
  })
  const createButton = may('assistants', 'create') && (
    <LinkButton to="/assistants/new" look="primary">
      <Plus aria-hidden size={16} />
      {t.create}
    </LinkButton>
  )
  return (
    <Page
      title={t.title}
      actions={
        <>
          {may('folders', 'create') && (
            <Button icon={FolderCog} onPress={() => setGrouping(true)}>
              {t.groups}
            </Button>
          )}
          {createButton}
        </>
      }
    >
      <AssistantList
        rows={rows}
        filters={{
          count: countSet(search),
          onClear: () => void navigate({ search: {}, replace: true }),
          children: <Filters search={search} onChange={go} />,
        }}
        empty={{ icon: Bot, title: t.empty, text: t.emptyText, action: createButton }}
      />
      <GroupsDialog isOpen={isGrouping} onClose={() => setGrouping(false)} />
    </Page>
  )
}

function Filters({ search, onChange }: { search: ListSearch; onChange(next: ListSearch): void }) {
  const t = useTexts(texts)
  const types = useTexts(enumTexts).type
  const folders = useRead('folders', 'list').data?.data ?? []
  const labels = useRead('labels', 'list').data?.data ?? []
  const optionsOf = (groups: readonly { id: number; name: string }[]) =>
    groups.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <DelayedSearch
        label={t.search}
        value={search.search ?? ''}
        onChange={(next) => onChange({ search: next || undefined })}
        className="col-span-2"
      />
      <FilterSelect
        label={t.type}
        options={Object.entries(types).map(([value, label]) => ({ value, label }))}
        value={search.type}
        onChange={(type) => onChange({ type: type as ListSearch['type'] })}
      />
      <FilterSelect
        label={t.folder}
        options={optionsOf(folders)}
        value={search.folder}
        onChange={(folder) => onChange({ folder })}
      />
      <FilterSelect
        label={t.label}
        options={optionsOf(labels)}
        value={search.label}
        onChange={(label) => onChange({ label })}
      />
    </>
  )
}
