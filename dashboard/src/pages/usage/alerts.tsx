// At which balances the account is alerted, and how.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Badge, Button, Card, IconButton, Loaded, Notice } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'

const texts = textsOf('usage', 'alerts')

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
  const { values, field } = useFields({ emails: alerts.emails.join('\n'), webhook_url: alerts.webhook_url ?? '' })
  const action = useAction('billing', 'setBalanceAlerts', { onDone: () => say(t.saved) })
  const set = thresholds.filter(({ value }) => value.trim() !== '')
  const submit = () =>
    action.mutate({
      thresholds_usd: set.map(({ value }) => Number(value)),
      emails: values.emails.split(/[\s,;]+/).filter((email) => email !== ''),
      webhook_url: values.webhook_url === '' ? null : values.webhook_url,
    })
  const below = alerts.thresholds.filter(({ is_below: isBelow }) => isBelow)
  return (
    <Form onSubmit={submit} action={action}>
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
                icon={X}
                label={t.remove(value)}
                onPress={() => setThresholds(thresholds.filter((each) => each.key !== key))}
              />
            </div>
          )
        })}
        <div>
          <Button icon={Plus} size="small" onPress={() => setThresholds([...thresholds, thresholdOf('')])}>
            {t.add}
          </Button>
        </div>
      </fieldset>
      {!alerts.can_send_mail && <Notice look="warn">{t.noMail}</Notice>}
      <TextField {...field('emails')} label={t.emails} help={t.emailsHelp} rows={3} />
      <TextField {...field('webhook_url')} label={t.webhook} isMono placeholder="https://example.com/balance" />
      {may('billing', 'setBalanceAlerts') && <FormButtons />}
    </Form>
  )
}
