// A lead at the side: its data, its attempts with links to their calls, and changing or removing it.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ServerText } from '../../../messages/server-text.tsx'
import { useMay } from '../../../session/session.tsx'
import { Checkbox, Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { ConfirmButton, Dialog, say, sayError } from '../../../ui/overlays.tsx'
import { Badge, Button, Loaded } from '../../../ui/page.tsx'
import { Code, Facts, Time } from '../../../ui/values.tsx'
import { groupOf } from '../counts.ts'
import { outcomeLooks } from '../outcomes.tsx'
import { leadLooks, numberText, wordTexts } from '../words.ts'
import { VariableFields } from './variable-fields.tsx'

const texts = textsOf('campaigns', 'leadDrawer')

const finalStatuses = ['completed', 'reached-max-retries', 'blacklisted']

export function LeadDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const may = useMay()
  const query = useRead('leads', 'get', { id })
  const [isEditing, setEditing] = useState(false)
  const again = useAction('leads', 'update', { changes: ['campaigns'], onDone: ({ message }) => say(message) })
  const remove = useAction('leads', 'delete', {
    changes: ['campaigns'],
    onDone: ({ message }) => {
      say(message)
      onClose()
    },
  })
  return (
    <Dialog look="drawer" title={query.data ? numberText(query.data) : t.title} isOpen onClose={onClose}>
      <Loaded query={query}>
        {(lead) =>
          isEditing ? (
            <EditLead lead={lead} onDone={() => setEditing(false)} />
          ) : (
            <div className="flex flex-col gap-6">
              <Facts
                facts={[
                  [t.number, numberText(lead)],
                  [
                    t.status,
                    <Badge key="status" look={leadLooks[lead.status]}>
                      {words.leadStatuses[lead.status]}
                    </Badge>,
                  ],
                  lead.waiting && [
                    t.waits,
                    <span key="waits">
                      <ServerText of={lead.waiting.message} />{' '}
                      {lead.waiting.until && (
                        <>
                          ({t.until} <Time at={lead.waiting.until} />)
                        </>
                      )}
                    </span>,
                  ],
                  [t.timeZone, lead.timezone ?? t.unknown],
                  [t.requested, lead.requested ? t.yes : t.no],
                  ...(lead.secondary_contacts.length > 0
                    ? [[t.others, lead.secondary_contacts.map(numberText).join(', ')] as const]
                    : []),
                  [t.added, <Time key="added" at={lead.created_at} />],
                ]}
              />
              {Object.keys(lead.variables).length > 0 && (
                <section>
                  <h3 className="pb-2 font-semibold">{t.variables}</h3>
                  <Facts facts={Object.entries(lead.variables)} />
                </section>
              )}
              <section>
                <h3 className="pb-2 font-semibold">{t.attempts}</h3>
                <AttemptList attempts={lead.history} />
              </section>
              <div className="flex flex-wrap gap-2 border-t pt-4">
                {may('leads', 'update') && <Button onPress={() => setEditing(true)}>{t.edit}</Button>}
                {may('leads', 'update') && finalStatuses.includes(lead.status) && (
                  <Button
                    isPending={again.isPending}
                    onPress={() => {
                      if (!again.isPending) again.mutate({ id, status: 'created' }, { onError: sayError })
                    }}
                  >
                    {t.again}
                  </Button>
                )}
                {may('leads', 'delete') && (
                  <ConfirmButton
                    title={t.removeTitle}
                    text={t.removeText(numberText(lead))}
                    action={t.remove}
                    mutation={remove}
                    input={{ id }}
                  />
                )}
              </div>
            </div>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const editLeadTexts = textsOf('campaigns', 'editLead')

const statuses = ['created', 'completed', 'reached-max-retries'] as const
type NewStatus = (typeof statuses)[number]

/** The form that changes a lead. */
function EditLead({ lead, onDone }: { lead: ReplyFrom<'leads', 'get'>; onDone(): void }) {
  const t = useTexts(editLeadTexts)
  const words = useTexts(wordTexts)
  const { values, field, toggle } = useFields({
    phone_number: numberText(lead),
    status: 'keep' as NewStatus | 'keep',
    timezone: lead.timezone ?? '',
    requested: lead.requested,
  })
  const [variables, setVariables] = useState(lead.variables)
  const update = useAction('leads', 'update', {
    changes: ['campaigns'],
    onDone: ({ message }) => {
      say(message)
      onDone()
    },
  })
  const submit = () =>
    update.mutate({
      id: lead.id,
      variables,
      requested: values.requested,
      timezone: values.timezone.trim() === '' ? null : values.timezone.trim(),
      ...(values.phone_number !== numberText(lead) && {
        phone_number: values.phone_number,
        ...(values.phone_number.trim() === lead.phone_number && { extension: null }),
      }),
      ...(values.status !== 'keep' && { status: values.status }),
    })
  return (
    <Form onSubmit={submit} action={update}>
      <TextField {...field('phone_number')} label={t.number} type="tel" autoFocus />
      <Select
        {...field('status')}
        label={t.status}
        help={t.statusHelp}
        options={[
          { value: 'keep' as NewStatus | 'keep', label: t.keep },
          ...statuses.map((value) => ({ value, label: words.leadStatuses[value] })),
        ]}
      />
      <TextField {...field('timezone')} label={t.timeZone} maxLength={64} />
      <Checkbox {...toggle('requested')} label={t.requested} />
      <VariableFields names={[]} values={variables} onChange={setVariables} />
      <FormButtons onCancel={onDone} />
    </Form>
  )
}

type Attempt = ReplyFrom<'leads', 'get'>['history'][number]

const attemptListTexts = textsOf('campaigns', 'attemptList')

/** The attempts to contact a lead: when, how, with which outcome, and why the person could be contacted. */
function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTexts(attemptListTexts)
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
