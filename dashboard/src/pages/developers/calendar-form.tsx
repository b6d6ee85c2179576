// Connects a calendar, or reads its event types again, with another key on request.
import { useState } from 'react'
import { type ReplyFrom, useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'

const texts = textsOf(
  {
    provider: 'Provider',
    key: 'API key',
    keyHelp: 'An API key of Cal.com, or a personal access token of Calendly. It is stored encrypted.',
    newKey: 'New API key',
    newKeyHelp:
      'It must belong to the same owner. Leave the field empty to keep the present key and only read the event types again.',
    server: 'Address of the API',
    serverHelp: 'Only for a server of your own, such as a self-hosted Cal.com. Without the version.',
    connect: 'Connect',
    update: 'Update',
    done: 'The event types of the calendar were read.',
  },
  {
    provider: 'Anbieter',
    key: 'API-Schlüssel',
    keyHelp:
      'Ein API-Schlüssel von Cal.com oder ein persönliches Zugriffstoken von Calendly. Er wird verschlüsselt gespeichert.',
    newKey: 'Neuer API-Schlüssel',
    newKeyHelp:
      'Er muss demselben Eigentümer gehören. Lassen Sie das Feld leer, um den jetzigen Schlüssel zu behalten und nur die Terminarten neu zu lesen.',
    server: 'Adresse der API',
    serverHelp: 'Nur für einen eigenen Server, etwa ein selbst betriebenes Cal.com. Ohne die Version.',
    connect: 'Verbinden',
    update: 'Aktualisieren',
    done: 'Die Terminarten des Kalenders wurden gelesen.',
  },
)

export type Calendar = ReplyFrom<'calendars', 'list'>['data'][number]
type Provider = Calendar['provider']

export const calendarProviders: Record<Provider, string> = { calcom: 'Cal.com', calendly: 'Calendly' }
const options = (Object.keys(calendarProviders) as Provider[]).map((value) => ({
  value,
  label: calendarProviders[value],
}))

export function CalendarForm({ calendar, onClose }: { calendar: Calendar | undefined; onClose(): void }) {
  const t = useTexts(texts)
  const [provider, setProvider] = useState<Provider>(calendar?.provider ?? 'calcom')
  const [key, setKey] = useState('')
  const [server, setServer] = useState('')
  const onDone = () => {
    say(t.done)
    onClose()
  }
  const create = useAction('calendars', 'create', { onDone })
  const update = useAction('calendars', 'update', { onDone })
  const action = calendar ? update : create
  const submit = () => {
    if (action.isPending) return
    if (calendar) update.mutate({ id: calendar.id, ...(key !== '' && { access_key: key }) })
    else create.mutate({ provider, access_key: key, ...(server !== '' && { server_url: server }) })
  }
  return (
    <Form onSubmit={submit} error={action.error} fields={['provider', 'access_key', 'server_url']}>
      {!calendar && (
        <Select
          name="provider"
          label={t.provider}
          options={options}
          value={provider}
          onChange={(next) => setProvider(next)}
        />
      )}
      <TextField
        name="access_key"
        type="password"
        autoComplete="off"
        label={calendar ? t.newKey : t.key}
        help={calendar ? t.newKeyHelp : t.keyHelp}
        value={key}
        onChange={setKey}
      />
      {!calendar && (
        <TextField
          name="server_url"
          label={t.server}
          help={t.serverHelp}
          isMono
          value={server}
          onChange={setServer}
          placeholder={provider === 'calcom' ? 'https://api.cal.com' : 'https://api.calendly.com'}
        />
      )}
      <FormButtons submit={calendar ? t.update : t.connect} isPending={action.isPending} onCancel={onClose} />
    </Form>
  )
}
