// The progress of a campaign: leads, pace, rates, cost, outcomes and the latest attempts.
import { useRead } from '../../../api/query.ts'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card, Metric } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Time } from '../../../ui/values.tsx'
import { usageFrom } from '../counts.ts'
import { LeadProgress } from '../lead-progress.tsx'
import { ExportLeads } from '../leads/export-leads.tsx'
import { OutcomeTable } from '../outcomes.tsx'
import type { CampaignRecord } from '../words.ts'
import { Activity } from './activity.tsx'

const texts = textsOf(
  {
    leads: 'Leads',
    outcomes: 'Outcomes of attempts',
    pace: 'Pace',
    perHour: (count: string) => `${count} per hour`,
    paceDetail: 'Attempts of the last ten minutes.',
    end: 'Expected end',
    endDetail: 'When each waiting lead has been contacted once at this pace. Retries and closed hours add to this.',
    unknownEnd: 'Not known',
    started: 'Started',
    completed: 'Completed',
    person: 'Person reached',
    answered: (share: string) => `${share} of the calls were answered by a person or a machine.`,
    goal: 'Goal reached',
    goalDetail: (reached: string, missed: string) => `${reached} reached, ${missed} missed.`,
    cost: 'Cost so far',
    calls: { one: 'call', other: 'calls' },
    minutes: { one: 'minute', other: 'minutes' },
    messages: { one: 'message', other: 'messages' },
    abandoned:
      'No call is abandoned: Parley dials no more numbers than it can answer, so people who answer do not wait for a free assistant.',
    none: 'Nothing has happened yet',
    noneText: 'When the campaign runs, its progress and its outcomes appear here live.',
    setup: 'Set it up',
  },
  {
    leads: 'Leads',
    outcomes: 'Ergebnisse der Versuche',
    pace: 'Tempo',
    perHour: (count: string) => `${count} pro Stunde`,
    paceDetail: 'Versuche der letzten zehn Minuten.',
    end: 'Voraussichtliches Ende',
    endDetail:
      'Wenn jeder wartende Lead bei diesem Tempo einmal kontaktiert wurde. Weitere Versuche und gesperrte Zeiten kommen hinzu.',
    unknownEnd: 'Nicht bekannt',
    started: 'Gestartet',
    completed: 'Abgeschlossen',
    person: 'Person erreicht',
    answered: (share: string) => `${share} der Anrufe wurden von einer Person oder einer Maschine angenommen.`,
    goal: 'Ziel erreicht',
    goalDetail: (reached: string, missed: string) => `${reached} erreicht, ${missed} verfehlt.`,
    cost: 'Kosten bisher',
    calls: { one: 'Anruf', other: 'Anrufe' },
    minutes: { one: 'Minute', other: 'Minuten' },
    messages: { one: 'Nachricht', other: 'Nachrichten' },
    abandoned:
      'Kein Anruf bleibt ohne Assistenten: Parley wählt nicht mehr Nummern, als es bedienen kann. Wer abhebt, wartet nicht.',
    none: 'Noch ist nichts geschehen',
    noneText: 'Wenn die Kampagne läuft, erscheinen ihr Fortschritt und ihre Ergebnisse hier live.',
    setup: 'Einrichten',
  },
)

export function ProgressTab({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { id, status, rates, goals, pace_per_hour: pace, expected_end_at: endsAt, channel } = campaign
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
            <Metric name={t.pace} value={pace === null ? '–' : t.perHour(format.number(pace))} detail={t.paceDetail} />
            <Metric
              name={t.end}
              value={endsAt === null ? t.unknownEnd : <Time at={later(endsAt)} look="relative" />}
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
