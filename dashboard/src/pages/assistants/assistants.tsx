// The list of assistants, with search and filters.
import { getRouteApi } from '@tanstack/react-router'
import { Bot, FolderCog, MoreHorizontal, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type RowOf, useRows } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SearchField, Select } from '../../ui/fields.tsx'
import { Confirm, Menu, sayError } from '../../ui/overlays.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useAssistantActions } from './actions.ts'
import { CreateDialog } from './create-dialog.tsx'
import { enumTexts } from './editor/enum-texts.ts'
import { useReferenceNames } from './editor/value-text.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import type { ListSearch } from './search.ts'
import { StatusBadge } from './status.tsx'

const texts = textsOf(
  {
    title: 'Assistants',
    create: 'New assistant',
    groups: 'Folders and labels',
    search: 'Search by name',
    type: 'Type',
    folder: 'Folder',
    label: 'Label',
    all: 'All',
    name: 'Name',
    status: 'Status',
    kind: 'Type and mode',
    voice: 'Voice and language',
    number: 'Phone number',
    knowledge: 'Knowledgebase',
    grouped: 'Folder and labels',
    actions: 'Actions',
    actionsOf: (name: string) => `Actions for ${name}`,
    empty: 'No assistants yet',
    emptyText: 'An assistant talks with your customers in calls, chats and messages.',
    noneFound: 'No assistant fits these filters',
    clear: 'Clear the filters',
    activate: 'Activate',
    deactivate: 'Deactivate',
    duplicate: 'Duplicate',
    delete: 'Delete',
    deleteTitle: 'Delete this assistant?',
    deleteText: (name: string) =>
      `“${name}” and its versions are deleted. Its calls and conversations are kept. This cannot be undone.`,
  },
  {
    title: 'Assistenten',
    create: 'Neuer Assistent',
    groups: 'Ordner und Labels',
    search: 'Nach Namen suchen',
    type: 'Typ',
    folder: 'Ordner',
    label: 'Label',
    all: 'Alle',
    name: 'Name',
    status: 'Status',
    kind: 'Typ und Modus',
    voice: 'Stimme und Sprache',
    number: 'Telefonnummer',
    knowledge: 'Wissensdatenbank',
    grouped: 'Ordner und Labels',
    actions: 'Aktionen',
    actionsOf: (name: string) => `Aktionen für ${name}`,
    empty: 'Noch keine Assistenten',
    emptyText: 'Ein Assistent spricht mit Ihren Kunden in Anrufen, Chats und Nachrichten.',
    noneFound: 'Kein Assistent passt zu diesen Filtern',
    clear: 'Filter entfernen',
    activate: 'Aktivieren',
    deactivate: 'Deaktivieren',
    duplicate: 'Duplizieren',
    delete: 'Löschen',
    deleteTitle: 'Diesen Assistenten löschen?',
    deleteText: (name: string) =>
      `„${name}“ und seine Versionen werden gelöscht. Seine Anrufe und Unterhaltungen bleiben. Das lässt sich nicht rückgängig machen.`,
  },
)

type Row = RowOf<'assistants', 'list'>

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
        <List
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
    <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchField label={t.search} value={text} onChange={setText} isLabelVisible />
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

function List({ rows, empty }: { rows: ReturnType<typeof useRows<'assistants', 'list'>>; empty: React.ReactNode }) {
  const t = useTexts(texts)
  const enums = useTexts(enumTexts)
  const names = useReferenceNames()
  const labels = useRead('labels', 'list').data?.data
  const colors = useMemo(() => new Map(labels?.map(({ id, color }) => [id, color])), [labels])
  const nameOf = (kind: keyof typeof names, id: number | null) => (id === null ? undefined : names[kind]?.get(id))
  const columns: readonly Column<Row>[] = [
    { id: 'name', name: t.name, width: 'minmax(6rem,2fr)', cell: ({ name }) => name },
    { id: 'status', name: t.status, width: '6rem', cell: (row) => <StatusBadge assistant={row} /> },
    {
      id: 'type',
      name: t.kind,
      width: 'minmax(7rem,1.2fr)',
      cell: ({ type, mode }) => `${enums.type[type]} · ${enums.mode[mode]}`,
      isExtra: true,
    },
    {
      id: 'voice',
      name: t.voice,
      width: 'minmax(5rem,1.2fr)',
      cell: (row) => [nameOf('voice', row.voice_id), row.language].filter(Boolean).join(' · '),
      isExtra: true,
    },
    {
      id: 'number',
      name: t.number,
      width: '8.5rem',
      cell: (row) => <bdi>{nameOf('phone-number', row.phone_number_id)}</bdi>,
      isExtra: true,
    },
    {
      id: 'knowledge',
      name: t.knowledge,
      width: 'minmax(5rem,1fr)',
      cell: (row) => nameOf('knowledgebase', row.knowledgebase_id),
      isExtra: true,
    },
    {
      id: 'groups',
      name: t.grouped,
      width: 'minmax(5rem,1fr)',
      cell: ({ folder_id, label_ids }) => (
        <>
          {folder_id !== null && <span className="me-2">{nameOf('folder', folder_id)}</span>}
          {label_ids.map((id) => (
            <span key={id} className="me-2 inline-flex items-center gap-1 text-soft">
              <span
                aria-hidden
                className="size-2 rounded-full border border-strong-line"
                style={{ backgroundColor: colors.get(id) ?? undefined }}
              />
              {nameOf('labels', id)}
            </span>
          ))}
        </>
      ),
      isExtra: true,
    },
    {
      id: 'actions',
      name: t.actions,
      width: '4rem',
      cell: (row) => <RowActions assistant={row} />,
    },
  ]
  return (
    <Table
      label={t.title}
      columns={columns}
      rows={rows}
      linkOf={({ id }) => ({ to: '/assistants/$id', params: { id: String(id) } })}
      empty={empty}
    />
  )
}

function RowActions({ assistant }: { assistant: Row }) {
  const t = useTexts(texts)
  const { mayEdit, mayDelete, duplicate, setActive, remove } = useAssistantActions()
  const [isDeleting, setDeleting] = useState(false)
  const { id, name, status, deactivated } = assistant
  const isActive = status === 'active' && !deactivated
  if (!mayEdit) return null
  return (
    <span className="relative z-[1] flex justify-center">
      <Menu
        label={t.actionsOf(name)}
        trigger={
          <IconButton size="small" label={t.actionsOf(name)}>
            <MoreHorizontal aria-hidden size={16} />
          </IconButton>
        }
        actions={[
          { id: 'status', label: isActive ? t.deactivate : t.activate, onAction: () => setActive(id, !isActive) },
          { id: 'duplicate', label: t.duplicate, onAction: () => void duplicate(id) },
          ...(mayDelete ? [{ id: 'delete', label: t.delete, isDanger: true, onAction: () => setDeleting(true) }] : []),
        ]}
      />
      <Confirm
        title={t.deleteTitle}
        text={<span className="break-words">{t.deleteText(name)}</span>}
        action={t.delete}
        isOpen={isDeleting}
        isPending={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() => !remove.isPending && remove.mutate({ id }, { onError: sayError })}
      />
    </span>
  )
}
