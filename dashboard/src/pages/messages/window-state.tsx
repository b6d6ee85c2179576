// Says whether the 24-hour window of a customer is open, and until when.
import type { ReplyFrom } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Notice } from '../../ui/states.tsx'

const texts = textsOf(
  {
    open: (until: string) => `The window is open until ${until}. Templates and freeform messages can be sent.`,
    closed: 'The window is closed. Only a template reaches the customer until they write again.',
    optedOut: (at: string) => `The customer has opted out of all messages (${at}).`,
    noMarketing: (at: string) => `The customer has opted out of marketing templates (${at}).`,
  },
  {
    open: (until: string) => `Das Fenster ist bis ${until} geöffnet. Vorlagen und freie Texte sind möglich.`,
    closed: 'Das Fenster ist geschlossen. Nur eine Vorlage erreicht den Kunden, bis er wieder schreibt.',
    optedOut: (at: string) => `Der Kunde hat alle Nachrichten abbestellt (${at}).`,
    noMarketing: (at: string) => `Der Kunde hat Marketing-Vorlagen abbestellt (${at}).`,
  },
)

export function WindowState({ session }: { session: ReplyFrom<'messages', 'sessionStatus'> }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { session_status: status, opted_out_at: optedOut, marketing_opted_out_at: noMarketing } = session
  const { is_open: isOpen, expires_at: expires, can_send_freeform: canSend, message } = status
  return (
    <Notice look={isOpen && canSend ? 'good' : 'warn'}>
      {optedOut && <p>{t.optedOut(format.dateTime(optedOut))}</p>}
      {!optedOut && noMarketing && <p>{t.noMarketing(format.dateTime(noMarketing))}</p>}
      <p>{isOpen && expires ? t.open(format.dateTime(expires)) : t.closed}</p>
      {isOpen && !canSend && <p>{message}</p>}
    </Notice>
  )
}
