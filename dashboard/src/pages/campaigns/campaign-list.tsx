// The list of campaigns, with their progress, outcomes, pace and next window.
import { Megaphone } from 'lucide-react'
import { rowsOf } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge, Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { DeleteCampaign, StartOrPause } from './actions.tsx'
import { LeadProgress } from './lead-progress.tsx'
import { OutcomeBar, useOutcomeText } from './outcomes.tsx'
import { type CampaignRecord, statusLooks, wordTexts } from './words.ts'

const texts = textsOf(
  {
    label: 'Campaigns',
    leads: 'Leads',
    outcomes: 'Outcomes',
    pace: 'Pace',
    perHour: (count: string) => `${count}/h`,
    next: 'Continues',
    now: 'Now',
    none: 'No campaigns yet',
    explanation:
      'Import a list of people, see who would be contacted and who would be skipped, then start. Progress and outcomes appear here live.',
    create: 'New campaign',
  },
  {
    label: 'Kampagnen',
    leads: 'Leads',
    outcomes: 'Ergebnisse',
    pace: 'Tempo',
    perHour: (count: string) => `${count}/h`,
    next: 'Geht weiter',
    now: 'Jetzt',
    none: 'Noch keine Kampagnen',
    explanation:
      'Importieren Sie eine Liste von Personen, sehen Sie, wer kontaktiert und wer übersprungen würde, und starten Sie dann. Fortschritt und Ergebnisse erscheinen hier live.',
    create: 'Neue Kampagne',
  },
)

export function CampaignList({ onCreate }: { onCreate?: () => void }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const format = useFormats()
  const outcomeText = useOutcomeText()
  const campaigns = useRead('campaigns', 'list')
  const assistants = useRead('assistants', 'listAll', {})
  const assistantName = (id: number | null): string => assistants.data?.find((each) => each.id === id)?.name ?? ''
  const columns: Column<CampaignRecord>[] = [
    {
      id: 'name',
      name: t.name,
      width: 'minmax(8rem,4fr)',
      cell: ({ name, channel, assistant_id }) => (
        <span title={name} className="block leading-tight">
          <span className="block truncate">{name}</span>
          <span className="block truncate text-xs font-normal text-soft">
            {[words.channels[channel], assistantName(assistant_id)].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'status',
      name: t.status,
      width: '6.5rem',
      cell: ({ status }) => <Badge look={statusLooks[status]}>{words.statuses[status]}</Badge>,
    },
    {
      id: 'leads',
      name: t.leads,
      width: '7.5rem',
      isExtra: true,
      cell: ({ leads }) => <LeadProgress leads={leads} isShort />,
    },
    {
      id: 'outcomes',
      name: t.outcomes,
      width: 'minmax(6rem,3fr)',
      isExtra: true,
      cell: ({ attempts }) => {
        const text = outcomeText(attempts)
        return (
          <span title={text} className="block">
            <OutcomeBar counts={attempts} className="mb-0.5 !h-1.5" />
            <span className="block truncate text-xs text-soft">{text || '–'}</span>
          </span>
        )
      },
    },
    {
      id: 'pace',
      name: t.pace,
      width: '4rem',
      isNumber: true,
      isExtra: true,
      cell: ({ pace_per_hour }) => (pace_per_hour === null ? '–' : t.perHour(format.number(pace_per_hour))),
    },
    {
      id: 'next',
      name: t.next,
      width: '7.5rem',
      isExtra: true,
      cell: ({ status, waiting }) =>
        waiting ? (
          <span title={waiting.message} className="text-sm">
            {waiting.until ? <Time at={waiting.until} look="relative" /> : waiting.message}
          </span>
        ) : status === 'in-progress' ? (
          t.now
        ) : (
          '–'
        ),
    },
    {
      id: 'actions',
      name: t.actions,
      width: '4.5rem',
      isExtra: true,
      cell: (campaign) => (
        <span className="relative z-[1] flex justify-end gap-1">
          <StartOrPause campaign={campaign} size="small" />
          <DeleteCampaign campaign={campaign} size="small" />
        </span>
      ),
    },
  ]
  return (
    <Card isFlush>
      <Loaded query={campaigns}>
        {(list) => (
          <Table
            label={t.label}
            columns={columns}
            rows={rowsOf(list)}
            linkOf={({ id }) => ({ to: '/campaigns/$id', params: { id: String(id) } })}
            empty={
              <Empty icon={<Megaphone aria-hidden />} title={t.none} text={t.explanation}>
                {onCreate && <Button onPress={onCreate}>{t.create}</Button>}
              </Empty>
            }
          />
        )}
      </Loaded>
    </Card>
  )
}
