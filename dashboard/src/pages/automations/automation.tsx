// One automation: its flow, which can be edited and tried out, and its runs.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { History, Pencil, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Switch, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog, Menu, say, sayError, useConfirm } from '../../ui/overlays.tsx'
import { Badge, Loaded, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Editor } from './editor/editor.tsx'
import { EditorProvider } from './editor/provider.tsx'
import type { Flow } from './flow/flow.ts'
import { withoutPlaceholder } from './flow/placeholder.ts'
import type { AutomationSearch } from './parts/search.ts'
import type { AutomationReply } from './parts/types.ts'
import { Runs } from './runs/runs.tsx'

const texts = textsOf('automations', 'automation')

const route = getRouteApi('/automations/$id')

export function Automation() {
  const t = useTexts(texts)
  const { id } = route.useParams()
  const query = useRead('automations', 'get', { id })
  // The previous automation remains in the query until the next one has arrived.
  const data = query.data?.id === id ? query.data : undefined
  if (data)
    return <Loaded query={{ ...query, data }}>{(automation) => <Parts key={id} automation={automation} />}</Loaded>
  return (
    <Page title={t.automation} back={{ to: '/automations', label: t.all }}>
      <Loaded query={{ ...query, data }}>{() => null}</Loaded>
    </Page>
  )
}

function Parts({ automation }: { automation: AutomationReply }) {
  const t = useTexts(texts)
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/automations/$id' })
  const onSearch = useCallback(
    (change: Partial<AutomationSearch>) =>
      void navigate({
        search: (before) => ({ ...before, ...change }),
        replace: !('run' in change) && !('tab' in change),
      }),
    [navigate],
  )
  return (
    <Page
      title={automation.name}
      back={{ to: '/automations', label: t.all }}
      badge={<Badge>{t.version(automation.version)}</Badge>}
      actions={<Actions automation={automation} />}
      isFull
    >
      {/* Does not shrink with the window: the page scrolls. */}
      <div className="flex shrink-0 flex-col gap-3">
        <EditorProvider automation={automation} search={search} onSearch={onSearch}>
          <Tabs
            label={t.tabs}
            selected={search.tab ?? 'flow'}
            onSelect={(tab) => onSearch({ tab: tab === 'runs' ? 'runs' : undefined })}
            tabs={[
              { id: 'flow', label: t.flow, content: <Editor search={search} onSearch={onSearch} /> },
              {
                id: 'runs',
                label: t.runs,
                content: <Runs automationId={automation.id} search={search} onSearch={onSearch} />,
              },
            ]}
          />
        </EditorProvider>
      </div>
    </Page>
  )
}

function Actions({ automation }: { automation: AutomationReply }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const [isRenaming, setRenaming] = useState(false)
  const close = () => setRenaming(false)
  const { id, name, status, version } = automation
  const update = useAction('automations', 'update')
  const restoration = useConfirm(useAction('automations', 'restore'), () => ({
    title: t.restore,
    text: t.restoreText,
    action: t.restoreAction,
    input: { id },
  }))
  const remove = useAction('automations', 'delete', {
    onDone: () => {
      say(t.removed)
      void navigate({ to: '/automations', ignoreBlocker: true })
    },
  })
  const removal = useConfirm(remove, () => ({
    title: t.removeTitle(name),
    text: t.removeText,
    action: t.remove,
    input: { id },
  }))
  if (!may('automations', 'update')) return null
  const icon = { 'aria-hidden': true, size: 15 } as const
  const actions = [
    { label: t.rename, icon: <Pencil {...icon} />, onAction: () => setRenaming(true) },
    { label: t.restore, icon: <History {...icon} />, isDisabled: version < 2, onAction: () => restoration.ask() },
    { label: t.remove, icon: <Trash2 {...icon} />, isDanger: true, onAction: () => removal.ask() },
  ]
  return (
    <div className="flex items-center gap-3">
      {/* An automation without steps has nothing to do. */}
      {withoutPlaceholder(automation.flow as Flow).steps.length > 0 && (
        <Switch
          label={status === 'enabled' ? t.on : t.off}
          isSelected={status === 'enabled'}
          isDisabled={update.isPending}
          onChange={(enabled) => update.mutate({ id, enabled }, { onError: sayError })}
        />
      )}
      <Menu label={t.actions} actions={actions} iconSize={17} look="plain" />
      <Dialog title={t.rename} isOpen={isRenaming} onClose={close}>
        <Rename automation={automation} onDone={close} />
      </Dialog>
      {restoration.dialog}
      {removal.dialog}
    </div>
  )
}

function Rename({ automation: { id, name }, onDone }: { automation: AutomationReply; onDone(): void }) {
  const t = useTexts(texts)
  const [value, setValue] = useState(name)
  const update = useAction('automations', 'update', { onDone })
  return (
    <Form onSubmit={() => update.mutate({ id, name: value })} action={update}>
      <TextField label={t.name} name="name" value={value} onChange={setValue} autoFocus />
      <FormButtons />
    </Form>
  )
}
