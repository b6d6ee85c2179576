// Connected calendars, in which assistants find free times and book appointments.
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog, say, useConfirm } from '../../ui/overlays.tsx'
import { Button, Card, Empty, Loaded, Notice } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'

const texts = textsOf('developers', 'calendars')

export function Calendars() {
  const t = useTexts(texts)
  const may = useMay()
  const query = useRead('calendars', 'list')
  const [edited, setEdited] = useState<Calendar | 'new'>()
  const remove = useAction('calendars', 'delete', { onDone: () => say(t.removed) })
  const removal = useConfirm(remove, ({ id, owner }: Calendar) => ({
    title: t.removeTitle,
    text: t.removeText(owner),
    action: t.remove,
    input: { id },
  }))
  const connect = may('calendars', 'create') && (
    <Button look="primary" onPress={() => setEdited('new')}>
      {t.connect}
    </Button>
  )
  const close = () => setEdited(undefined)
  return (
    <>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={CalendarDays} title={t.empty} text={t.emptyText}>
                {connect}
              </Empty>
            </Card>
          ) : (
            <div className="flex flex-col gap-4">
              <div>{connect}</div>
              <div className="grid gap-4 lg:grid-cols-2">
                {data.map((calendar) => (
                  <CalendarCard
                    key={calendar.id}
                    calendar={calendar}
                    onEdit={() => setEdited(calendar)}
                    onRemove={() => removal.ask(calendar)}
                  />
                ))}
              </div>
            </div>
          )
        }
      </Loaded>
      <Dialog title={edited === 'new' ? t.connect : t.editTitle} isOpen={edited !== undefined} onClose={close}>
        {edited !== undefined && <CalendarForm calendar={edited === 'new' ? undefined : edited} onClose={close} />}
      </Dialog>
      {removal.dialog}
    </>
  )
}

function CalendarCard({ calendar, onEdit, onRemove }: { calendar: Calendar; onEdit(): void; onRemove(): void }) {
  const t = useTexts(texts)
  const may = useMay()
  const format = useFormats()
  const actions = may('calendars', 'update') && (
    <>
      <Button size="small" onPress={onEdit}>
        {t.edit}
      </Button>
      <Button size="small" look="danger" onPress={onRemove}>
        {t.remove}
      </Button>
    </>
  )
  return (
    <Card title={`${calendarProviders[calendar.provider]}: ${calendar.owner}`} actions={actions}>
      <Facts
        facts={[
          [t.server, calendar.server_url],
          [
            t.key,
            <span key="key" className="font-mono text-sm">
              {calendar.access_key}
            </span>,
          ],
          [t.updated, <Time key="time" at={calendar.updated_at} />],
        ]}
      />
      {calendar.unreadable && (
        <div className="mt-3">
          <Notice look="bad">{t.unreadable}</Notice>
        </div>
      )}
      <h3 className="mt-4 mb-1 font-medium">{t.events}</h3>
      {calendar.event_types.length === 0 && <p className="text-soft">{t.noEvents}</p>}
      <ul className="divide-y">
        {calendar.event_types.map(({ reference, name, duration_minutes: minutes }) => (
          <li key={reference} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <span className="min-w-0 grow break-words">{name}</span>
            <span className="text-sm text-soft">{format.count(t.minutes, minutes)}</span>
            <span className="w-full font-mono text-xs break-all text-soft">{reference}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const calendarFormTexts = textsOf('developers', 'calendarForm')

type Calendar = ReplyFrom<'calendars', 'list'>['data'][number]
type Provider = Calendar['provider']

const calendarProviders: Record<Provider, string> = { calcom: 'Cal.com', calendly: 'Calendly' }
const options = (Object.keys(calendarProviders) as Provider[]).map((value) => ({
  value,
  label: calendarProviders[value],
}))

/** Connects a calendar, or reads its event types again, with another key on request. */
export function CalendarForm({ calendar, onClose }: { calendar: Calendar | undefined; onClose(): void }) {
  const t = useTexts(calendarFormTexts)
  const { values, field } = useFields({
    provider: (calendar?.provider ?? 'calcom') as Provider,
    access_key: '',
    server_url: '',
  })
  const onDone = () => {
    say(t.done)
    onClose()
  }
  const create = useAction('calendars', 'create', { onDone })
  const update = useAction('calendars', 'update', { onDone })
  const action = calendar ? update : create
  const submit = () => {
    if (calendar) update.mutate({ id: calendar.id, ...(values.access_key !== '' && { access_key: values.access_key }) })
    else
      create.mutate({
        provider: values.provider,
        access_key: values.access_key,
        ...(values.server_url !== '' && { server_url: values.server_url }),
      })
  }
  return (
    <Form onSubmit={submit} action={action}>
      {!calendar && <Select {...field('provider')} label={t.provider} options={options} />}
      <TextField
        {...field('access_key')}
        type="password"
        autoComplete="off"
        label={calendar ? t.newKey : t.key}
        help={calendar ? t.newKeyHelp : t.keyHelp}
      />
      {!calendar && (
        <TextField
          {...field('server_url')}
          label={t.server}
          help={t.serverHelp}
          isMono
          placeholder={values.provider === 'calcom' ? 'https://api.cal.com' : 'https://api.calendly.com'}
        />
      )}
      <FormButtons submit={calendar ? t.update : t.connect} onCancel={onClose} />
    </Form>
  )
}
