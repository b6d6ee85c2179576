// Usage: the balance, what was spent on what, every transaction, and the alerts of the balance.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { countSet } from '../../address/values.ts'
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { FilterComboBox, FilterSelect, FilterBar as Filters } from '../../ui/filters.tsx'
import { Loaded, Page } from '../../ui/page.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Alerts } from './alerts.tsx'
import { Ledger } from './ledger.tsx'
import { useNames } from './names.ts'
import { Overview } from './overview.tsx'
import { periodDays, useFilters, useSetSearch } from './period.ts'
import { Spending } from './spending.tsx'
import { channels, channelTexts, kinds, kindTexts } from './usage-texts.ts'

const texts = textsOf('usage', 'usage')

type TabId = 'overview' | 'transactions' | 'alerts'

export function Usage() {
  const t = useTexts(texts)
  const may = useMay()
  const { tab, ...filters } = useSearch({ from: '/usage' })
  const navigate = useNavigate()
  /** Without dates, the reply ends with the current day of the account. */
  const query = useRead('billing', 'getUsage', { group_by: 'channel' })
  return (
    <Page title={t.title} {...(query.data && { text: t.zone(query.data.time_zone) })}>
      <Loaded query={query}>
        {({ date_to: today, balance }) => {
          const tabs: TabOf<TabId>[] = [
            {
              id: 'overview',
              label: t.overview,
              content: (
                <div className="flex flex-col gap-5">
                  <Spending today={today} balance={balance} />
                  <FilterBar today={today} />
                  <Overview today={today} />
                </div>
              ),
            },
            {
              id: 'transactions',
              label: t.transactions,
              content: (
                <div className="flex flex-col gap-5">
                  <FilterBar today={today} hasKind />
                  <Ledger today={today} />
                </div>
              ),
            },
          ]
          if (may('billing', 'getBalanceAlerts')) tabs.push({ id: 'alerts', label: t.alerts, content: <Alerts /> })
          return (
            <Tabs
              label={t.parts}
              tabs={tabs}
              selected={tab}
              onSelect={(id) => void navigate({ to: '/usage', search: { ...filters, tab: id } })}
            />
          )
        }}
      </Loaded>
    </Page>
  )
}

const filterBarTexts = textsOf('usage', 'filterBar')

/** The period and the filters of usage and transactions. */
function FilterBar({ today, hasKind = false }: { today: string; hasKind?: boolean }) {
  const t = useTexts(filterBarTexts)
  const format = useFormats()
  const channelNames = useTexts(channelTexts)
  const kindNames = useTexts(kindTexts)
  const names = useNames()
  const filters = useFilters(today)
  const { channel, assistant, campaign } = filters
  const { kind } = useSearch({ from: '/usage' })
  const set = useSetSearch()
  const listOf = (map: ReadonlyMap<number, string>) => [...map].map(([value, label]) => ({ value, label }))
  return (
    <Filters
      count={countSet({ channel, assistant, campaign, kind: hasKind ? kind : undefined })}
      onClear={() => set({ channel: undefined, assistant: undefined, campaign: undefined, kind: undefined })}
    >
      <Select
        label={t.period}
        value={filters.days === undefined ? 'custom' : String(filters.days)}
        options={[
          ...periodDays.map((days) => ({ value: String(days), label: t.days(format.number(days)) })),
          { value: 'custom', label: t.custom },
        ]}
        onChange={(value: string) =>
          value === 'custom'
            ? set({ days: undefined, from: filters.from, to: filters.to })
            : set({ days: Number(value), from: undefined, to: undefined })
        }
      />
      {filters.days === undefined && (
        <>
          <TextField
            type="date"
            label={t.from}
            value={filters.from}
            onChange={(from) => from !== '' && set({ from })}
          />
          <TextField type="date" label={t.to} value={filters.to} onChange={(to) => to !== '' && set({ to })} />
        </>
      )}
      {hasKind && (
        <FilterSelect<string>
          label={t.kind}
          value={kind}
          options={kinds.map((value) => ({ value, label: kindNames[value] }))}
          onChange={(value) => set({ kind: value })}
        />
      )}
      <FilterSelect<string>
        label={t.channel}
        value={filters.channel}
        options={channels.map((value) => ({ value, label: channelNames[value] }))}
        onChange={(channel) => set({ channel })}
      />
      <FilterComboBox
        label={t.assistant}
        value={filters.assistant}
        options={listOf(names.assistants)}
        onChange={(assistant) => set({ assistant })}
      />
      {names.campaigns.size > 0 && (
        <FilterComboBox
          label={t.campaign}
          value={filters.campaign}
          options={listOf(names.campaigns)}
          onChange={(campaign) => set({ campaign })}
        />
      )}
    </Filters>
  )
}
