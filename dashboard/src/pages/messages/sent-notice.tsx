// Says that a message was sent, and leads to its conversation.
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { LinkButton, Notice } from '../../ui/page.tsx'

/** The areas whose records a sent message changes. */
export const sentAreas = ['conversations', 'messages', 'sms', 'billing', 'accounts'] as const

const texts = textsOf('messages', 'sentNotice')

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
