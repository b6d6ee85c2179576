// The name, the time zone and the country of the account, which owners change.
import { queryClient, type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { afterSave, fieldValue, setField } from '../../ui/draft.ts'
import { ComboBox, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Card, Loaded } from '../../ui/page.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useCountries } from '../numbers/countries.ts'

const texts = textsOf('settings', 'accountForm')

export function AccountForm() {
  const t = useTexts(texts)
  const query = useRead('accounts', 'get')
  return (
    <Card title={t.title}>
      <Loaded query={query}>{(settings) => <SettingsForm settings={settings} />}</Loaded>
    </Card>
  )
}

const fields = ['name', 'time_zone', 'country'] as const
const zones = Intl.supportedValuesOf('timeZone')

function SettingsForm({ settings }: { settings: ReplyFrom<'accounts', 'get'> }) {
  const t = useTexts(texts)
  const countries = useCountries()
  const action = useAction('accounts', 'update', {
    onDone() {
      say(t.saved)
      // The API states most times in the time zone of the account.
      void queryClient.invalidateQueries()
    },
  })
  const [draft, setDraft] = useDraft(settings, fields, action.isPending)
  const known = [...new Set(['UTC', settings.time_zone, ...zones])]
  const { changes } = draft
  const submit = () =>
    action.mutate(changes, { onSuccess: (saved) => setDraft((now) => afterSave(now, changes, saved)) })
  const field = (name: (typeof fields)[number]) => ({
    name,
    value: fieldValue(draft, name),
    onChange: (value: string) => setDraft((now) => setField(now, name, value)),
  })
  return (
    <Form onSubmit={submit} action={action}>
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
      <FormButtons isDisabled={Object.keys(changes).length === 0 || fieldValue(draft, 'name').trim() === ''} />
    </Form>
  )
}
