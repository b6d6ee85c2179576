// The views of the inbox: those that everyone has, and those that the member has saved.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { AlarmClock, Bookmark, Bot, Inbox, type LucideIcon, Mail, Plus, UserRound, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { classes } from '../../ui/classes.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog, Menu, say, sayError } from '../../ui/overlays.tsx'
import { Button } from '../../ui/page.tsx'
import { listTexts } from './list-texts.ts'
import {
  areSameFilters,
  filtersOfView,
  type InboxFilters,
  noFilters,
  pickFilters,
  type View,
  viewFiltersOf,
} from './search.ts'

export const builtIn = [
  { id: 'all', icon: Inbox, filters: noFilters },
  { id: 'unread', icon: Mail, filters: { ...noFilters, unread: true } },
  { id: 'mine', icon: UserRound, filters: { ...noFilters, owner: 'me' } },
  { id: 'unassigned', icon: UserRoundX, filters: { ...noFilters, owner: 'nobody' } },
  { id: 'ai', icon: Bot, filters: { ...noFilters, owner: 'assistant' } },
  { id: 'snoozed', icon: AlarmClock, filters: { ...noFilters, snoozed: true } },
] as const satisfies readonly { id: string; icon: LucideIcon; filters: InboxFilters }[]

export const useViews = () => useRead('conversationViews', 'list').data?.data ?? []

/** The name of the view with the current filters. */
export function useViewName(): string {
  const t = useTexts(listTexts)
  const views = useViews()
  const filters = pickFilters(useSearch({ from: '/inbox' }))
  const known = builtIn.find((view) => areSameFilters(view.filters, filters))
  return known
    ? t[known.id]
    : (views.find((view) => areSameFilters(filtersOfView(view), filters))?.name ?? t.ownFilters)
}

/** `null` names a new view. */
type Naming = View | null

export function Views({ className, onChoose }: { className?: string; onChoose?: () => void }) {
  const t = useTexts(listTexts)
  const views = useViews()
  const [naming, setNaming] = useState<Naming>()
  const filters = pickFilters(useSearch({ from: '/inbox' }))
  const isKnown =
    builtIn.some((view) => areSameFilters(view.filters, filters)) ||
    views.some((view) => areSameFilters(filtersOfView(view), filters))
  return (
    <nav aria-label={t.views} className={classes('flex flex-col gap-3 overflow-auto p-2', className)}>
      <ul className="flex flex-col gap-0.5">
        {builtIn.map(({ id, icon, filters: ofView }) => (
          <li key={id}>
            <ViewLink name={t[id]} icon={icon} filters={ofView} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {views.length > 0 && (
        <div>
          <h2 className="px-2.5 pb-1 text-xs font-medium text-soft">{t.saved}</h2>
          <ul className="flex flex-col gap-0.5">
            {views.map((view) => (
              <li key={view.id} className="flex items-center">
                <ViewLink name={view.name} icon={Bookmark} filters={filtersOfView(view)} onChoose={onChoose} />
                <ViewMenu view={view} filters={filters} onRename={() => setNaming(view)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {!isKnown && (
        <Button
          icon={Plus}
          iconClass="shrink-0"
          size="small"
          onPress={() => setNaming(null)}
          className="!whitespace-normal py-1 text-start"
        >
          {t.saveView}
        </Button>
      )}
      <Dialog title={naming ? t.rename : t.saveView} isOpen={naming !== undefined} onClose={() => setNaming(undefined)}>
        <NameOfView view={naming ?? null} filters={filters} onDone={() => setNaming(undefined)} />
      </Dialog>
    </nav>
  )
}

interface ViewLinkProps {
  name: string
  icon: LucideIcon
  filters: InboxFilters
  onChoose: (() => void) | undefined
}

function ViewLink({ name, icon: Icon, filters, onChoose }: ViewLinkProps) {
  const present = pickFilters(useSearch({ from: '/inbox' }))
  const isCurrent = areSameFilters(filters, present)
  return (
    <Link
      to="/inbox"
      search={filters}
      preload={false}
      onClick={onChoose}
      activeProps={{ 'aria-current': undefined }}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'flex min-w-0 grow items-center gap-2.5 rounded-lg px-2.5 py-1.5',
        isCurrent ? 'bg-accent-soft font-medium text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </Link>
  )
}

function ViewMenu({ view, filters, onRename }: { view: View; filters: InboxFilters; onRename(): void }) {
  const t = useTexts(listTexts)
  const update = useAction('conversationViews', 'update', { onDone: () => say(t.viewSaved) })
  const remove = useAction('conversationViews', 'delete', { onDone: () => say(t.viewDeleted) })
  const label = t.viewActions(view.name)
  return (
    <Menu
      label={label}
      iconSize={15}
      size="small"
      actions={[
        { label: t.rename, onAction: onRename },
        {
          label: t.useFilters,
          isDisabled: areSameFilters(filtersOfView(view), filters),
          onAction: () => update.mutate({ id: view.id, filters: viewFiltersOf(filters) }, { onError: sayError }),
        },
        { label: t.deleteView, isDanger: true, onAction: () => remove.mutate({ id: view.id }, { onError: sayError }) },
      ]}
    />
  )
}

function NameOfView({ view, filters, onDone }: { view: Naming; filters: InboxFilters; onDone(): void }) {
  const t = useTexts(listTexts)
  const navigate = useNavigate()
  const [name, setName] = useState(view?.name ?? '')
  const finish = () => {
    say(t.viewSaved)
    onDone()
  }
  const create = useAction('conversationViews', 'create', {
    onDone: ({ data }) => {
      finish()
      void navigate({ from: '/inbox', to: '/inbox', search: (search) => ({ ...search, ...filtersOfView(data) }) })
    },
  })
  const update = useAction('conversationViews', 'update', { onDone: finish })
  const submit = () => {
    if (view) update.mutate({ id: view.id, name })
    else create.mutate({ name, filters: viewFiltersOf(filters) })
  }
  return (
    <Form onSubmit={submit} action={view ? update : create}>
      <TextField label={t.viewName} help={t.viewHelp} name="name" value={name} onChange={setName} autoFocus />
      <FormButtons />
    </Form>
  )
}
