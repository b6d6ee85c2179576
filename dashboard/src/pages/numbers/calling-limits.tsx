// The limits for outgoing calls, and the countries that may be called.
import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge, Loaded } from '../../ui/states.tsx'
import { AllowedCountries } from './allowed-countries.tsx'
import { useCountries } from './countries.ts'

const texts = textsOf(
  {
    title: 'Limits for outgoing calls',
    text: 'They protect the account against fraud and mistakes. The operator of the installation can change the numbers.',
    countries: 'Countries that may be called and sent SMS',
    none: 'None: all calls and SMS are rejected.',
    change: 'Change the countries',
    concurrent: 'Calls at the same time',
    perMinute: 'Calls per minute',
    toNumber: 'Calls per hour to the same number',
    toPrefix: 'Calls per hour to numbers that differ in their last four digits only',
    perHour: 'Spend per hour',
    perDay: 'Spend per day',
  },
  {
    title: 'Grenzen für ausgehende Anrufe',
    text: 'Sie schützen das Konto vor Betrug und Fehlern. Der Betreiber der Installation kann die Zahlen ändern.',
    countries: 'Länder, die angerufen werden und SMS erhalten dürfen',
    none: 'Keine: Alle Anrufe und SMS werden abgelehnt.',
    change: 'Länder ändern',
    concurrent: 'Gleichzeitige Anrufe',
    perMinute: 'Anrufe pro Minute',
    toNumber: 'Anrufe pro Stunde an dieselbe Nummer',
    toPrefix: 'Anrufe pro Stunde an Nummern, die sich nur in den letzten vier Ziffern unterscheiden',
    perHour: 'Ausgaben pro Stunde',
    perDay: 'Ausgaben pro Tag',
  },
)

export function CallingLimits() {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const { nameOf } = useCountries()
  const [isChanging, setChanging] = useState(false)
  const query = useRead('phoneNumbers', 'getCallingLimits')
  return (
    <Card title={t.title}>
      <Loaded query={query}>
        {({ data }) => (
          <div className="flex flex-col gap-5">
            <p className="text-soft">{t.text}</p>
            <div className="flex flex-col gap-2">
              <h3 className="font-medium">{t.countries}</h3>
              <ul className="flex flex-wrap gap-1.5">
                {data.allowed_countries.map((code) => (
                  <li key={code}>
                    <Badge>{nameOf(code)}</Badge>
                  </li>
                ))}
              </ul>
              {data.allowed_countries.length === 0 && <p className="text-warn">{t.none}</p>}
              {may('phoneNumbers', 'setCallingLimits') && (
                <Button size="small" className="self-start" onPress={() => setChanging(true)}>
                  {t.change}
                </Button>
              )}
            </div>
            <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
              {[
                [t.concurrent, format.number(data.concurrent_calls)],
                [t.perMinute, format.number(data.calls_per_minute)],
                [t.toNumber, format.number(data.calls_per_hour_to_number)],
                [t.toPrefix, format.number(data.calls_per_hour_to_prefix)],
                [t.perHour, format.money(data.spend_per_hour_usd)],
                [t.perDay, format.money(data.spend_per_day_usd)],
              ].map(([name, value]) => (
                <div key={name} className="flex flex-col-reverse justify-end">
                  <dt className="text-sm text-soft">{name}</dt>
                  <dd className="text-xl font-semibold tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
            <AllowedCountries allowed={data.allowed_countries} isOpen={isChanging} onClose={() => setChanging(false)} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
