// The head of the list with its search and filters, and the list below it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListFilter, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { countSet } from '../../address/values.ts'
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { SearchField, Switch } from '../../ui/fields.tsx'
import { FilterSelect, useDelayed } from '../../ui/filters.tsx'
import { Dialog, Menu } from '../../ui/overlays.tsx'
import { Button, IconButton } from '../../ui/page.tsx'
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
  const count = countSet(filters)
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
            trigger={<IconButton icon={Settings2} iconSize={18} label={t.manage} />}
            actions={[
              { label: t.manageLabels, onAction: () => onOpenDialog('labels') },
              { label: t.manageReplies, onAction: () => onOpenDialog('replies') },
              { label: t.shortcuts, onAction: () => onOpenDialog('shortcuts') },
            ].filter(({ label }) => label === t.shortcuts || may('savedReplies', 'list'))}
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
  const search = (next: string) =>
    void navigate({ search: (known) => ({ ...known, search: next || undefined }), replace: true })
  const [text, setText] = useDelayed(value, search, pauseMs)
  return <SearchField label={t.search} value={text} onChange={setText} />
}

function Filters({ filters, onClose }: { filters: InboxFilters; onClose(): void }) {
  const t = useTexts(listTexts)
  const navigate = useNavigate({ from: '/inbox' })
  const members = useRead('members', 'list').data?.data ?? []
  const labels = useRead('conversationLabels', 'list').data?.data ?? []
  const set = (change: Partial<InboxSearch>) => void navigate({ search: (known) => ({ ...known, ...change }) })
  return (
    <div className="flex flex-col gap-5">
      <Views className="-mx-2 !p-0 xl:hidden" onChoose={onClose} />
      <FilterSelect
        label={t.channel}
        all={t.anyChannel}
        options={channels.map((value) => ({ value, label: t[value] }))}
        value={filters.type}
        onChange={(type) => set({ type })}
      />
      <FilterSelect<string | number>
        label={t.owner}
        all={t.anyOwner}
        options={[
          { value: 'me', label: t.me },
          { value: 'assistant', label: t.assistant },
          { value: 'nobody', label: t.nobody },
          ...members.filter(({ role }) => role !== 'viewer').map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filters.owner}
        onChange={(owner) => set({ owner: owner as InboxFilters['owner'] })}
      />
      <FilterSelect
        label={t.label}
        all={t.anyLabel}
        options={labels.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.label}
        onChange={(label) => set({ label })}
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
