// The attempts to contact a lead: when, how, with which outcome, and why the person could be contacted.
import { Link } from '@tanstack/react-router'
import type { ReplyFrom } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Badge } from '../../../ui/states.tsx'
import { Code, Time } from '../../../ui/values.tsx'
import { groupOf } from '../counts.ts'
import { outcomeLooks } from '../outcomes.tsx'
import { wordTexts } from '../words.ts'

type Attempt = ReplyFrom<'leads', 'get'>['history'][number]

const texts = textsOf(
  {
    none: 'Not contacted yet.',
    running: 'In progress',
    call: 'Open the call',
    message: (id: number) => `Message ${id}`,
    goal: { true: 'Goal reached', false: 'Goal not reached' },
    decision: 'Why the person could be contacted',
  },
  {
    none: 'Noch nicht kontaktiert.',
    running: 'Läuft',
    call: 'Anruf öffnen',
    message: (id: number) => `Nachricht ${id}`,
    goal: { true: 'Ziel erreicht', false: 'Ziel nicht erreicht' },
    decision: 'Warum die Person kontaktiert werden durfte',
  },
)

export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  if (attempts.length === 0) return <p className="text-soft">{t.none}</p>
  return (
    <ol className="flex flex-col divide-y">
      {attempts.map((attempt) => {
        const { number, channel, phone_number, call_id, message_id, outcome, detail, goal_reached, decision } = attempt
        return (
          <li key={number} className="flex flex-col gap-1 py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">
                {number}. {words.ways[channel]}
              </span>
              {outcome === null ? (
                <Badge look="accent">{t.running}</Badge>
              ) : (
                <Badge look={outcomeLooks[groupOf(outcome)]}>{words.outcomes[outcome] ?? outcome}</Badge>
              )}
              {goal_reached !== null && (
                <Badge look={goal_reached ? 'good' : 'warn'}>{t.goal[`${goal_reached}`]}</Badge>
              )}
              <span className="ms-auto text-sm text-soft">
                <Time at={attempt.created_at} look="seconds" />
              </span>
            </p>
            {detail !== null && <p className="break-words text-sm text-soft">{detail}</p>}
            <p className="flex flex-wrap gap-x-4 text-sm">
              <span className="tabular-nums">{phone_number}</span>
              {call_id !== null && (
                <Link to="/calls/$id" params={{ id: String(call_id) }} className="text-accent underline">
                  {t.call}
                </Link>
              )}
              {message_id !== null && <span className="text-soft">{t.message(message_id)}</span>}
            </p>
            <details className="text-sm">
              <summary className="cursor-pointer text-soft">{t.decision}</summary>
              <Code label={t.decision} text={JSON.stringify(decision, null, 2)} />
            </details>
          </li>
        )
      })}
    </ol>
  )
}
