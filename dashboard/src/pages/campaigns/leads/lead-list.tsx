// The leads of a campaign: found by status and number, of any count, each with its outcome and what it waits for.
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useRows } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { DelayedSearch, FilterSelect } from '../../../ui/filters.tsx'
import { Badge, Empty, LinkButton } from '../../../ui/page.tsx'
import { type Column, TableCard } from '../../../ui/table.tsx'
import { Time } from '../../../ui/values.tsx'
import { groupOf } from '../counts.ts'
import { outcomeLooks } from '../outcomes.tsx'
import { leadStatuses } from '../search.ts'
import { type CampaignRecord, type LeadRecord, leadLooks, numberText, wordTexts } from '../words.ts'
import { AddLead } from './add-lead.tsx'
import { ExportLeads } from './export-leads.tsx'

const texts = textsOf('campaigns', 'leadList')

const route = getRouteApi('/campaigns/$id')

export function LeadList({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const { messageOf } = useMessages()
  const words = useTexts(wordTexts)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { status, number } = search
  const rows = useRows('leads', 'list', {
    campaign_id: campaign.id,
    ...(status !== undefined && { status }),
    ...(number !== undefined && { phone_number: number }),
  })
  const columns: Column<LeadRecord>[] = [
    { name: t.number, width: 'minmax(8.5rem,2fr)', cell: numberText },
    {
      name: t.variables,
      width: 'minmax(7rem,3fr)',
      isExtra: true,
      cell: ({ variables }) => {
        const text = Object.entries(variables)
          .map(([name, value]) => `${name}: ${value}`)
          .join(' · ')
        return (
          <span title={text} className="text-soft">
            {Object.values(variables).filter(Boolean).join(' · ')}
          </span>
        )
      },
    },
    {
      name: t.status,
      width: 'minmax(7.5rem,1fr)',
      cell: (lead) => <Badge look={leadLooks[lead.status]}>{words.leadStatuses[lead.status]}</Badge>,
    },
    {
      name: t.outcome,
      width: 'minmax(8rem,2fr)',
      isExtra: true,
      cell: ({ outcome }) =>
        outcome && <Badge look={outcomeLooks[groupOf(outcome)]}>{words.outcomes[outcome] ?? outcome}</Badge>,
    },
    { name: t.attempts, width: '5rem', isNumber: true, isExtra: true, cell: ({ attempts }) => attempts },
    {
      name: t.waits,
      width: 'minmax(7rem,2fr)',
      isExtra: true,
      cell: ({ waiting }) => waiting && <span title={messageOf(waiting.message)}>{messageOf(waiting.message)}</span>,
    },
    { name: t.changed, width: '12.5rem', isBelow: true, cell: (lead) => <Time at={lead.updated_at} /> },
  ]
  const isFiltered = status !== undefined || number !== undefined
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <DelayedSearch
          className="w-64"
          label={t.search}
          value={number ?? ''}
          onChange={(next) =>
            void navigate({ search: { ...search, number: next.slice(0, 32) || undefined }, replace: true })
          }
        />
        <FilterSelect
          className="w-48"
          label={t.status}
          options={leadStatuses.map((value) => ({ value, label: words.leadStatuses[value] }))}
          value={status}
          onChange={(next) => void navigate({ search: { ...search, status: next } })}
        />
        <span className="ms-auto flex flex-wrap items-center gap-2">
          <ExportLeads campaign={campaign} />
          <AddLead campaign={campaign} />
        </span>
      </div>
      <TableCard
        label={t.label}
        columns={columns}
        rows={rows}
        linkOf={({ id }) => ({
          to: '/campaigns/$id',
          params: { id: String(campaign.id) },
          search: { ...search, lead: id },
        })}
        empty={
          <Empty icon={Users} title={isFiltered ? t.noMatch : t.none} text={isFiltered ? t.noMatchText : t.noneText}>
            <LinkButton
              to="/campaigns/$id"
              params={{ id: String(campaign.id) }}
              search={{ tab: isFiltered ? 'leads' : 'setup' }}
            >
              {isFiltered ? t.everything : t.import}
            </LinkButton>
          </Empty>
        }
      />
    </div>
  )
}
