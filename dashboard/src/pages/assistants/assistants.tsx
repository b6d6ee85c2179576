// The list of assistants, with search and filters.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Bot, FolderCog, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAction, useRead, useRows } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { ComboBox, Select, TextField } from '../../ui/fields.tsx'
import { DelayedSearch, FilterSelect } from '../../ui/filters.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Button, Card, Empty, Page } from '../../ui/page.tsx'
import { AssistantList } from './assistant-list.tsx'
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
    empty: 'Noch keine Assistenten',
    emptyText: 'Ein Assistent spricht mit Ihren Kunden in Anrufen, Chats und Nachrichten.',
    noneFound: 'Kein Assistent passt zu diesen Filtern',
  },
)

const route = getRouteApi('/assistants')

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
    <Button icon={Plus} look="primary" onPress={() => setCreating(true)}>
      {t.create}
    </Button>
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
              <Empty icon={Bot} title={t.empty} text={t.emptyText}>
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
  const optionsOf = (groups: readonly { id: number; name: string }[]) =>
    groups.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <DelayedSearch
        label={t.search}
        value={search.search ?? ''}
        onChange={(next) => onChange({ search: next || undefined })}
        className="max-lg:col-span-2"
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
    </div>
  )
}

const createDialogTexts = textsOf(
  {
    title: 'New assistant',
    nameHelp: 'Everything else has a default and can be changed afterwards.',
    outboundDetail: 'Makes calls',
    inboundDetail: 'Answers the calls to its number',
  },
  {
    title: 'Neuer Assistent',
    nameHelp: 'Alles andere hat einen Standard und lässt sich später ändern.',
    outboundDetail: 'Ruft an',
    inboundDetail: 'Nimmt Anrufe an seine Nummer an',
  },
)

/** Creates an assistant: its name, and if wanted its type and language. */
function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(createDialogTexts)
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose}>
      <NewAssistant />
    </Dialog>
  )
}

function NewAssistant() {
  const t = useTexts(createDialogTexts)
  const navigate = useNavigate()
  const languages = useRead('catalogues', 'languages').data
  const { values, field } = useFields({ name: '', type: 'outbound' as 'inbound' | 'outbound' })
  const [chosen, setLanguage] = useState<number>()
  const language = chosen ?? languages?.find(({ iso_2 }) => iso_2 === 'en')?.id ?? null
  const create = useAction('assistants', 'create', {
    onDone: ({ data }) => void navigate({ to: '/assistants/$id', params: { id: String(data.id) } }),
  })
  return (
    <Form
      action={create}
      onSubmit={() => create.mutate({ ...values, ...(chosen !== undefined && { language_id: chosen }) })}
    >
      <TextField {...field('name')} label={t.name} help={t.nameHelp} autoFocus />
      <Select
        {...field('type')}
        label={t.type}
        options={[
          { value: 'outbound', label: t.outbound, detail: t.outboundDetail },
          { value: 'inbound', label: t.inbound, detail: t.inboundDetail },
        ]}
      />
      <ComboBox
        key={languages ? 'loaded' : 'loading'}
        label={t.language}
        name="language_id"
        options={(languages ?? []).map(({ id, name: label }) => ({ value: id, label }))}
        value={language}
        onChange={(next) => setLanguage(next)}
      />
      <FormButtons submit={t.create} />
    </Form>
  )
}
