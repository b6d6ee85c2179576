// A conversation in the list.
import { Link } from '@tanstack/react-router'
import { AlarmClock, Bot } from 'lucide-react'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { classes } from '../../ui/classes.ts'
import { listTexts } from './list-texts.ts'
import { Channel, Label, Owner } from './marks.tsx'
import { customerAddressOf, customerNameOf, type Item } from './records.ts'

/** The time of today, otherwise the day. */
function Moment({ at }: { at: string }) {
  const format = useFormats()
  const isToday = format.date(at) === format.date(new Date().toISOString())
  return (
    <time dateTime={at} title={format.exact(at)} className="shrink-0 text-xs text-soft tabular-nums">
      {isToday ? format.time(at) : format.date(at)}
    </time>
  )
}

export function ConversationRow({ item, isOpen }: { item: Item; isOpen: boolean }) {
  const t = useTexts(listTexts)
  const { last_message: last, labels } = item
  const isUnread = (item.unread ?? 0) > 0
  const [name, address] = [customerNameOf(item), customerAddressOf(item)]
  return (
    <Link
      from="/inbox"
      to="/inbox"
      search={(search) => ({ ...search, conversation: item.id })}
      aria-current={isOpen ? 'true' : undefined}
      data-conversation={item.id}
      preload={false}
      className={classes(
        'flex h-full flex-col justify-center gap-0.5 overflow-hidden border-b border-s-4 px-3 outline-offset-[-2px]',
        isOpen ? 'border-s-accent bg-accent-soft' : 'border-s-transparent hover:bg-sunken',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span dir="auto" className={classes('min-w-0 grow truncate', isUnread ? 'font-semibold' : 'font-medium')}>
          {name ?? t.unknownCustomer}
        </span>
        <Moment at={item.last_activity_at} />
      </span>
      <span className="flex items-center gap-2 text-sm">
        <span dir="auto" className={classes('min-w-0 grow truncate', isUnread ? 'text-ink' : 'text-soft')}>
          {last?.sent_by === 'assistant' && (
            <Bot role="img" aria-label={`${t.assistant}:`} size={13} className="me-1 inline align-[-2px]" />
          )}
          {last?.sent_by === 'human' && `${t.you}: `}
          {last?.content ?? t.noMessage}
        </span>
        {isUnread && (
          <span className="shrink-0 rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
            <span aria-hidden>{item.unread! >= 100 ? '99+' : item.unread}</span>
            <span className="sr-only">{t.unreadCount(item.unread!)}</span>
          </span>
        )}
      </span>
      <span className="flex h-5 items-center gap-2.5 overflow-hidden text-xs text-soft">
        <Channel type={item.type} />
        {address !== undefined && address !== name && <bdi className="min-w-16 truncate">{address}</bdi>}
        <Owner owner={item.owner} />
        {item.snoozed_until !== null && (
          <span className="inline-flex shrink-0 items-center gap-1 text-warn">
            <AlarmClock aria-hidden size={13} />
            {t.snoozed}
          </span>
        )}
        {labels.slice(0, 2).map((label) => (
          <Label key={label.id} label={label} />
        ))}
        {labels.length > 2 && <span>+{labels.length - 2}</span>}
      </span>
    </Link>
  )
}
