// The automations of the account, the templates for more, and the connections that they use.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useOwnTexts, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Switch, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Button, Loaded, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { InputFields } from './forms/input-fields.tsx'
import type { JsonSchema } from './forms/schema.ts'
import { AutomationList } from './list/automation-list.tsx'
import { Connections } from './list/connections.tsx'
import { CreateDialog } from './list/create-dialog.tsx'
import { iconOf } from './parts/icons.ts'
import { useNames } from './parts/names.ts'
import type { AutomationsSearch } from './parts/search.ts'
import type { Template } from './parts/types.ts'

const texts = textsOf('automations', 'automations')

const route = getRouteApi('/automations')

export function Automations() {
  const t = useTexts(texts)
  const may = useMay()
  const { tab = 'automations', q = '', creating } = route.useSearch()
  const navigate = useNavigate({ from: '/automations' })
  const setSearch = (change: Partial<AutomationsSearch>, replace: boolean) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace })
  return (
    <Page
      title={t.title}
      actions={
        may('automations', 'create') && (
          <Button icon={Plus} iconSize={17} look="primary" onPress={() => setSearch({ creating: true }, true)}>
            {t.add}
          </Button>
        )
      }
    >
      <Tabs
        label={t.tabs}
        selected={tab}
        onSelect={(next) => setSearch({ tab: next === 'automations' ? undefined : next }, false)}
        tabs={[
          {
            id: 'automations',
            label: t.automations,
            content: <AutomationList search={q} onSearch={(next) => setSearch({ q: next || undefined }, true)} />,
          },
          { id: 'templates', label: t.templates, content: <Templates /> },
          ...(may('connections', 'list')
            ? [{ id: 'connections' as const, label: t.connections, content: <Connections /> }]
            : []),
        ]}
      />
      <CreateDialog
        isOpen={creating === true && may('automations', 'create')}
        onClose={() => setSearch({ creating: undefined }, true)}
      />
    </Page>
  )
}

const templatesTexts = textsOf('automations', 'templates')
const nameTexts = textsOf('automations', 'templateNames')
const descriptionTexts = textsOf('automations', 'templateDescriptions')

/** The templates with their names and descriptions in the language of the page. */
function useTemplates() {
  const names = useOwnTexts(nameTexts)
  const descriptions = useOwnTexts(descriptionTexts)
  const query = useRead('automations', 'listTemplates')
  const translate = (template: Template): Template => ({
    ...template,
    name: textNamed(names, template.id) ?? template.name,
    description: textNamed(descriptions, template.id) ?? template.description,
  })
  return { query, translate }
}

/** Templates as cards that say what each does and what it needs, and the form that creates an automation from one. */
function Templates() {
  const t = useTexts(templatesTexts)
  const names = useNames()
  const may = useMay()
  const { query, translate } = useTemplates()
  const [chosen, setChosen] = useState<Template>()
  return (
    <Loaded query={query}>
      {({ data }) => (
        <>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {data.map(translate).map((template) => {
              const Icon = iconOf(template.trigger)
              const { required = [] } = template.values as JsonSchema
              return (
                <li key={template.id} className="flex flex-col gap-2 rounded-xl border bg-card p-4">
                  <div className="flex items-center gap-2 text-sm text-soft">
                    <Icon aria-hidden size={16} />
                    {names.type(template.trigger)}
                  </div>
                  <h2 className="font-semibold">{template.name}</h2>
                  <p className="grow text-soft">{template.description}</p>
                  <p className="text-sm">
                    <span className="text-soft">{t.needs}</span>{' '}
                    {required.map((field) => names.field(field)).join(', ')}
                  </p>
                  {may('automations', 'createFromTemplate') && (
                    <Button size="small" className="self-start" onPress={() => setChosen(template)}>
                      <span aria-hidden>{t.useShort}</span>
                      <span className="sr-only">{t.use(template.name)}</span>
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
          <Dialog title={chosen?.name ?? ''} isOpen={chosen !== undefined} onClose={() => setChosen(undefined)}>
            {chosen && <TemplateForm template={chosen} />}
          </Dialog>
        </>
      )}
    </Loaded>
  )
}

function TemplateForm({ template }: { template: Template }) {
  const t = useTexts(templatesTexts)
  const navigate = useNavigate()
  const [name, setName] = useState(template.name)
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [enabled, setEnabled] = useState(true)
  const create = useAction('automations', 'createFromTemplate', {
    onDone: ({ automation_id: id }) => void navigate({ to: '/automations/$id', params: { id } }),
  })
  const schema = template.values as JsonSchema
  return (
    <Form onSubmit={() => create.mutate({ template: template.id, name, values, enabled })} action={create}>
      <p className="text-soft">{template.description}</p>
      <TextField label={t.name} name="name" value={name} onChange={setName} />
      <InputFields
        schema={schema}
        input={values}
        onChange={(field, value) => setValues((all) => ({ ...all, [field]: value }))}
      />
      <Switch label={t.enable} isSelected={enabled} onChange={setEnabled} />
      <FormButtons submit={t.create} />
    </Form>
  )
}
