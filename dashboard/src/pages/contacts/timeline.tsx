// What happened with a contact: calls, conversations and campaigns in one list, newest first.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, Megaphone, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Badge, Card, Loading } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { callWords, statusLooks } from '../calls/call-words.ts'
import { wordTexts } from '../campaigns/words.ts'
import { Channel } from '../inbox/marks.tsx'

const texts = textsOf('contacts', 'timeline')

interface Entry {
  key: string
  /** ISO 8601. */
  at: string
  icon: typeof MessageSquare
  title: string
  detail?: ReactNode
  badge?: ReactNode
  link: LinkProps
}

/** How many entries of each kind are read. */
const shown = 50

export function Timeline({ contactId }: { contactId: number }) {
  const t = useTexts(texts)
  const { entries, isLoading, isMore } = useEntries(contactId)
  return (
    <Card title={t.title} isFlush>
      {isLoading && entries.length === 0 && <Loading />}
      {!isLoading && entries.length === 0 && <p className="p-4 text-soft">{t.none}</p>}
      <ol className="divide-y">
        {entries.map(({ key, at, icon: Icon, title, detail, badge, link }) => (
          <li key={key} className="relative flex items-start gap-3 px-4 py-3 hover:bg-sunken">
            <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-soft" />
            <div className="min-w-0 grow">
              <Link
                {...link}
                className="block truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
              >
                {title}
              </Link>
              {detail && (
                <span dir="auto" className="line-clamp-2 break-words text-sm text-soft">
                  {detail}
                </span>
              )}
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1 text-sm text-soft">
              <Time at={at} />
              {badge}
            </div>
          </li>
        ))}
      </ol>
      {isMore && <p className="border-t px-4 py-3 text-sm text-soft">{t.more}</p>}
    </Card>
  )
}

function useEntries(contactId: number) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const format = useFormats()
  const campaignWords = useTexts(wordTexts)
  const instantOf = (time: string) => format.instant(time).toISOString()
  const may = useMay()
  const page = { contact_id: contactId, per_page: shown }
  const calls = useRead('calls', 'list', { ...page, with_transcript: false }, { isEnabled: may('calls', 'list') })
  const conversations = useRead(
    'conversations',
    'list',
    { ...page, sort: 'activity' },
    { isEnabled: may('conversations', 'list') },
  )
  const leads = useRead('leads', 'list', page, { isEnabled: may('leads', 'list') })
  const entries: Entry[] = [
    ...(calls.data?.data ?? []).map(
      (call): Entry => ({
        key: `call ${call.id}`,
        at: instantOf(call.created_at),
        icon: call.type === 'outbound' ? ArrowUpRight : ArrowDownLeft,
        title: t.call(call.assistant_name),
        detail: call.duration > 0 ? format.duration(call.duration) : undefined,
        badge: <Badge look={statusLooks[call.status]}>{words.status[call.status]}</Badge>,
        link: { to: '/calls/$id', params: { id: String(call.id) } },
      }),
    ),
    ...(conversations.data?.data ?? []).map(
      (row): Entry => ({
        key: `conversation ${row.id}`,
        at: instantOf(row.last_activity_at),
        icon: MessageSquare,
        title: `${t.conversation} · ${format.count(t.messages, row.message_count)}`,
        detail: row.last_message?.content,
        badge: <Channel type={row.type} />,
        link: { to: '/inbox', search: { conversation: row.id } as never },
      }),
    ),
    ...(leads.data?.data ?? []).map(
      (lead): Entry => ({
        key: `lead ${lead.id}`,
        at: instantOf(lead.updated_at),
        icon: Megaphone,
        title: t.lead(lead.campaign.name),
        detail: lead.outcome === null ? undefined : textNamed(campaignWords.outcomes, lead.outcome),
        link: {
          to: '/campaigns/$id',
          params: { id: String(lead.campaign_id) },
          search: { tab: 'leads', lead: lead.id } as never,
        },
      }),
    ),
  ]
  const queries = [calls, conversations, leads]
  return {
    entries: entries.sort((a, b) => (a.at < b.at ? 1 : -1)),
    isLoading: queries.some(({ isLoading }) => isLoading),
    isMore: queries.some(({ data }) => (data?.total ?? 0) > shown),
  }
}
