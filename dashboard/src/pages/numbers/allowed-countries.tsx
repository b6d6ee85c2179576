// Chooses the countries that may be called and sent SMS.
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, SearchField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { useCountries } from './countries.ts'

const texts = textsOf(
  {
    title: 'Countries that may be called and sent SMS',
    text: 'Calls, transfers and SMS to other countries are refused. Premium-rate, satellite and similar numbers are always refused. The default is the country of the account.',
    find: 'Find a country',
    list: 'Countries',
    count: { one: 'country is allowed', other: 'countries are allowed' },
    reset: 'Restore the default',
    saved: 'The countries were saved',
  },
  {
    title: 'Länder, die angerufen werden und SMS erhalten dürfen',
    text: 'Anrufe, Weiterleitungen und SMS in andere Länder werden abgelehnt. Mehrwert-, Satelliten- und ähnliche Nummern werden immer abgelehnt. Standard ist das Land des Kontos.',
    find: 'Land suchen',
    list: 'Länder',
    count: { one: 'Land ist erlaubt', other: 'Länder sind erlaubt' },
    reset: 'Standard wiederherstellen',
    saved: 'Die Länder wurden gespeichert',
  },
)

interface AllowedCountriesProps {
  allowed: readonly string[]
  isOpen: boolean
  onClose(): void
}

export function AllowedCountries(props: AllowedCountriesProps) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} isOpen={props.isOpen} onClose={props.onClose}>
      <CountryForm {...props} />
    </Dialog>
  )
}

function CountryForm({ allowed, onClose }: AllowedCountriesProps) {
  const t = useTexts(texts)
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
    <Form onSubmit={() => send([...chosen].sort())} error={save.error}>
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
