// Says that steps which send emails fail, because the installation has no mail server.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useSession } from '../../../session/session.tsx'
import { Notice } from '../../../ui/page.tsx'
import type { Step } from '../flow/flow.ts'

const texts = textsOf('automations', 'mailNotice')

export function MailNotice({ steps }: { steps: readonly Step[] }) {
  const t = useTexts(texts)
  const { sends_mail: sendsMail } = useSession()
  return !sendsMail && steps.some(({ type }) => type === 'send_email') && <Notice look="warn">{t.none}</Notice>
}
