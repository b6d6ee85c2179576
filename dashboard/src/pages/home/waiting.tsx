// Conversations that wait for a person.
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { texts } from './texts.ts'

const shown = 6

export function Waiting() {
  const t = useTexts(texts)
  const query = useRead('conversations', 'list', { owner: 'nobody', sort: 'activity', snoozed: false, per_page: shown })
  return (
    <Card
      title={t.waiting}
      isFlush
      actions={
        <LinkButton to="/inbox" look="quiet" size="small">
          {t.openInbox}
        </LinkButton>
      }
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<Inbox aria-hidden />} title={t.noWaiting} text={t.noWaitingText} />
          ) : (
            <ul className="divide-y">
              {data.map((conversation) => (
                <li key={conversation.id} className="relative flex items-baseline gap-3 px-4 py-2.5 hover:bg-sunken">
                  <Link
                    to="/inbox"
                    search={{ conversation: conversation.id }}
                    className="min-w-0 grow truncate font-medium outline-accent after:absolute after:inset-0 focus-visible:after:outline-2"
                  >
                    {conversation.customer.name ??
                      conversation.customer_phone ??
                      conversation.external_identifier ??
                      conversation.id}
                  </Link>
                  <span className="shrink-0 text-sm text-soft">
                    <Time at={conversation.updated_at} look="relative" />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
