// A message of a conversation: its author, text, files, what the assistant called, and whether it was delivered.
import { Bot, Check, CheckCheck, Clock, Headset, OctagonAlert, UserRound } from 'lucide-react'
import { textBeside } from '#widget/src/file-text.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { FunctionCalls } from '../../panels/shared/function-calls.tsx'
import { Attachments } from '../../ui/attachments.tsx'
import { classes } from '../../ui/classes.ts'
import { Time } from '../../ui/values.tsx'
import { conversationTexts } from './conversation-texts.ts'
import type { Entry } from './records.ts'

const looks = {
  customer: { icon: UserRound, box: 'bg-customer-soft', name: 'text-customer' },
  assistant: { icon: Bot, box: 'bg-accent-soft', name: 'text-accent' },
  human: { icon: Headset, box: 'bg-person-soft', name: 'text-person' },
}

export interface MessageProps {
  message: Entry
  at: string
  /** The same author wrote just before. */
  isContinued: boolean
  customerName: string | undefined
  assistantName: string | null
  /** The message that this one replies to, if it is loaded. */
  repliedTo: Entry | undefined
}

export function Message({ message, at, isContinued, customerName, assistantName, repliedTo }: MessageProps) {
  const t = useTexts(conversationTexts)
  const { sent_by: author, content, function_calls: calls = [], attachments = [] } = message
  const { icon: Icon, box, name } = looks[author]
  const isOurs = author !== 'customer'
  const names = { customer: customerName ?? t.customer, assistant: assistantName ?? t.assistant, human: t.team }
  const isFailed = message.status === 'failed'
  const text = textBeside(content, attachments)
  return (
    <article
      aria-label={`${names[author]}, ${content.slice(0, 80)}`}
      className={classes('flex flex-col px-4', isContinued ? 'pt-1' : 'pt-3', isOurs ? 'items-end' : 'items-start')}
    >
      {!isContinued && (
        <p className={classes('flex max-w-full items-center gap-1.5 pb-0.5 text-xs font-medium', name)}>
          <Icon aria-hidden size={13} className="shrink-0" />
          <span dir="auto" className="truncate">
            {names[author]}
          </span>
          {author === 'assistant' && assistantName !== null && <span className="text-soft">· {t.assistant}</span>}
        </p>
      )}
      <div
        className={classes(
          'flex max-w-[min(36rem,88%)] min-w-0 flex-col gap-1.5 rounded-xl px-3 py-2',
          box,
          isFailed && isOurs && 'outline outline-bad/60',
        )}
      >
        {message.replied_to_message_id != null && (
          <blockquote dir="auto" className="line-clamp-2 border-s-2 border-strong-line ps-2 text-xs text-soft">
            {t.colon(t.repliesTo)} {repliedTo?.content.slice(0, 200) || t.earlier}
          </blockquote>
        )}
        <Attachments files={attachments} />
        {text !== '' ? (
          <p dir="auto" className="whitespace-pre-wrap break-words">
            {text}
          </p>
        ) : (
          attachments.length === 0 && <p className="text-soft italic">{t.withoutText}</p>
        )}
        {message.button_payload != null && (
          <p className="text-xs text-soft">
            {t.colon(t.button)} <code className="break-all">{message.button_payload}</code>
          </p>
        )}
        {message.referral && (
          <p dir="auto" className="break-words text-xs text-soft">
            {t.colon(t.fromAd)} {message.referral.headline ?? message.referral.body ?? message.referral.source_id}
          </p>
        )}
        <FunctionCalls calls={calls} />
      </div>
      <Footer message={message} at={at} />
    </article>
  )
}

function Footer({ message, at }: { message: Entry; at: string }) {
  const t = useTexts(conversationTexts)
  const { messageOf } = useMessages()
  const { status, sent_by, delivery_status: delivery, error_message } = message
  const isOurs = sent_by !== 'customer'
  const hasFailed = status === 'failed' || delivery === 'failed' || delivery === 'undelivered'
  return (
    <p className="flex max-w-full flex-wrap items-center gap-x-2 pt-0.5 text-xs text-soft">
      <Time at={at} look="time" />
      {status === 'pending' && <span>{t.pending}</span>}
      {hasFailed ? (
        <span className="inline-flex min-w-0 items-center gap-1 text-bad">
          <OctagonAlert aria-hidden size={13} className="shrink-0" />
          <span className="break-words">
            {isOurs ? t.failed : t.unanswered}
            {error_message && `: ${messageOf(error_message)}`}
          </span>
        </span>
      ) : (
        delivery && <Delivery status={delivery} />
      )}
    </p>
  )
}

function Delivery({ status }: { status: NonNullable<Entry['delivery_status']> }) {
  const t = useTexts(conversationTexts)
  const Icon = status === 'queued' ? Clock : status === 'sent' ? Check : CheckCheck
  return (
    <span className={classes('inline-flex items-center gap-1', status === 'read' && 'text-accent')}>
      <Icon aria-hidden size={13} />
      {t[status]}
    </span>
  )
}
