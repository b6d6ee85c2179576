// The page of a campaign: setting it up, its progress and its leads.
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '../../api/live.ts'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { useMay } from '../../session/session.tsx'
import { Badge, Loaded, Notice, Page } from '../../ui/page.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/values.tsx'
import { DeleteCampaign, StartOrPause } from './actions.tsx'
import { ImportCard } from './import/import-card.tsx'
import { useLeadImport } from './import/use-lead-import.ts'
import { LeadDrawer } from './leads/lead-drawer.tsx'
import { LeadList } from './leads/lead-list.tsx'
import { PreviewCard } from './preview-card.tsx'
import { ProgressTab } from './progress-tab.tsx'
import type { CampaignTab } from './search.ts'
import { SettingsCard } from './settings/settings-card.tsx'
import { useSettings } from './settings/use-settings.ts'
import { type CampaignRecord, statusLooks, wordTexts } from './words.ts'

const texts = textsOf('campaigns', 'campaign')

const route = getRouteApi('/campaigns/$id')

/** Rates and the pace change with the time, without an event. */
const refetchMs = 15_000

export function Campaign() {
  const { id } = route.useParams()
  return <OfId key={id} id={Number(id)} />
}

function OfId({ id }: { id: number }) {
  const t = useTexts(texts)
  const first = useRead('campaigns', 'get', { id })
  const isRunning = first.data?.status === 'in-progress'
  const query = useRead('campaigns', 'get', { id }, isRunning ? { refetchMs } : {})
  if (query.data) return <Shown campaign={query.data} />
  return (
    <Page title={t.loading} back={{ to: '/campaigns', label: t.all }}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

function Shown({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const may = useMay()
  const navigate = useNavigate()
  const { id, name, status } = campaign
  const search = route.useSearch()
  useFollowCalls(campaign)
  // Changes and a file stay while other tabs are shown.
  const form = useSettings(campaign)
  const leadImport = useLeadImport(campaign)
  const select = (next: CampaignTab) =>
    void navigate({ to: '/campaigns/$id', params: { id: String(id) }, search: { tab: next }, replace: true })
  const tab = search.tab ?? (status === 'draft' ? 'setup' : 'progress')
  const tabs: TabOf<CampaignTab>[] = [
    {
      id: 'setup',
      label: t.setup,
      content: (
        <div className="flex flex-col gap-5">
          <SettingsCard campaign={campaign} form={form} />
          {may('leads', 'import') && <ImportCard campaign={campaign} leadImport={leadImport} />}
          {status !== 'in-progress' && <PreviewCard campaign={campaign} onStarted={() => select('progress')} />}
        </div>
      ),
    },
    { id: 'progress', label: t.progress, content: <ProgressTab campaign={campaign} /> },
    { id: 'leads', label: t.leads, content: <LeadList campaign={campaign} /> },
  ]
  return (
    <Page
      title={name}
      back={{ to: '/campaigns', label: t.all }}
      badge={<Badge look={statusLooks[status]}>{words.statuses[status]}</Badge>}
      actions={
        <>
          {(status !== 'draft' || tab !== 'setup') && <StartOrPause campaign={campaign} />}
          <DeleteCampaign campaign={campaign} onDeleted={() => void navigate({ to: '/campaigns' })} />
        </>
      }
    >
      {campaign.pause_message !== null && (
        <Notice look="warn">
          <ServerText of={campaign.pause_message} />
        </Notice>
      )}
      {campaign.waiting && (
        <Notice>
          <ServerText of={campaign.waiting.message} />{' '}
          {campaign.waiting.until && (
            <>
              {t.until} <Time at={campaign.waiting.until} />.
            </>
          )}
        </Notice>
      )}
      <Tabs label={t.parts} tabs={tabs} selected={tab} onSelect={select} />
      {search.lead !== undefined && (
        <LeadDrawer
          id={search.lead}
          onClose={() =>
            void navigate({
              to: '/campaigns/$id',
              params: { id: String(id) },
              search: { ...search, lead: undefined },
            })
          }
        />
      )}
    </Page>
  )
}

const pauseMs = 500

/** Reads a campaign again when one of its calls begins: the API reports attempts only when they have an outcome. */
function useFollowCalls({ status, assistant_id: assistantId }: CampaignRecord): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents(({ event, data }) => {
    if (status !== 'in-progress' || event !== 'call.status' || data.assistant_id !== assistantId) return
    // Calls in quick succession cause one read.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const area of ['campaigns', 'leads']) void cache.invalidateQueries({ queryKey: [area] })
    }, pauseMs)
  })
}
