// The leads of a campaign: found by status and number, of any count, each with its outcome and what it waits for.
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { countSet } from '../../../address/values.ts'
import { useRows } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { DelayedSearch, FilterSelect } from '../../../ui/filters.tsx'
import { List } from '../../../ui/list.tsx'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import type { Column } from '../../../ui/table.tsx'
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
  const set = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true })
  return (
    <List
      title={t.label}
      actions={
        <>
          <ExportLeads campaign={campaign} />
          <AddLead campaign={campaign} />
        </>
      }
      columns={columns}
      rows={rows}
      linkOf={({ id }) => ({
        to: '/campaigns/$id',
        params: { id: String(campaign.id) },
        search: { ...search, lead: id },
      })}
      filters={{
        count: countSet({ status, number }),
        onClear: () => set({ status: undefined, number: undefined }),
        children: (
          <>
            <DelayedSearch
              className="col-span-2"
              label={t.search}
              value={number ?? ''}
              onChange={(next) => set({ number: next.slice(0, 32) || undefined })}
            />
            <FilterSelect
              label={t.status}
              options={leadStatuses.map((value) => ({ value, label: words.leadStatuses[value] }))}
              value={status}
              onChange={(next) => set({ status: next })}
            />
          </>
        ),
      }}
      noMatchText={t.noMatchText}
      empty={{
        icon: Users,
        title: t.none,
        text: t.noneText,
        action: (
          <LinkButton to="/campaigns/$id" params={{ id: String(campaign.id) }} search={{ tab: 'setup' }}>
            {t.import}
          </LinkButton>
        ),
      }}
    />
  )
}
