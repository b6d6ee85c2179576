// The account as the API shows it: its name and id, its balance, its time zone, and its limits for calls.
import { useMemo } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats, useLocale, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { Card, Loaded } from '../../ui/page.tsx'
import { CopyButton, Facts } from '../../ui/values.tsx'
import { AccountForm } from './account-form.tsx'

const texts = textsOf('settings', 'accountFacts')

export function AccountFacts() {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const { account, accounts } = useSession()
  const me = useRead('accounts', 'me')
  const usage = useRead('billing', 'getUsage', { group_by: 'channel' }, { isEnabled: may('billing', 'getUsage') })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {may('accounts', 'update') && <AccountForm />}
      <Card title={t.title}>
        <Loaded query={me}>
          {({ name, email }) => (
            <Facts
              facts={[
                [t.name, name],
                [
                  t.id,
                  <span key="id" className="inline-flex items-center gap-1 font-mono">
                    {account.id}
                    <CopyButton text={String(account.id)} label={t.copyId} />
                  </span>,
                ],
                [t.email, email],
                ...(usage.data
                  ? ([
                      [t.balance, format.money(usage.data.balance.usd)],
                      [t.zone, usage.data.time_zone],
                    ] as const)
                  : []),
              ]}
            />
          )}
        </Loaded>
      </Card>
      {may('phoneNumbers', 'getCallingLimits') && <Limits />}
      {accounts.length > 1 && (
        <Card title={t.accounts}>
          <p className="mb-2 text-soft">{t.accountsText}</p>
          <ul className="divide-y">
            {accounts.map(({ id, name }) => (
              <li key={id} className="py-1.5 break-words">
                {name}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function Limits() {
  const t = useTexts(texts)
  const format = useFormats()
  const { locale } = useLocale()
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'region' }), [locale])
  const query = useRead('phoneNumbers', 'getCallingLimits')
  return (
    <Card title={t.limits}>
      <p className="mb-3 text-soft">{t.limitsText}</p>
      <Loaded query={query}>
        {({ data }) => (
          <Facts
            facts={[
              [t.countries, data.allowed_countries.map((code) => names.of(code)).join(', ') || t.noCountries],
              [t.concurrent, format.number(data.concurrent_calls)],
              [t.minute, format.number(data.calls_per_minute)],
              [t.toNumber, format.number(data.calls_per_hour_to_number)],
              [t.toPrefix, format.number(data.calls_per_hour_to_prefix)],
              [t.hour, format.money(data.spend_per_hour_usd)],
              [t.day, format.money(data.spend_per_day_usd)],
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}
