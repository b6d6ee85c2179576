// A lead at the side: its data, its attempts with links to their calls, and changing or removing it.
import { useState } from 'react'
import { useAction, useRead } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm.tsx'
import { Dialog, say, sayError } from '../../../ui/overlays.tsx'
import { Facts } from '../../../ui/page.tsx'
import { Badge, Loaded } from '../../../ui/states.tsx'
import { Time } from '../../../ui/values.tsx'
import { leadLooks, wordTexts } from '../words.ts'
import { AttemptList } from './attempt-list.tsx'
import { EditLead } from './edit-lead.tsx'

const texts = textsOf(
  {
    title: 'Lead',
    waits: 'Waits',
    until: 'until',
    timeZone: 'Time zone',
    unknown: 'Not known',
    requested: 'Asked to be contacted',
    others: 'Further numbers',
    edit: 'Change',
    again: 'Contact again',
    remove: 'Remove',
    removeTitle: 'Remove the lead?',
    removeText: (number: string) => `${number} is removed from the campaign. Its calls and messages are kept.`,
  },
  {
    title: 'Lead',
    waits: 'Wartet',
    until: 'bis',
    timeZone: 'Zeitzone',
    unknown: 'Nicht bekannt',
    requested: 'Bat um Kontakt',
    others: 'Weitere Nummern',
    edit: 'Ändern',
    again: 'Erneut kontaktieren',
    remove: 'Entfernen',
    removeTitle: 'Lead entfernen?',
    removeText: (number: string) =>
      `${number} wird aus der Kampagne entfernt. Anrufe und Nachrichten bleiben erhalten.`,
  },
)

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
    <Dialog look="drawer" title={query.data?.phone_number ?? t.title} isOpen onClose={onClose}>
      <Loaded query={query}>
        {(lead) =>
          isEditing ? (
            <EditLead lead={lead} onDone={() => setEditing(false)} />
          ) : (
            <div className="flex flex-col gap-6">
              <Facts
                facts={[
                  [t.number, lead.phone_number],
                  [
                    t.status,
                    <Badge key="status" look={leadLooks[lead.status]}>
                      {words.leadStatuses[lead.status]}
                    </Badge>,
                  ],
                  ...(lead.waiting
                    ? [
                        [
                          t.waits,
                          <span key="waits">
                            {lead.waiting.message}{' '}
                            {lead.waiting.until && (
                              <>
                                ({t.until} <Time at={lead.waiting.until} />)
                              </>
                            )}
                          </span>,
                        ] as const,
                      ]
                    : []),
                  [t.timeZone, lead.timezone ?? t.unknown],
                  [t.requested, lead.requested ? t.yes : t.no],
                  ...(lead.secondary_contacts.length > 0
                    ? [[t.others, lead.secondary_contacts.map(({ phone_number }) => phone_number).join(', ')] as const]
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
                    text={t.removeText(lead.phone_number)}
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
