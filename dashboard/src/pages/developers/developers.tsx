// Developers: API keys, webhooks, HTTP tools, calendars, and where the API is described.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Page, type TabOf, Tabs } from '../../ui/page.tsx'
import { Calendars } from './calendars.tsx'
import { Deliveries } from './deliveries.tsx'
import { Keys } from './keys.tsx'
import { Reference } from './reference.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { Tools } from './tools.tsx'

const texts = textsOf(
  {
    title: 'Developers',
    keys: 'API keys',
    webhooks: 'Webhooks',
    tools: 'HTTP tools',
    calendars: 'Calendars',
    reference: 'API reference',
  },
  {
    title: 'Entwickler',
    keys: 'API-Schlüssel',
    webhooks: 'Webhooks',
    tools: 'HTTP-Werkzeuge',
    calendars: 'Kalender',
    reference: 'API-Referenz',
  },
)

type TabId = 'keys' | 'webhooks' | 'tools' | 'calendars' | 'reference'

export function Developers() {
  const t = useTexts(texts)
  const may = useMay()
  const { tab } = useSearch({ from: '/developers' })
  const navigate = useNavigate()
  const tabs: TabOf<TabId>[] = [
    { id: 'keys', label: t.keys, content: <Keys />, isShown: may('accounts', 'listApiKeys') },
    { id: 'webhooks', label: t.webhooks, content: <Webhooks />, isShown: may('webhooks', 'listDeliveries') },
    { id: 'tools', label: t.tools, content: <Tools />, isShown: may('tools', 'list') },
    { id: 'calendars', label: t.calendars, content: <Calendars />, isShown: may('calendars', 'list') },
    { id: 'reference', label: t.reference, content: <Reference /> },
  ]
  return (
    <Page title={t.title}>
      <Tabs
        label={t.parts}
        tabs={tabs}
        selected={tab}
        onSelect={(id) => void navigate({ to: '/developers', search: { tab: id } })}
      />
    </Page>
  )
}

/** Webhooks of the account: the secret that signs them, and their deliveries. */
const Webhooks = () => (
  <div className="flex flex-col gap-5">
    <SigningSecret />
    <Deliveries />
  </div>
)
