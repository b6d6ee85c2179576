// The messages of a conversation beside the list, the newest first, each with its delivery.
import { type ReplyFrom, useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { useMessagesAddress } from './address.ts'
import { DeliveryStatus } from './delivery-status.tsx'

const texts = textsOf(
  {
    conversation: 'Deliveries',
    open: 'Open the conversation',
    human: 'Agent',
    messages: 'Messages, the newest first',
  },
  {
    conversation: 'Zustellungen',
    open: 'Konversation öffnen',
    human: 'Mitarbeiter',
    messages: 'Nachrichten, die neueste zuerst',
  },
)

export function ConversationDrawer({ uuid }: { uuid: string }) {
  const t = useTexts(texts)
  const [, change] = useMessagesAddress()
  const query = useRead('conversations', 'show', { uuid })
  const { customer_name, customer_phone } = query.data?.data ?? {}
  return (
    <Dialog
      title={customer_name ?? customer_phone ?? t.conversation}
      look="drawer"
      isOpen
      onClose={() => change({ conversation: undefined })}
    >
      <Loaded query={query}>
        {({ data }) => (
          <div className="flex flex-col gap-4">
            <LinkButton to="/inbox" search={{ conversation: uuid }} className="self-start">
              {t.open}
            </LinkButton>
            <ul aria-label={t.messages} className="flex flex-col divide-y rounded-lg border">
              {data.history.toReversed().map((entry) => (
                <Entry key={`${entry.id}-${entry.created_at}-${entry.role}`} entry={entry} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Entry({ entry }: { entry: ReplyFrom<'conversations', 'show'>['data']['history'][number] }) {
  const t = useTexts(texts)
  const { sent_by, content, created_at, delivery_status, error_code, error_message } = entry
  return (
    <li className="flex flex-col gap-1 px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <span className="font-medium">{t[sent_by]}</span>
        <Time at={created_at} />
        {delivery_status && <DeliveryStatus status={delivery_status} />}
      </p>
      <p className="break-words whitespace-pre-wrap" dir="auto">
        {content}
      </p>
      {(error_message ?? error_code) && (
        <p className="text-sm text-bad">
          {error_message} {error_code && `(${error_code})`}
        </p>
      )}
    </li>
  )
}
