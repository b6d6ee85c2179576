// At which balances the account is alerted, and how.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge, Loaded, Notice } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'

const texts = textsOf(
  {
    title: 'Balance alerts',
    text: 'When a charge lets the balance fall below a threshold, each address gets a mail and the receiver a balance.low webhook, once until the balance has reached the threshold again. Amounts on hold are not spent yet and do not count.',
    thresholds: 'Thresholds in US dollars',
    threshold: (number: number) => `Threshold ${number}`,
    add: 'Add a threshold',
    remove: (value: string) => `Remove the threshold ${value}`,
    below: (value: string) => `The balance is below ${value}`,
    emails: 'Email addresses',
    emailsHelp: 'One address per line.',
    noMail: 'No mail server is configured, so no mails are sent. The operator of the installation can set one up.',
    webhook: 'Address of the webhook',
    saved: 'The balance alerts were saved.',
    none: 'There are no thresholds, so there are no alerts.',
  },
  {
    title: 'Guthabenwarnungen',
    text: 'Wenn das Guthaben durch eine Belastung unter eine Schwelle fällt, erhalten alle Adressen eine E-Mail und der Empfänger einen balance.low-Webhook, einmal, bis das Guthaben die Schwelle wieder erreicht hat. Vorgemerkte Beträge sind noch nicht verbraucht und zählen nicht.',
    thresholds: 'Schwellen in US-Dollar',
    threshold: (number: number) => `Schwelle ${number}`,
    add: 'Schwelle hinzufügen',
    remove: (value: string) => `Schwelle ${value} entfernen`,
    below: (value: string) => `Das Guthaben liegt unter ${value}`,
    emails: 'E-Mail-Adressen',
    emailsHelp: 'Eine Adresse pro Zeile.',
    noMail:
      'Es ist kein Mailserver eingerichtet, deshalb werden keine E-Mails gesendet. Der Betreiber der Installation kann einen einrichten.',
    webhook: 'Adresse des Webhooks',
    saved: 'Die Guthabenwarnungen wurden gespeichert.',
    none: 'Es gibt keine Schwellen und deshalb keine Warnungen.',
  },
)

type BalanceAlerts = ReplyFrom<'billing', 'getBalanceAlerts'>

export function Alerts() {
  const t = useTexts(texts)
  const query = useRead('billing', 'getBalanceAlerts')
  return (
    <Card title={t.title} className="max-w-3xl">
      <p className="mb-4 text-soft">{t.text}</p>
      <Loaded query={query}>{(alerts) => <AlertForm alerts={alerts} />}</Loaded>
    </Card>
  )
}

interface Threshold {
  key: number
  value: string
}

let lastKey = 0
const thresholdOf = (value: string): Threshold => ({ key: ++lastKey, value })

function AlertForm({ alerts }: { alerts: BalanceAlerts }) {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const [thresholds, setThresholds] = useState(() =>
    alerts.thresholds.map(({ threshold_usd: value }) => thresholdOf(String(value))),
  )
  const [emails, setEmails] = useState(alerts.emails.join('\n'))
  const [webhook, setWebhook] = useState(alerts.webhook_url ?? '')
  const action = useAction('billing', 'setBalanceAlerts', { onDone: () => say(t.saved) })
  const set = thresholds.filter(({ value }) => value.trim() !== '')
  const submit = () => {
    if (action.isPending) return
    action.mutate({
      thresholds_usd: set.map(({ value }) => Number(value)),
      emails: emails.split(/[\s,;]+/).filter((email) => email !== ''),
      webhook_url: webhook === '' ? null : webhook,
    })
  }
  const names = set.map((_, index) => `thresholds_usd.${index}`)
  const below = alerts.thresholds.filter(({ is_below: isBelow }) => isBelow)
  return (
    <Form onSubmit={submit} error={action.error} fields={[...names, 'emails', 'webhook_url']}>
      {below.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {below.map(({ threshold_usd: value, crossed_at: at }) => (
            <li key={value} className="flex items-center gap-2">
              <Badge look="warn">{t.below(format.money(value))}</Badge>
              {at !== null && <Time at={at} look="relative" />}
            </li>
          ))}
        </ul>
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">{t.thresholds}</legend>
        {thresholds.length === 0 && <p className="text-soft">{t.none}</p>}
        {thresholds.map(({ key, value }, index) => {
          const at = set.findIndex((each) => each.key === key)
          return (
            <div key={key} className="flex items-end gap-2">
              <TextField
                className="w-40"
                inputMode="decimal"
                label={t.threshold(index + 1)}
                {...(at >= 0 && { name: `thresholds_usd.${at}` })}
                value={value}
                onChange={(next) =>
                  setThresholds(thresholds.map((each) => (each.key === key ? { key, value: next } : each)))
                }
              />
              <IconButton
                label={t.remove(value)}
                onPress={() => setThresholds(thresholds.filter((each) => each.key !== key))}
              >
                <X aria-hidden size={16} />
              </IconButton>
            </div>
          )
        })}
        <div>
          <Button size="small" onPress={() => setThresholds([...thresholds, thresholdOf('')])}>
            <Plus aria-hidden size={15} />
            {t.add}
          </Button>
        </div>
      </fieldset>
      {!alerts.can_send_mail && <Notice look="warn">{t.noMail}</Notice>}
      <TextField name="emails" label={t.emails} help={t.emailsHelp} rows={3} value={emails} onChange={setEmails} />
      <TextField
        name="webhook_url"
        label={t.webhook}
        isMono
        placeholder="https://example.com/balance"
        value={webhook}
        onChange={setWebhook}
      />
      {may('billing', 'setBalanceAlerts') && <FormButtons isPending={action.isPending} />}
    </Form>
  )
}
