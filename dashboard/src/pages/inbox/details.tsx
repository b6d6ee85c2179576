// What is known about the customer of a conversation, and their other conversations.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ContactLink } from '../../panels/shared/contact-link.tsx'
import { useMay } from '../../session/session.tsx'
import { CopyButton, Time } from '../../ui/values.tsx'
import { listTexts } from './list-texts.ts'
import { Channel, Label, Owner } from './marks.tsx'
import { customerNameOf, type Detail, useInstants } from './records.ts'

const texts = textsOf('inbox', 'details')

export function Details({ conversation }: { conversation: Detail }) {
  const t = useTexts(texts)
  const of = useTexts(listTexts)
  const format = useFormats()
  const may = useMay()
  const instantOf = useInstants()
  const { customer_phone: phone, external_identifier: identifier, sender, assistant_id, assistant_name } = conversation
  return (
    <div className="flex flex-col gap-5 text-sm">
      <Section title={t.customer}>
        <p dir="auto" className="pb-1 text-base font-medium break-words">
          {customerNameOf(conversation) ?? of.unknownCustomer}
        </p>
        <Pairs
          pairs={[
            [t.phone, phone && <Copyable text={phone} label={t.copyPhone} />],
            [
              t.identifier,
              identifier && identifier !== phone && <Copyable text={identifier} label={t.copyIdentifier} />,
            ],
          ]}
        />
        {(phone || identifier) && <ContactLink address={(phone || identifier)!} />}
      </Section>
      <Section title={t.conversation}>
        <Pairs
          pairs={[
            [t.channel, <Channel key="channel" type={conversation.type} />],
            [t.owner, <Owner key="owner" owner={conversation.owner} />],
            [
              t.assistant,
              assistant_id !== null && may('assistants', 'get') ? (
                <Link
                  key="assistant"
                  to="/assistants/$id"
                  params={{ id: assistant_id }}
                  className="text-accent underline"
                >
                  {assistant_name ?? assistant_id}
                </Link>
              ) : (
                assistant_name
              ),
            ],
            [t.sender, sender && `${sender.name} · ${sender.phone}`],
            [
              t.labels,
              conversation.labels.length > 0 && (
                <span key="labels" className="flex flex-wrap gap-1">
                  {conversation.labels.map((label) => (
                    <Label key={label.id} label={label} />
                  ))}
                </span>
              ),
            ],
            [t.snoozed, conversation.snoozed_until && <Time at={instantOf(conversation.snoozed_until)} />],
            [t.begun, <Time key="begun" at={instantOf(conversation.created_at)} />],
            [t.ended, conversation.ended_at && <Time at={instantOf(conversation.ended_at)} />],
            [t.messages, format.number(conversation.message_count)],
            [t.cost, format.exactMoney(conversation.total_cost)],
          ]}
        />
      </Section>
      <Values title={t.variables} values={conversation.variables} />
      <Values title={t.extracted} values={conversation.extracted_variables ?? {}} />
      {(phone || identifier) && <Others conversation={conversation} />}
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="pb-1 font-semibold">{title}</h3>
    {children}
  </section>
)

const Pairs = ({ pairs }: { pairs: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="flex flex-col gap-1.5">
    {pairs
      .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
      .map(([name, value]) => (
        <div key={name} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
          <dt className="break-words text-soft">{name}</dt>
          <dd dir="auto" className="min-w-0 break-words">
            {value}
          </dd>
        </div>
      ))}
  </dl>
)

const Copyable = ({ text, label }: { text: string; label: string }) => (
  <span className="flex items-center gap-1">
    <span className="min-w-0 break-all">{text}</span>
    <CopyButton text={text} label={label} />
  </span>
)

function Values({ title, values }: { title: string; values: Readonly<Record<string, unknown>> }) {
  const pairs = Object.entries(values).map(([name, value]) => [name, value === null ? '–' : String(value)] as const)
  if (pairs.length === 0) return null
  return (
    <Section title={title}>
      <Pairs pairs={pairs} />
    </Section>
  )
}

function Others({ conversation }: { conversation: Detail }) {
  const t = useTexts(texts)
  const may = useMay()
  const { customer_phone: phone, external_identifier: identifier } = conversation
  const input = phone ? { customer_phone: phone } : { external_identifier: identifier! }
  // Viewers see masked values, which no filter finds.
  const isEnabled = may('conversations', 'setOwner')
  const found = useRead('conversations', 'list', { ...input, sort: 'activity', per_page: 10 }, { isEnabled })
  if (!isEnabled || !found.data) return null
  const others = found.data.data.filter(({ id }) => id !== conversation.id)
  return (
    <Section title={t.others}>
      {others.length === 0 && <p className="text-soft">{t.none}</p>}
      <ul className="flex flex-col gap-1">
        {others.map((other) => (
          <li key={other.id}>
            <Link
              from="/inbox"
              to="/inbox"
              search={(search) => ({ ...search, conversation: other.id })}
              preload={false}
              className="block rounded-lg border px-2.5 py-1.5 hover:bg-sunken"
            >
              <span className="flex justify-between gap-2 text-xs text-soft">
                <Channel type={other.type} />
                <Time at={other.last_activity_at} look="date" />
              </span>
              <span dir="auto" className="block truncate">
                {other.last_message?.content}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
