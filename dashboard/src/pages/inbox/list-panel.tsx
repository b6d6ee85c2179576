// The head of the list with its search and filters, and the list below it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListFilter, Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SearchField, Select, Switch } from '../../ui/fields.tsx'
import { Dialog, Menu } from '../../ui/overlays.tsx'
import { ConversationList } from './conversation-list.tsx'
import { listTexts } from './list-texts.ts'
import { channels, type InboxFilters, type InboxSearch, noFilters, pickFilters } from './search.ts'
import type { Conversations } from './use-conversations.ts'
import { useViewName, Views } from './views.tsx'

export type InboxDialog = 'shortcuts' | 'labels' | 'replies'

const pauseMs = 250

export interface ListPanelProps {
  conversations: Conversations
  onOpenDialog(dialog: InboxDialog): void
}

export function ListPanel({ conversations, onOpenDialog }: ListPanelProps) {
  const t = useTexts(listTexts)
  const format = useFormats()
  const may = useMay()
  const search = useSearch({ from: '/inbox' })
  const [isFilterOpen, setFilterOpen] = useState(false)
  const { role } = useSession()
  const filters = pickFilters(search)
  const count = Object.values(filters).filter((value) => value !== undefined).length
  const viewName = useViewName()
  return (
    <>
      <div className="flex flex-col gap-2 border-b p-3">
        <div className="flex items-center gap-2">
          <div className="min-w-0 grow">
            <h2 dir="auto" className="truncate font-semibold">
              {viewName}
            </h2>
            <p className="text-xs text-soft" role="status">
              {conversations.items && format.count(t.count, conversations.total)}
            </p>
          </div>
          <IconButton label={count > 0 ? t.activeFilters(count) : t.filters} onPress={() => setFilterOpen(true)}>
            <ListFilter aria-hidden size={18} className={count > 0 ? 'text-accent' : ''} />
          </IconButton>
          <Menu
            label={t.manage}
            trigger={
              <IconButton label={t.manage}>
                <Settings2 aria-hidden size={18} />
              </IconButton>
            }
            actions={[
              { id: 'labels', label: t.manageLabels, onAction: () => onOpenDialog('labels') },
              { id: 'replies', label: t.manageReplies, onAction: () => onOpenDialog('replies') },
              { id: 'shortcuts', label: t.shortcuts, onAction: () => onOpenDialog('shortcuts') },
            ].filter(({ id }) => id === 'shortcuts' || may('savedReplies', 'list'))}
          />
        </div>
        {role !== 'viewer' && <Search value={search.search ?? ''} />}
      </div>
      <ConversationList
        // Another view begins at its top.
        key={JSON.stringify([filters, search.search])}
        conversations={conversations}
        openId={search.conversation}
        isFiltered={count > 0 || search.search !== undefined}
      />
      <Dialog title={t.filters} look="drawer" isOpen={isFilterOpen} onClose={() => setFilterOpen(false)}>
        <Filters filters={filters} onClose={() => setFilterOpen(false)} />
      </Dialog>
    </>
  )
}

function Search({ value }: { value: string }) {
  const t = useTexts(listTexts)
  const navigate = useNavigate({ from: '/inbox' })
  const [text, setText] = useState(value)
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(
      () => void navigate({ search: (known) => ({ ...known, search: text.trim() || undefined }), replace: true }),
      pauseMs,
    )
    return () => clearTimeout(timer)
  }, [text, value, navigate])
  return <SearchField label={t.search} value={text} onChange={setText} />
}

const all = 'all'

function Filters({ filters, onClose }: { filters: InboxFilters; onClose(): void }) {
  const t = useTexts(listTexts)
  const navigate = useNavigate({ from: '/inbox' })
  const members = useRead('members', 'list').data?.data ?? []
  const labels = useRead('conversationLabels', 'list').data?.data ?? []
  const set = (change: Partial<InboxSearch>) => void navigate({ search: (known) => ({ ...known, ...change }) })
  return (
    <div className="flex flex-col gap-5">
      <Views className="-mx-2 !p-0 xl:hidden" onChoose={onClose} />
      <Select
        label={t.channel}
        options={[{ value: all, label: t.anyChannel }, ...channels.map((value) => ({ value, label: t[value] }))]}
        value={filters.type ?? all}
        onChange={(value) => set({ type: channels.find((channel) => channel === value) })}
      />
      <Select<string | number>
        label={t.owner}
        options={[
          { value: all, label: t.anyOwner },
          { value: 'me', label: t.me },
          { value: 'assistant', label: t.assistant },
          { value: 'nobody', label: t.nobody },
          ...members.filter(({ role }) => role !== 'viewer').map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filters.owner ?? all}
        onChange={(value) => set({ owner: value === all ? undefined : (value as InboxFilters['owner']) })}
      />
      <Select<string | number>
        label={t.label}
        options={[{ value: all, label: t.anyLabel }, ...labels.map(({ id, name }) => ({ value: id, label: name }))]}
        value={filters.label ?? all}
        onChange={(value) => set({ label: typeof value === 'number' ? value : undefined })}
      />
      <Switch
        label={t.onlyUnread}
        isSelected={filters.unread ?? false}
        onChange={(isOn) => set({ unread: isOn ? true : undefined })}
      />
      <Switch
        label={t.onlySnoozed}
        isSelected={filters.snoozed ?? false}
        onChange={(isOn) => set({ snoozed: isOn ? true : undefined })}
      />
      <div className="flex justify-end gap-2">
        <Button onPress={() => set(noFilters)}>{t.clear}</Button>
        <Button look="primary" onPress={onClose}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}
