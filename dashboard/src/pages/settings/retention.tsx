// How many days each kind of data is kept, and what the latest run deleted.
import { useState } from 'react'
import { type InputOf, type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Confirm, say } from '../../ui/overlays.tsx'
import { Badge, Card, Loaded, Notice } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'

const texts = textsOf(
  {
    title: 'Retention',
    text: 'Older data is deleted automatically. An empty field keeps the data. The ledger is not affected.',
    days: 'days',
    daysOf: (name: string) => `${name}, in days`,
    keep: 'kept',
    maximum: (days: string) => `The installation keeps nothing longer than ${days} days.`,
    never: 'No run yet',
    deleted: { one: 'record deleted', other: 'records deleted' },
    left: { one: 'left', other: 'left' },
    confirmTitle: 'Delete older data?',
    confirmText: 'Data that is older than the new periods is deleted within the next hours, and cannot be restored.',
    confirm: 'Save and delete older data',
    saved: 'The retention was saved.',
    suspended: 'The clock of the database has jumped, so nothing is deleted until',
  },
  {
    title: 'Aufbewahrung',
    text: 'Ältere Daten werden automatisch gelöscht. Ein leeres Feld behält die Daten. Das Buchungsverzeichnis ist nicht betroffen.',
    days: 'Tage',
    daysOf: (name: string) => `${name}, in Tagen`,
    keep: 'behalten',
    maximum: (days: string) => `Die Installation bewahrt nichts länger als ${days} Tage auf.`,
    never: 'Noch kein Lauf',
    deleted: { one: 'Datensatz gelöscht', other: 'Datensätze gelöscht' },
    left: { one: 'übrig', other: 'übrig' },
    confirmTitle: 'Ältere Daten löschen?',
    confirmText:
      'Daten, die älter als die neuen Fristen sind, werden in den nächsten Stunden gelöscht und lassen sich nicht wiederherstellen.',
    confirm: 'Speichern und ältere Daten löschen',
    saved: 'Die Aufbewahrung wurde gespeichert.',
    suspended: 'Die Uhr der Datenbank ist gesprungen, deshalb wird nichts gelöscht bis',
  },
)

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
const retentionTexts = textsOf<Record<Kind, { name: string; text: string }>>(
  {
    calls: {
      name: 'Calls',
      text: 'Number, variables, recording, transcript and webhooks of ended calls. Their duration and cost remain.',
    },
    recordings: { name: 'Recordings', text: 'Recordings of ended calls.' },
    transcripts: { name: 'Transcripts', text: 'Transcripts, explanations and evaluations of ended calls.' },
    messages: {
      name: 'Messages',
      text: 'Conversations, messages of all channels with their files, and contacts without an opt-out.',
    },
    leads: {
      name: 'Leads',
      text: 'Leads that no longer wait, since their last change, and the numbers of attempts of campaigns.',
    },
    documents: { name: 'Documents', text: 'Documents of knowledge bases, since their last change.' },
    runs: { name: 'Runs of automations', text: 'Ended runs with their data.' },
    webhook_deliveries: {
      name: 'Webhook deliveries',
      text: 'Bodies and responses of webhook deliveries that do not wait.',
    },
    audit: { name: 'Audit log', text: 'Entries of the audit log.' },
  },
  {
    calls: {
      name: 'Anrufe',
      text: 'Nummer, Variablen, Aufzeichnung, Transkript und Webhooks beendeter Anrufe. Dauer und Kosten bleiben.',
    },
    recordings: { name: 'Aufzeichnungen', text: 'Aufzeichnungen beendeter Anrufe.' },
    transcripts: { name: 'Transkripte', text: 'Transkripte, Erklärungen und Bewertungen beendeter Anrufe.' },
    messages: {
      name: 'Nachrichten',
      text: 'Konversationen, Nachrichten aller Kanäle mit ihren Dateien und Kontakte ohne Widerspruch.',
    },
    leads: {
      name: 'Leads',
      text: 'Leads, die nicht mehr warten, seit ihrer letzten Änderung, und die Nummern der Versuche von Kampagnen.',
    },
    documents: { name: 'Dokumente', text: 'Dokumente von Wissensdatenbanken, seit ihrer letzten Änderung.' },
    runs: { name: 'Läufe von Automatisierungen', text: 'Beendete Läufe mit ihren Daten.' },
    webhook_deliveries: {
      name: 'Webhook-Zustellungen',
      text: 'Inhalte und Antworten von Webhook-Zustellungen, die nicht warten.',
    },
    audit: { name: 'Änderungsprotokoll', text: 'Einträge des Änderungsprotokolls.' },
  },
)
