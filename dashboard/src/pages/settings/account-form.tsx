// The name, the time zone and the country of the account, which owners change.
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ComboBox, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Card, Loaded } from '../../ui/page.tsx'
import { useCountries } from '../numbers/countries.ts'

const texts = textsOf('settings', 'accountForm')

export function AccountForm() {
  const t = useTexts(texts)
  const query = useRead('accounts', 'get')
  return (
    <Card title={t.title}>
      <Loaded query={query}>{(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}</Loaded>
    </Card>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

function SettingsForm({ settings }: { settings: ReplyFrom<'accounts', 'get'> }) {
  const t = useTexts(texts)
  const countries = useCountries()
  const { values, field } = useFields(settings)
  const action = useAction('accounts', 'update', { changes: ['session'], onDone: () => say(t.saved) })
  const known = [...new Set(['UTC', settings.time_zone, ...zones])]
  const isChanged = JSON.stringify(values) !== JSON.stringify(settings)
  return (
    <Form onSubmit={() => action.mutate(values)} action={action}>
      <TextField {...field('name')} label={t.name} maxLength={255} />
      <ComboBox
        {...field('time_zone')}
        label={t.zone}
        help={t.zoneHelp}
        options={known.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
      <ComboBox
        {...field('country')}
        label={t.country}
        help={t.countryHelp}
        options={countries.all.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <FormButtons isDisabled={!isChanged || values.name.trim() === ''} />
    </Form>
  )
}
