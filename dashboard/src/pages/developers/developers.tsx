// Developers: API keys, webhooks, HTTP tools, calendars, and where the API is described.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Code } from '../../ui/values.tsx'
import { Calendars } from './calendars.tsx'
import { Deliveries } from './deliveries.tsx'
import { Keys } from './keys.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { Tools } from './tools.tsx'

const texts = textsOf('developers', 'developers')

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

const referenceTexts = textsOf('developers', 'reference')

const authorization = '-H "Authorization: Bearer $PARLEY_API_KEY"'

/** Where the API is described, and how programs, the command line and event streams use it. */
function Reference() {
  const t = useTexts(referenceTexts)
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card title={t.reference}>
        <p className="mb-3 text-soft">{t.referenceText}</p>
        <OutLink href="/docs">{t.openReference}</OutLink>
      </Card>
      <Card title={t.openapi}>
        <p className="mb-3 text-soft">{t.openapiText}</p>
        <OutLink href="/openapi.json">{`${location.origin}/openapi.json`}</OutLink>
      </Card>
      <Card title={t.first}>
        <p className="mb-3 text-soft">{t.firstText}</p>
        <Code label={`curl: ${t.first}`} text={`curl -s ${location.origin}/api/user/me \\\n  ${authorization}`} />
      </Card>
      <Card title={t.events}>
        <p className="mb-3 text-soft">{t.eventsText}</p>
        <Code
          label={`curl: ${t.events}`}
          text={`curl -sN '${location.origin}/api/user/events?types=call.*,message.received' \\\n  ${authorization}`}
        />
      </Card>
      <Card title={t.command}>
        <p className="mb-3 text-soft">{t.commandText}</p>
        <Code
          label={`npm: ${t.command}`}
          text={[
            'export PARLEY_API_KEY=…',
            'npm run -s parley -- api',
            `npm run -s parley -- api accounts.me --base-url ${location.origin}`,
          ].join('\n')}
        />
      </Card>
    </div>
  )
}

const OutLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="inline-flex max-w-full items-center gap-1.5 break-all text-accent underline"
  >
    {children}
    <ExternalLink aria-hidden size={15} className="shrink-0" />
  </a>
)
