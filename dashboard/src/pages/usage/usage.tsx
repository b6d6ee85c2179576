// Usage: the balance, what was spent on what, every transaction, and the alerts of the balance.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Page, type TabOf, Tabs } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Alerts } from './alerts.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Ledger } from './ledger.tsx'
import { Overview } from './overview.tsx'
import { Spending } from './spending.tsx'

const texts = textsOf(
  {
    title: 'Usage',
    overview: 'Overview',
    transactions: 'Transactions',
    alerts: 'Balance alerts',
    zone: (zone: string) => `Days are in the time zone of the account, ${zone}.`,
  },
  {
    title: 'Verbrauch',
    overview: 'Übersicht',
    transactions: 'Buchungen',
    alerts: 'Guthabenwarnungen',
    zone: (zone: string) => `Tage gelten in der Zeitzone des Kontos, ${zone}.`,
  },
)

type TabId = 'overview' | 'transactions' | 'alerts'

export function Usage() {
  const t = useTexts(texts)
  const may = useMay()
  const { tab, ...filters } = useSearch({ from: '/usage' })
  const navigate = useNavigate()
  /** Without dates, the reply ends with the present day of the account. */
  const query = useRead('billing', 'getUsage', { group_by: 'channel' })
  return (
    <Page title={t.title} {...(query.data && { text: t.zone(query.data.time_zone) })}>
      <Loaded query={query}>
        {({ date_to: today, unit }) => {
          const tabs: TabOf<TabId>[] = [
            {
              id: 'overview',
              label: t.overview,
              content: (
                <div className="flex flex-col gap-5">
                  <Spending today={today} unit={unit} />
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
                  <Ledger today={today} unit={unit} />
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
