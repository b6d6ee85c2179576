// How many days each kind of data is kept, and what the latest run deleted.
import { useState } from 'react'
import { type InputOf, type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Confirm, say } from '../../ui/overlays.tsx'
import { Badge, Card, Loaded, Notice } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'

const texts = textsOf('settings', 'retention')

type Reply = ReplyFrom<'privacy', 'getRetention'>
type Rule = Reply['data'][number]
type Kind = Rule['kind']

export function Retention() {
  const t = useTexts(texts)
  const query = useRead('privacy', 'getRetention')
  return (
    <Card title={t.title}>
      <p className="mb-3 text-soft">{t.text}</p>
      <Loaded query={query}>{(reply) => <RetentionForm reply={reply} />}</Loaded>
    </Card>
  )
}

function RetentionForm({ reply: { data: rules, suspended_until: suspendedUntil } }: { reply: Reply }) {
  const t = useTexts(texts)
  const may = useMay()
  const [entered, setEntered] = useState<Partial<Record<Kind, string>>>({})
  const [isAsking, setAsking] = useState(false)
  const action = useAction('privacy', 'setRetention', {
    onDone: () => {
      setEntered({})
      say(t.saved)
    },
  })
  const enteredOf = ({ kind, days }: Rule) => entered[kind] ?? (days === null ? '' : String(days))
  const changed = rules.filter((rule) => enteredOf(rule) !== (rule.days === null ? '' : String(rule.days)))
  const daysOf = (rule: Rule) => (enteredOf(rule).trim() === '' ? null : Number(enteredOf(rule)))
  const isShorter = (rule: Rule) => {
    const days = daysOf(rule)
    return days !== null && (rule.days === null || days < rule.days)
  }
  const save = () => {
    setAsking(false)
    action.mutate(
      Object.fromEntries(changed.map((rule) => [rule.kind, daysOf(rule)])) as InputOf<'privacy', 'setRetention'>,
    )
  }
  const submit = () => (changed.some(isShorter) ? setAsking(true) : save())
  const isEditable = may('privacy', 'setRetention')
  return (
    <Form onSubmit={submit} action={action}>
      {suspendedUntil !== null && (
        <Notice look="warn">
          {t.suspended} <Time at={suspendedUntil} />
        </Notice>
      )}
      <ul className="divide-y">
        {rules.map((rule) => (
          <RuleRow
            key={rule.kind}
            rule={rule}
            value={enteredOf(rule)}
            isEditable={isEditable}
            onChange={(value) => setEntered({ ...entered, [rule.kind]: value })}
          />
        ))}
      </ul>
      {isEditable && <FormButtons isDisabled={changed.length === 0} />}
      <Confirm
        title={t.confirmTitle}
        text={t.confirmText}
        action={t.confirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={save}
      />
    </Form>
  )
}

interface RuleRowProps {
  rule: Rule
  value: string
  isEditable: boolean
  onChange(value: string): void
}

function RuleRow({ rule, value, isEditable, onChange }: RuleRowProps) {
  const t = useTexts(texts)
  const kinds = useTexts(retentionTexts)
  const format = useFormats()
  const { name, text } = kinds[rule.kind]
  const { last_run: run, maximum_days: maximum } = rule
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-sm text-soft">
          {text} {maximum !== null && t.maximum(format.number(maximum))}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          {rule.is_running && <Badge look="accent">{t.running}</Badge>}
          {run === null ? (
            t.never
          ) : (
            <>
              <Time at={run.finished_at} look="relative" />
              <span>
                {format.count(t.deleted, run.deleted)}
                {run.remaining > 0 && `, ${format.count(t.left, run.remaining)}`}
              </span>
            </>
          )}
        </p>
      </div>
      {isEditable ? (
        <div className="flex items-start gap-2 [&_label]:sr-only">
          <TextField
            name={rule.kind}
            className="grow"
            inputMode="numeric"
            label={t.daysOf(name)}
            placeholder={t.keep}
            value={value}
            onChange={onChange}
          />
          <span aria-hidden className="pt-1.5 text-soft">
            {t.days}
          </span>
        </div>
      ) : (
        <p className="sm:text-end">{rule.days === null ? t.keep : `${format.number(rule.days)} ${t.days}`}</p>
      )}
    </li>
  )
}

/** The kinds of data with a retention, and what is deleted of each. */
const retentionTexts = textsOf('settings', 'retentionKinds')
