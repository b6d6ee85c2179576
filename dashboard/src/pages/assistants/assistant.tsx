// The page of an assistant: its settings, their versions, the quality of its calls, and trying it.
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, FlaskConical, Pencil } from 'lucide-react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { Badge, Button, Failure, IconButton, Loading, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CopyButton } from '../../ui/values.tsx'
import { ActionsMenu } from './actions-menu.tsx'
import { SettingsEditor } from './editor/editor.tsx'
import type { AssistantData } from './editor/editor-context.tsx'
import { useSchemas } from './editor/schema.ts'
import { useEditorState } from './editor/use-editor-state.ts'
import { History } from './history/history.tsx'
import { Quality } from './quality.tsx'
import type { AssistantSearch } from './search.ts'
import { StatusBadge } from './status.tsx'
import { Tests } from './tests/tests.tsx'
import { TryPanel } from './try-panel.tsx'
import { usePanel } from './use-panel.ts'
import { WidgetPage } from './widget/widget-page.tsx'

const texts = textsOf('assistants', 'assistant')

const route = getRouteApi('/assistants/$id')

const noPlace = { test: undefined, run: undefined, form: undefined, example: undefined }

export function Assistant() {
  const t = useTexts(texts)
  const { id: idText } = route.useParams()
  const id = Number(idText) || idText
  const query = useRead('assistants', 'get', { id })
  const { data } = query
  // The previous assistant is kept while another one is read.
  const assistant = data && [String(data.data.id), data.data.uuid].includes(idText) ? data.data : undefined
  if (query.error && !assistant)
    return (
      <Page title={t.title} back={{ to: '/assistants', label: t.all }}>
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  if (!assistant)
    return (
      <Page title={t.title} back={{ to: '/assistants', label: t.all }}>
        <Loading />
      </Page>
    )
  return <Opened key={assistant.id} assistant={assistant} />
}

function Opened({ assistant }: { assistant: AssistantData }) {
  const t = useTexts(texts)
  const { id, uuid, name } = assistant
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const schemas = useSchemas()
  // Kept here, so that looking at the versions does not lose unsaved changes.
  const state = useEditorState(assistant)
  const isChanged = Object.keys(state.draft.changes).length > 0
  const go = (next: Partial<AssistantSearch>, isReplaced = false) =>
    void navigate({ search: (known) => ({ ...known, ...next }), replace: isReplaced })
  const { view = 'settings', section = 'conversation', version, compare, period = '30' } = search
  const { test, run, form, example } = search
  const may = useMay()
  const mayUpdate = may('assistants', 'update')
  const { panel, open, close } = usePanel(search.panel, view === 'settings' && may('conversations', 'create'), (next) =>
    go({ panel: next }, true),
  )
  return (
    <Page
      title={name}
      back={{ to: '/assistants', label: t.all }}
      badge={
        <>
          <StatusBadge assistant={assistant} />
          {isChanged && <Badge look="accent">{t.unsaved}</Badge>}
          {mayUpdate && (
            <IconButton
              icon={Pencil}
              iconSize={15}
              size="small"
              label={t.rename}
              onPress={() => go({ view: undefined, section: 'general' })}
            />
          )}
          <CopyButton text={uuid} label={t.uuid} />
        </>
      }
      actions={
        <>
          {!panel && (
            <Button icon={FlaskConical} onPress={() => open('chat')}>
              {t.try}
            </Button>
          )}
          <Actions assistant={assistant} />
        </>
      }
    >
      <div className="flex min-w-0 items-start gap-5">
        <div className="min-w-0 grow">
          <Tabs
            label={t.views}
            selected={view}
            onSelect={(next) => go({ view: next === 'settings' ? undefined : next })}
            tabs={[
              {
                id: 'settings',
                label: t.settings,
                content: schemas.data ? (
                  <SettingsEditor
                    state={state}
                    schemas={schemas.data}
                    place={section}
                    onPlace={(next) => go({ section: next }, true)}
                  />
                ) : (
                  <Loading />
                ),
              },
              { id: 'widget', label: t.widget, content: <WidgetPage assistant={assistant} /> },
              {
                id: 'tests',
                label: t.tests,
                content: (
                  <Tests
                    assistantId={id}
                    place={{ test, run, form, example }}
                    onGo={(place, isReplaced) => go({ ...noPlace, ...place }, isReplaced)}
                  />
                ),
              },
              {
                id: 'history',
                label: t.history,
                content: (
                  <History
                    id={id}
                    selected={version}
                    compared={compare}
                    onSelect={(selected, compared) => go({ version: selected, compare: compared })}
                  />
                ),
              },
              {
                id: 'quality',
                label: t.quality,
                content: <Quality id={id} period={period} onPeriod={(next) => go({ period: next }, true)} />,
              },
            ]}
          />
        </div>
        {panel && <TryPanel draft={state.draft} tab={panel} onTab={open} onClose={close} />}
      </div>
      <LeaveQuestion isNeeded={isChanged} />
    </Page>
  )
}

function Actions({ assistant }: { assistant: AssistantData }) {
  const t = useTexts(texts)
  const navigate = route.useNavigate()
  const trigger = <IconButton icon={Ellipsis} iconSize={18} label={t.more} look="plain" />
  return (
    <ActionsMenu
      assistant={assistant}
      label={t.more}
      trigger={trigger}
      onDeleted={() => void navigate({ to: '/assistants', ignoreBlocker: true })}
    />
  )
}
