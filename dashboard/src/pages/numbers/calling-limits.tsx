// The limits for outgoing calls, and the countries that may be called.
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Checkbox, SearchField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Badge, Button, Card, Loaded } from '../../ui/page.tsx'
import { useCountries } from './countries.ts'

const texts = textsOf('numbers', 'callingLimits')

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

const allowedCountriesTexts = textsOf('numbers', 'allowedCountries')

interface AllowedCountriesProps {
  allowed: readonly string[]
  isOpen: boolean
  onClose(): void
}

/** Chooses the countries that may be called and sent SMS. */
function AllowedCountries(props: AllowedCountriesProps) {
  const t = useTexts(allowedCountriesTexts)
  return (
    <Dialog title={t.title} isOpen={props.isOpen} onClose={props.onClose}>
      <CountryForm {...props} />
    </Dialog>
  )
}

function CountryForm({ allowed, onClose }: AllowedCountriesProps) {
  const t = useTexts(allowedCountriesTexts)
  const format = useFormats()
  const { all } = useCountries()
  const [chosen, setChosen] = useState(() => new Set(allowed))
  const [wanted, setWanted] = useState('')
  const save = useAction('phoneNumbers', 'setCallingLimits', {
    onDone: () => {
      onClose()
      say(t.saved)
    },
  })
  const send = (countries: string[] | null) => save.isPending || save.mutate({ allowed_countries: countries })
  const toggle = (code: string, isSelected: boolean) => {
    const next = new Set(chosen)
    if (isSelected) next.add(code)
    else next.delete(code)
    setChosen(next)
  }
  const text = wanted.trim().toLowerCase()
  const found = all.filter(({ code, name }) => code.toLowerCase() === text || name.toLowerCase().includes(text))
  const first = new Set(allowed)
  const sorted = found.toSorted((a, b) => Number(first.has(b.code)) - Number(first.has(a.code)))
  return (
    <Form onSubmit={() => send([...chosen].sort())} action={save}>
      <p className="text-soft">{t.text}</p>
      <SearchField label={t.find} value={wanted} onChange={setWanted} />
      <div
        role="group"
        aria-label={t.list}
        tabIndex={0}
        className="flex h-64 flex-col gap-2 overflow-auto rounded-lg border p-3"
      >
        {sorted.map(({ code, name }) => (
          <Checkbox
            key={code}
            label={`${name} (${code})`}
            isSelected={chosen.has(code)}
            onChange={(isSelected) => toggle(code, isSelected)}
          />
        ))}
      </div>
      <p role="status" className="text-sm text-soft">
        {format.count(t.count, chosen.size)}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onPress={() => send(null)}>{t.reset}</Button>
        <Button type="submit" look="primary" isPending={save.isPending}>
          {t.save}
        </Button>
      </div>
    </Form>
  )
}
