// The senders of the account with their health, and the steps to register, change and delete them.
import { Link } from '@tanstack/react-router'
import { MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Dialog, say, sayError, useConfirm } from '../../ui/overlays.tsx'
import { Badge, Button, Card, Empty, Loaded, Notice } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'
import { SenderForm } from './sender-form.tsx'
import { type Sender, useSenders } from './use-senders.ts'

const texts = textsOf('messages', 'senders')

export function Senders() {
  const t = useTexts(texts)
  const mayCreate = useMay()('senders', 'create')
  const [isCreating, setCreating] = useState(false)
  const close = () => setCreating(false)
  const register = mayCreate && (
    <Button icon={Plus} onPress={() => setCreating(true)}>
      {t.register}
    </Button>
  )
  return (
    <>
      <Loaded query={useSenders()}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={MessageSquareText} title={t.empty} text={t.emptyText}>
                {register}
              </Empty>
            </Card>
          ) : (
            <div className="flex flex-col gap-4">
              <div className="flex justify-end">{register}</div>
              <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
                {data.map((sender) => (
                  <SenderCard key={sender.id} sender={sender} />
                ))}
              </div>
            </div>
          )
        }
      </Loaded>
      <Dialog title={t.register} isOpen={isCreating} onClose={close}>
        <SenderForm onClose={close} />
      </Dialog>
    </>
  )
}

const SenderState = ({ sender: { status } }: { sender: Sender }) => {
  const t = useTexts(texts)
  return <Badge look={status === 'online' ? 'good' : 'bad'}>{t[status]}</Badge>
}

function SenderCard({ sender }: { sender: Sender }) {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const { data: assistants } = useRead('assistants', 'listAll')
  const [isEditing, setEditing] = useState(false)
  const close = () => setEditing(false)
  const { id, display_name, phone_number, status, raw_status, offline_reason, messaging_limit, assistant_id } = sender
  const quality = sender.quality_rating
  const limit =
    messaging_limit === 'unlimited'
      ? t.unlimited
      : messaging_limit === null
        ? t.unknown
        : t.customers(format.number(messaging_limit))
  const webhook = useAction('senders', 'setWebhook', { onDone: () => say(t.webhookSet) })
  const remove = useAction('senders', 'delete', { onDone: () => say(t.removed) })
  const removal = useConfirm(remove, () => ({
    title: t.removeTitle,
    text: t.removeText(phone_number),
    action: t.remove,
    input: { id },
  }))
  const assistant = assistants?.find((each) => each.id === assistant_id)
  return (
    <Card title={display_name} actions={<SenderState sender={sender} />}>
      <div className="flex flex-col gap-4">
        {status === 'offline' && (
          <Notice look="warn">
            {t.carrierSays(raw_status)} {offline_reason}
          </Notice>
        )}
        {sender.webhook_ok === false && (
          <Notice look="warn">
            <p className="mb-2">{t.noWebhook}</p>
            {may('senders', 'setWebhook') && (
              <Button
                size="small"
                onPress={() => webhook.mutate({ id }, { onError: sayError })}
                isPending={webhook.isPending}
              >
                {t.setWebhook}
              </Button>
            )}
          </Notice>
        )}
        <Facts
          facts={[
            [
              t.number,
              <span key="number" className="tabular-nums">
                {phone_number}
              </span>,
            ],
            [t.quality, quality === null ? t.unknown : (textNamed(t.qualities, quality) ?? quality)],
            [t.limit, limit],
            [t.calls, sender.voice_calling_enabled ? t.yes : t.no],
            [
              t.assistant,
              assistant_id === null ? (
                t.nobody
              ) : (
                <Link
                  key="assistant"
                  to="/assistants/$id"
                  params={{ id: String(assistant_id) }}
                  className="text-accent underline"
                >
                  {assistant?.name ?? assistant_id}
                </Link>
              ),
            ],
            [
              t.synced,
              sender.last_synced_at ? <Time key="synced" at={sender.last_synced_at} look="relative" /> : t.never,
            ],
          ]}
        />
        {may('senders', 'update') && (
          <div className="flex gap-2">
            <Button size="small" onPress={() => setEditing(true)}>
              {t.edit}
            </Button>
            <Button size="small" look="danger" onPress={() => removal.ask()}>
              {t.remove}
            </Button>
          </div>
        )}
      </div>
      <Dialog title={display_name} isOpen={isEditing} onClose={close}>
        <SenderForm sender={sender} onClose={close} />
      </Dialog>
      {removal.dialog}
    </Card>
  )
}
