// The automations of the account, the templates for more, and the connections that they use.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, Tabs } from '../../ui/page.tsx'
import { AutomationList } from './list/automation-list.tsx'
import { Connections } from './list/connections.tsx'
import { CreateDialog } from './list/create-dialog.tsx'
import { Templates } from './list/templates.tsx'
import type { AutomationsSearch } from './parts/search.ts'

const texts = textsOf(
  {
    title: 'Automations',
    add: 'New automation',
    tabs: 'Parts of automations',
    automations: 'Automations',
    templates: 'Templates',
    connections: 'Connections',
  },
  {
    title: 'Automatisierungen',
    add: 'Neue Automatisierung',
    tabs: 'Teile der Automatisierungen',
    automations: 'Automatisierungen',
    templates: 'Vorlagen',
    connections: 'Verbindungen',
  },
)

const route = getRouteApi('/automations')

export function Automations() {
  const t = useTexts(texts)
  const may = useMay()
  const { tab = 'automations', q = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/automations' })
  const [isCreating, setCreating] = useState(false)
  const setSearch = (change: Partial<AutomationsSearch>, replace: boolean) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace })
  return (
    <Page
      title={t.title}
      actions={
        may('automations', 'create') && (
          <Button look="primary" onPress={() => setCreating(true)}>
            <Plus aria-hidden size={17} />
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
      <CreateDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  )
}
