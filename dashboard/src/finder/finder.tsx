// The search for pages, records and actions, which opens over every page.
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  Dialog as AriaDialog,
  Autocomplete,
  Collection,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/page.tsx'
import { useActions } from './actions.ts'
import type { Found } from './found.ts'
import { usePages } from './pages.ts'
import { bestOf, wantedOf } from './rank.ts'
import { useRecent } from './recent.ts'
import { perKind, useRecords } from './search-records.ts'

const texts = textsOf('finder', 'finder')

interface Group {
  id: string
  title: string
  found: readonly Found[]
}

function useGroups(query: string): { groups: Group[]; isReading: boolean } {
  const t = useTexts(texts)
  const pages = usePages()
  const { digits } = wantedOf(query)
  const actions = useActions(query, digits)
  const recent = useRecent(pages)
  const { records, isReading } = useRecords(query)
  const isEmpty = query.trim() === ''
  const all: Group[] = isEmpty
    ? [
        { id: 'recent', title: t.recent, found: recent },
        { id: 'actions', title: t.actions, found: actions.slice(0, perKind) },
        { id: 'pages', title: t.pages, found: pages.filter(({ id }) => !recent.some((each) => each.id === id)) },
      ]
    : [
        { id: 'pages', title: t.pages, found: bestOf(pages, query, perKind) },
        { id: 'byId', title: t.byId, found: records.byId },
        { id: 'people', title: t.people, found: records.people },
        { id: 'assistants', title: t.assistants, found: records.assistants },
        { id: 'campaigns', title: t.campaigns, found: records.campaigns },
        { id: 'automations', title: t.automations, found: records.automations },
        { id: 'calls', title: t.calls, found: records.calls },
        { id: 'numbers', title: t.numbers, found: records.numbers },
        { id: 'knowledge', title: t.knowledge, found: records.knowledge },
        { id: 'actions', title: t.actions, found: bestOf(actions, query, perKind) },
      ]
  const seen = new Set<string>()
  const isNew = ({ id }: Found): boolean => !seen.has(id) && seen.add(id) !== undefined
  const groups = all.map((group) => ({ ...group, found: group.found.filter(isNew) }))
  return { groups: groups.filter(({ found }) => found.length > 0), isReading: isReading && !isEmpty }
}

export function Finder({ onClose }: { onClose(): void }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const { groups, isReading } = useGroups(query)
  const all = groups.flatMap(({ found }) => found)
  const open = (id: string) => {
    const found = all.find((each) => each.id === id)
    if (!found) return
    onClose()
    if (typeof found.open === 'function') found.open()
    else void navigate(found.open as never)
  }
  /** After a paste, no result is marked; Enter then opens the first one. */
  const openFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || list.current?.querySelector('[data-focused]')) return
    event.preventDefault()
    if (all[0]) open(all[0].id)
  }
  const state = all.length > 0 ? t.found(String(all.length)) : isReading ? t.searching : t.none
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-black/50 p-3 sm:pt-[10vh]"
    >
      <Modal className="flex max-h-full w-full max-w-xl rounded-xl border bg-card shadow-xl sm:max-h-[75vh]">
        <AriaDialog aria-label={t.title} className="flex min-h-0 min-w-0 grow flex-col outline-none">
          <Autocomplete inputValue={query} onInputChange={setQuery}>
            <TextField aria-label={t.title} autoFocus className="flex items-center gap-1 border-b ps-4 pe-1.5">
              <Search aria-hidden size={18} className="shrink-0 text-soft" />
              <Input
                role="combobox"
                aria-expanded={all.length > 0}
                placeholder={t.placeholder}
                maxLength={100}
                onKeyDownCapture={openFirst}
                className="min-h-12 min-w-0 grow bg-transparent px-2 outline-none placeholder:text-soft"
              />
              <IconButton icon={X} iconSize={18} label={t.close} onPress={onClose} />
            </TextField>
            <ListBox
              ref={list}
              aria-label={t.results}
              items={groups}
              onAction={(id) => open(String(id))}
              renderEmptyState={() => <p className="p-4 text-soft">{state}</p>}
              className="min-h-0 overflow-auto p-1.5 outline-none"
            >
              {(group) => (
                <ListBoxSection id={group.id} className="mb-1.5">
                  <Header className="px-2.5 py-1 text-xs font-medium text-soft">{group.title}</Header>
                  <Collection items={group.found}>{(found) => <Row found={found} />}</Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
          <p role="status" className="sr-only">
            {state}
          </p>
          <p className="hidden border-t px-4 py-2 text-xs text-soft sm:block">{t.keys}</p>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

const Row = ({ found: { id, label, detail, icon: Icon } }: { found: Found }) => (
  <ListBoxItem
    id={id}
    textValue={label}
    className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[focused]:bg-accent-soft"
  >
    <Icon aria-hidden size={16} className="shrink-0 text-soft" />
    <span className={classes('min-w-0 shrink-0 truncate', detail === undefined ? 'max-w-full' : 'max-w-[60%]')}>
      {label}
    </span>
    {detail !== undefined && <span className="min-w-0 grow truncate text-sm text-soft">{detail}</span>}
  </ListBoxItem>
)
