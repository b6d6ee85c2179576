// The most important facts of a call, its links, and what can be done with it.
import { Link, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useAction } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { say } from '../../ui/overlays.tsx'
import { Badge } from '../../ui/states.tsx'
import { callWords, isOpen } from './call-words.ts'
import type { CallRecord, Explanation } from './lanes.ts'

const texts = textsOf(
  {
    website: 'Website',
    reason: 'Why it ended',
    answerer: 'Answered by',
    median: 'Time until the answer (median)',
    deletedCampaign: 'deleted',
    removeTitle: 'Delete this call?',
    removeText:
      'Its transcript, recording, variables, evaluation and webhook deliveries are erased for good. What it cost remains in the balance.',
  },
  {
    website: 'Website',
    reason: 'Grund des Endes',
    answerer: 'Angenommen von',
    median: 'Zeit bis zur Antwort (Median)',
    deletedCampaign: 'gelöscht',
    removeTitle: 'Diesen Anruf löschen?',
    removeText:
      'Transkript, Aufnahme, Variablen, Auswertung und Webhook-Zustellungen werden endgültig gelöscht. Die Kosten bleiben im Guthaben verbucht.',
  },
)

export function CallHead({ call, explanation }: { call: CallRecord; explanation: Explanation | undefined }) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const format = useFormats()
  const createdAt = explanation?.timeline[0]?.at
  const median = call.latency.heard_ms?.p50
  const link = 'text-accent underline underline-offset-2 break-words'
  const facts: [string, React.ReactNode][] = [
    [
      t.assistant,
      <Link key="assistant" to="/assistants/$id" params={{ id: String(call.assistant_id) }} className={link}>
        {call.assistant_name}
      </Link>,
    ],
  ]
  if (call.campaign_id !== null)
    facts.push([
      t.campaign,
      call.campaign_name === null ? (
        t.deletedCampaign
      ) : (
        <Link key="campaign" to="/campaigns/$id" params={{ id: String(call.campaign_id) }} className={link}>
          {call.campaign_name}
        </Link>
      ),
    ])
  facts.push([t.direction, words.type[call.type]])
  if (call.origin !== null)
    facts.push([
      t.website,
      <span key="website" className="break-all">
        {call.origin}
      </span>,
    ])
  facts.push([t.created, createdAt ? format.dateTime(createdAt) : format.dateTime(call.created_at)])
  if (!isOpen(call.status)) {
    facts.push([t.duration, format.duration(call.duration)], [t.cost, format.money(call.total_cost)])
    if (call.ended_reason) facts.push([t.reason, words.reason[call.ended_reason]])
    if (call.answerer) facts.push([t.answerer, words.answerer[call.answerer]])
    if (median !== undefined) facts.push([t.median, format.milliseconds(median)])
  }
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
      <dl className="grid min-w-0 grow grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-8">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {call.opted_out && <Badge look="warn">{words.optedOut[call.opted_out]}</Badge>}
    </div>
  )
}

export function DeleteCall({ id }: { id: number }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const remove = useAction('calls', 'delete', {
    onDone: ({ message }) => {
      say(message)
      void navigate({ to: '/calls' })
    },
  })
  if (!may('calls', 'delete')) return null
  return (
    <ConfirmButton
      title={t.removeTitle}
      text={t.removeText}
      action={t.remove}
      mutation={remove}
      input={{ id }}
      size="small"
    >
      <Trash2 aria-hidden size={15} />
    </ConfirmButton>
  )
}
