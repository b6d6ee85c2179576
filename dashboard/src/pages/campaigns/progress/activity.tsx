// The latest attempts of a campaign as they happen: its calls with links, or the outcomes of its messages.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveEvents } from '../../../api/live.ts'
import { useRead } from '../../../api/query.ts'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Card } from '../../../ui/page.tsx'
import { Badge, Loaded } from '../../../ui/states.tsx'
import { Time } from '../../../ui/values.tsx'
import { callWords } from '../../calls/call-words.ts'
import { groupOf } from '../counts.ts'
import { outcomeLooks } from '../outcomes.tsx'
import { type CampaignRecord, wordTexts } from '../words.ts'

const texts = textsOf(
  {
    calls: 'Latest calls',
    attempts: 'Attempts as they end',
    noCalls: 'No calls yet.',
    noAttempts: 'No attempt has ended since this page was opened.',
    latest: 'Latest outcome',
  },
  {
    calls: 'Letzte Anrufe',
    attempts: 'Versuche, sobald sie enden',
    noCalls: 'Noch keine Anrufe.',
    noAttempts: 'Seit diese Seite offen ist, endete kein Versuch.',
    latest: 'Letztes Ergebnis',
  },
)

const shown = 12
const openStates = ['initiated', 'ringing', 'in-progress']

interface Ended {
  id: number
  at: string
  outcome: string
}

export function Activity({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const [ended, setEnded] = useState<Ended[]>([])
  useLiveEvents(({ id, event, created_at: at, data }) => {
    if (event !== 'campaign.attempt' || data.campaign_id !== campaign.id) return
    setEnded((before) => [{ id, at, outcome: data.outcome }, ...before].slice(0, shown))
  })
  if (campaign.channel === 'call') return <Calls campaignId={campaign.id} latest={ended[0]} />
  return (
    <Card title={t.attempts}>
      {ended.length === 0 && <p className="text-soft">{t.noAttempts}</p>}
      <ul role="log" aria-label={t.attempts} className="flex flex-col divide-y">
        {ended.map(({ id, at, outcome }) => (
          <li key={id} className="flex items-center gap-3 py-1.5">
            <Badge look={outcomeLooks[groupOf(outcome)]}>{words.outcomes[outcome] ?? outcome}</Badge>
            <span className="ms-auto text-sm text-soft">
              <Time at={at} look="time" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Calls({ campaignId, latest }: { campaignId: number; latest: Ended | undefined }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const states = useTexts(callWords)
  const format = useFormats()
  const calls = useRead('calls', 'list', { campaign_id: campaignId, per_page: shown, with_transcript: false })
  return (
    <Card title={t.calls}>
      <p role="status" className={latest ? 'pb-2 text-sm text-soft' : 'sr-only'}>
        {latest && (
          <>
            {t.latest}: {words.outcomes[latest.outcome] ?? latest.outcome}, <Time at={latest.at} look="time" />
          </>
        )}
      </p>
      <Loaded query={calls}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">{t.noCalls}</p>
          ) : (
            <ul className="flex flex-col divide-y">
              {data.map(({ id, client_phone_number, status, duration, answerer, created_at }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                  <Link
                    to="/calls/$id"
                    params={{ id: String(id) }}
                    className="font-medium tabular-nums text-accent underline-offset-2 hover:underline"
                  >
                    {client_phone_number ?? `#${id}`}
                  </Link>
                  <Badge look={openStates.includes(status) ? 'accent' : answerer === 'person' ? 'good' : 'neutral'}>
                    {answerer === null ? states.status[status] : words.outcomes[answerer]}
                  </Badge>
                  {duration > 0 && <span className="text-sm tabular-nums">{format.duration(duration)}</span>}
                  <span className="ms-auto text-sm text-soft">
                    <Time at={created_at} look="seconds" />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
