// Chooses how long a conversation is snoozed.
import { useContext, useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { instantOf } from '../../i18n/instant.ts'
import { TimeZoneContext, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { conversationTexts } from './conversation-texts.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** As a field for a local date and time expects it, in the time zone of the account. */
const localOf = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time).replace(' ', 'T')

const timeOf = (local: string, timeZone: string): Date => instantOf(`${local.replace('T', ' ')}:00`, timeZone)

function presetsOf(now: Date, timeZone: string) {
  const atNine = (daysAhead: number): Date =>
    timeOf(`${localOf(new Date(now.getTime() + daysAhead * dayMs), timeZone).slice(0, 10)}T09:00`, timeZone)
  const weekday = new Date(`${localOf(now, timeZone).slice(0, 10)}T00:00Z`).getUTCDay()
  return [
    ['inHour', new Date(now.getTime() + hourMs)],
    ['inThreeHours', new Date(now.getTime() + 3 * hourMs)],
    ['tomorrow', atNine(1)],
    // Sunday is 0, and the next Monday is never today.
    ['nextWeek', atNine((8 - weekday) % 7 || 7)],
  ] as const
}

export function SnoozeDialog({ uuid, isOpen, onClose }: { uuid: string; isOpen: boolean; onClose(): void }) {
  const t = useTexts(conversationTexts)
  return (
    <Dialog title={t.snooze} isOpen={isOpen} onClose={onClose}>
      <Choices uuid={uuid} onClose={onClose} />
    </Dialog>
  )
}

function Choices({ uuid, onClose }: { uuid: string; onClose(): void }) {
  const t = useTexts(conversationTexts)
  const format = useFormats()
  const timeZone = useContext(TimeZoneContext)
  const [now] = useState(() => new Date())
  const [other, setOther] = useState(() => localOf(new Date(now.getTime() + 2 * dayMs), timeZone))
  const snooze = useAction('conversations', 'snooze')
  const until = (time: Date) => {
    if (snooze.isPending || Number.isNaN(time.getTime())) return
    snooze.mutate(
      { uuid, until: time.toISOString() },
      {
        onSuccess: () => {
          say(t.snoozedUntil(format.dateTime(time.toISOString())))
          onClose()
        },
      },
    )
  }
  return (
    <Form onSubmit={() => until(timeOf(other, timeZone))} error={snooze.error} fields={['until']}>
      <p className="text-soft">{t.snoozeHelp}</p>
      <ul className="flex flex-col gap-1">
        {presetsOf(now, timeZone).map(([name, time]) => (
          <li key={name}>
            <Button className="w-full !justify-between" onPress={() => until(time)}>
              {t[name]}
              <span className="text-sm font-normal text-soft">{format.dateTime(time.toISOString())}</span>
            </Button>
          </li>
        ))}
      </ul>
      <TextField label={t.until} name="until" type={'datetime-local' as 'text'} value={other} onChange={setOther} />
      <FormButtons submit={t.snoozeUntil} isPending={snooze.isPending} />
    </Form>
  )
}
