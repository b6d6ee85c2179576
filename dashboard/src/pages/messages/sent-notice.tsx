// Says that a message was sent, and leads to its conversation.
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { LinkButton, Notice } from '../../ui/page.tsx'

/** The areas whose records a sent message changes. */
export const sentAreas = ['conversations', 'messages', 'sms', 'billing', 'accounts'] as const

const texts = textsOf(
  { sent: 'The message was sent. Its delivery is shown in the conversation.', open: 'Open the conversation' },
  { sent: 'Die Nachricht wurde gesendet. Die Zustellung sehen Sie in der Konversation.', open: 'Konversation öffnen' },
)

export function SentNotice({ conversation }: { conversation: string | undefined }) {
  const t = useTexts(texts)
  return (
    <div role="status">
      <Notice look="good">
        <p>{t.sent}</p>
        {conversation !== undefined && (
          <LinkButton to="/inbox" search={{ conversation }} size="small" className="mt-2">
            {t.open}
          </LinkButton>
        )}
      </Notice>
    </div>
  )
}
