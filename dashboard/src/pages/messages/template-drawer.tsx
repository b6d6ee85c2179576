// A template beside the list: its status with the reason, and how it looks on a phone.
import { Send } from 'lucide-react'
import { useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Facts } from '../../ui/page.tsx'
import { Loaded, Notice } from '../../ui/states.tsx'
import { useMessagesAddress } from './address.ts'
import { PhonePreview } from './phone-preview.tsx'
import { type Template, TemplateStatus, templateTexts } from './template-status.tsx'
import type { Sender } from './use-senders.ts'

const texts = textsOf(
  {
    template: 'Template',
    variables: 'Placeholders',
    pending: 'The channel reviews the template. This page shows the outcome as soon as the carrier reports it.',
    rejected: 'The channel has rejected the template. Change its text, and submit it under another name.',
    noReason: 'The channel gave no reason.',
    send: 'Send this template',
  },
  {
    template: 'Vorlage',
    variables: 'Platzhalter',
    pending: 'Der Kanal prüft die Vorlage. Diese Seite zeigt das Ergebnis, sobald der Carrier es meldet.',
    rejected:
      'Der Kanal hat die Vorlage abgelehnt. Ändern Sie den Text und reichen Sie sie unter einem anderen Namen ein.',
    noReason: 'Der Kanal hat keinen Grund genannt.',
    send: 'Diese Vorlage senden',
  },
)

export function TemplateDrawer({ sender, templateId }: { sender: Sender; templateId: number }) {
  const t = useTexts(texts)
  const [, change] = useMessagesAddress()
  const query = useRead('senders', 'getTemplate', { senderId: sender.id, templateId })
  return (
    <Dialog
      title={query.data?.data.name ?? t.template}
      look="drawer"
      isOpen
      onClose={() => change({ template: undefined })}
    >
      <Loaded query={query}>{({ data }) => <Details sender={sender} template={data} />}</Loaded>
    </Dialog>
  )
}

function Details({ sender, template }: { sender: Sender; template: Template }) {
  const t = useTexts(texts)
  const names = useTexts(templateTexts)
  const may = useMay()
  const [, change] = useMessagesAddress()
  const { status, language, category, variables, body_text, parts, rejection_reason } = template
  return (
    <div className="flex flex-col gap-5">
      {status === 'pending' && <Notice>{t.pending}</Notice>}
      {status === 'rejected' && (
        <Notice look="bad">
          <p className="font-medium">{rejection_reason ?? t.noReason}</p>
          <p>{t.rejected}</p>
        </Notice>
      )}
      <Facts
        facts={[
          [t.status, <TemplateStatus key="status" template={template} />],
          [t.language, language],
          [t.category, names[category]],
          ...(variables.length > 0 ? [[t.variables, variables.join(', ')] as const] : []),
        ]}
      />
      {status === 'approved' && may('messages', 'sendTemplate') && (
        <Button
          look="primary"
          className="self-start"
          onPress={() => change({ send: 'chatapp', sender: sender.id, template: template.id })}
        >
          <Send aria-hidden size={16} />
          {t.send}
        </Button>
      )}
      <PhonePreview
        sender={sender.display_name}
        body={body_text}
        parts={parts}
        fill={(number) => {
          const name = variables[number - 1]
          return name === undefined || name === String(number) ? undefined : name
        }}
      />
    </div>
  )
}
