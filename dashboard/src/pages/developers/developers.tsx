// Developers: API keys, webhooks, HTTP tools, calendars, and where the API is described.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Code } from '../../ui/values.tsx'
import { Calendars } from './calendars.tsx'
import { Deliveries } from './deliveries.tsx'
import { Keys } from './keys.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { Tools } from './tools.tsx'

const texts = textsOf(
  {
    title: 'Developers',
    keys: 'API keys',
    tools: 'HTTP tools',
    calendars: 'Calendars',
  },
  {
    title: 'Entwickler',
    keys: 'API-Schlüssel',
    tools: 'HTTP-Werkzeuge',
    calendars: 'Kalender',
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

const referenceTexts = textsOf(
  {
    reference: 'Reference',
    referenceText: 'Every endpoint with its fields, refusals and examples, to be tried in the browser.',
    openReference: 'Open the API reference',
    openapi: 'OpenAPI file',
    openapiText: 'For generating clients and for tools that read OpenAPI 3.1.',
    command: 'Command line',
    commandText: 'Every endpoint is also a command. Run it in the folder of the installation, with an API key.',
    events: 'Live events',
    eventsText:
      'A stream of what happens: calls, messages, conversations, campaigns and deliveries. After a lost connection, the header Last-Event-ID continues it without a gap.',
    first: 'First request',
    firstText: 'Put the token of an API key in the variable PARLEY_API_KEY.',
  },
  {
    reference: 'Referenz',
    referenceText: 'Jeder Endpunkt mit seinen Feldern, Ablehnungen und Beispielen, zum Ausprobieren im Browser.',
    openReference: 'API-Referenz öffnen',
    openapi: 'OpenAPI-Datei',
    openapiText: 'Zum Erzeugen von Clients und für Programme, die OpenAPI 3.1 lesen.',
    command: 'Befehlszeile',
    commandText:
      'Jeder Endpunkt ist auch ein Befehl. Führen Sie ihn im Ordner der Installation mit einem API-Schlüssel aus.',
    events: 'Live-Ereignisse',
    eventsText:
      'Ein Strom dessen, was geschieht: Anrufe, Nachrichten, Konversationen, Kampagnen und Zustellungen. Nach einer Unterbrechung setzt die Kopfzeile Last-Event-ID ihn lückenlos fort.',
    first: 'Erste Anfrage',
    firstText: 'Legen Sie das Token eines API-Schlüssels in der Variablen PARLEY_API_KEY ab.',
  },
)

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
