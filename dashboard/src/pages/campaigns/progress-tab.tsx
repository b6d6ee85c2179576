// The progress of a campaign: leads, pace, rates, cost, outcomes and the latest attempts.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveEvents } from '../../api/live.ts'
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Badge, Card, Empty, LinkButton, Loaded, Metric } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { callWords } from '../calls/call-words.ts'
import { groupOf, usageFrom } from './counts.ts'
import { LeadProgress } from './lead-progress.tsx'
import { ExportLeads } from './leads/export-leads.tsx'
import { OutcomeTable, outcomeLooks } from './outcomes.tsx'
import { type CampaignRecord, wordTexts } from './words.ts'

const texts = textsOf('campaigns', 'progressTab')

export function ProgressTab({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { id, status, rates, goals, pace_per_hour: pace, expected_end_at: endsAt, channel } = campaign
  const unknownEnd = pace === null ? t.estimating : t.unknownEnd
  if (status === 'draft')
    return (
      <Card>
        <Empty title={t.none} text={t.noneText}>
          <LinkButton to="/campaigns/$id" params={{ id: String(id) }} search={{ tab: 'setup' }}>
            {t.setup}
          </LinkButton>
        </Empty>
      </Card>
    )
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {status === 'in-progress' ? (
          <>
            <Metric
              name={t.pace}
              value={pace === null ? t.estimating : t.perHour(format.number(pace))}
              detail={t.paceDetail}
            />
            <Metric
              name={t.end}
              value={endsAt === null ? unknownEnd : <Time at={later(endsAt)} look="relative" />}
              detail={t.endDetail}
            />
          </>
        ) : (
          <>
            <Metric name={t.started} value={<MetricTime at={campaign.started_at} />} />
            <Metric name={t.completed} value={<MetricTime at={campaign.completed_at} />} />
          </>
        )}
        {channel === 'call' && (
          <Metric
            name={t.person}
            value={rates.person === null ? '–' : format.percent(rates.person)}
            detail={rates.answered !== null && t.answered(format.percent(rates.answered))}
          />
        )}
        {rates.goal !== null && (
          <Metric
            name={t.goal}
            value={format.percent(rates.goal)}
            detail={t.goalDetail(format.number(goals.reached), format.number(goals.missed))}
          />
        )}
        <Cost campaign={campaign} />
      </div>
      <Card title={t.leads} actions={<ExportLeads campaign={campaign} />}>
        <LeadProgress leads={campaign.leads} />
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={t.outcomes}>
          <OutcomeTable counts={campaign.attempts} />
          {channel === 'call' && <p className="mt-3 text-sm text-soft">{t.abandoned}</p>}
        </Card>
        <Activity campaign={campaign} />
      </div>
    </div>
  )
}

/** Seconds would look more exact than the estimate is. */
const later = (at: string): string => new Date(Math.max(Date.parse(at), Date.now() + 60_000)).toISOString()

const MetricTime = ({ at }: { at: string | null }) =>
  at === null ? (
    '–'
  ) : (
    <span className="text-base">
      <Time at={at} />
    </span>
  )

function Cost({ campaign: { id, created_at } }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const input = { campaign_id: id, group_by: 'campaign', date_from: usageFrom(created_at, Date.now()) }
  const { data } = useRead('billing', 'getUsage', input, { isEnabled: may('billing', 'getUsage') })
  if (!data) return null
  const { cost_usd, calls, minutes, messages, segments } = data.total
  return (
    <Metric
      name={t.cost}
      value={format.money(cost_usd)}
      detail={[
        format.count(t.calls, calls),
        format.count(t.minutes, minutes),
        format.count(t.messages, messages || segments),
      ].join(', ')}
    />
  )
}

const activityTexts = textsOf('campaigns', 'activity')

const shown = 12
const openStates = ['initiated', 'ringing', 'in-progress']

interface Ended {
  id: number
  at: string
  outcome: string
}

/** The latest attempts of a campaign as they happen: its calls with links, or the outcomes of its messages. */
function Activity({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(activityTexts)
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
            <Badge look={outcomeLooks[groupOf(outcome)]}>{textNamed(words.outcomes, outcome) ?? outcome}</Badge>
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
  const t = useTexts(activityTexts)
  const words = useTexts(wordTexts)
  const states = useTexts(callWords)
  const format = useFormats()
  const calls = useRead('calls', 'list', { campaign_id: campaignId, per_page: shown, with_transcript: false })
  return (
    <Card title={t.calls}>
      <p role="status" className={latest ? 'pb-2 text-sm text-soft' : 'sr-only'}>
        {latest && (
          <>
            {t.colon(t.latest)} {textNamed(words.outcomes, latest.outcome) ?? latest.outcome},{' '}
            <Time at={latest.at} look="time" />
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
                    {answerer === null ? states.status[status] : textNamed(words.outcomes, answerer)}
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
