// Shows which secret signs webhooks, and creates another one.
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Confirm, Dialog, sayError } from '../../ui/overlays.tsx'
import { Button, Card, Loaded, Notice } from '../../ui/page.tsx'
import { Code, Facts, Time } from '../../ui/values.tsx'

const texts = textsOf(
  {
    title: 'Signing secret',
    text: 'Every webhook is signed with this secret, so that your server can check that it comes from this account.',
    none: 'There is no secret yet. Create one before your server checks signatures.',
    ends: 'Ends with',
    create: 'Create the secret',
    rotate: 'Rotate the secret',
    rotateTitle: 'Rotate the signing secret?',
    rotateText:
      'A new secret is created and shown once. For 24 hours, webhook-signature contains signatures of both secrets, so that you can change your server without losing a webhook. X-Signature-256 uses the new secret immediately.',
    newTitle: 'Your new signing secret',
    once: 'Copy the secret now. It is not shown again.',
    done: 'I have copied it',
  },
  {
    title: 'Signaturgeheimnis',
    text: 'Jeder Webhook wird mit diesem Geheimnis signiert, damit Ihr Server prüfen kann, dass er von diesem Konto kommt.',
    none: 'Es gibt noch kein Geheimnis. Erstellen Sie eines, bevor Ihr Server Signaturen prüft.',
    ends: 'Endet mit',
    create: 'Geheimnis erstellen',
    rotate: 'Geheimnis erneuern',
    rotateTitle: 'Das Signaturgeheimnis erneuern?',
    rotateText:
      'Ein neues Geheimnis wird erstellt und einmal angezeigt. 24 Stunden lang enthält webhook-signature Signaturen mit beiden Geheimnissen, sodass Sie Ihren Server umstellen können, ohne einen Webhook zu verlieren. X-Signature-256 verwendet sofort das neue Geheimnis.',
    newTitle: 'Ihr neues Signaturgeheimnis',
    once: 'Kopieren Sie das Geheimnis jetzt. Es wird nicht noch einmal angezeigt.',
    done: 'Ich habe es kopiert',
  },
)

export function SigningSecret() {
  const t = useTexts(texts)
  const may = useMay()
  const query = useRead('webhooks', 'getSecret')
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const rotate = useAction('webhooks', 'rotateSecret', {
    onDone: (reply) => {
      setAsking(false)
      setSecret(reply.secret)
    },
  })
  const start = () => rotate.mutate({}, { onError: sayError })
  const hasSecret = query.data?.hint != null
  const actions = query.data && may('webhooks', 'rotateSecret') && (
    <Button size="small" onPress={hasSecret ? () => setAsking(true) : start} isPending={rotate.isPending}>
      {hasSecret ? t.rotate : t.create}
    </Button>
  )
  return (
    <Card title={t.title} actions={actions}>
      <p className="mb-3 max-w-prose text-soft">{t.text}</p>
      <Loaded query={query}>
        {({ hint, created_at: createdAt }) =>
          hint === null || createdAt === null ? (
            <Notice>{t.none}</Notice>
          ) : (
            <Facts
              facts={[
                [
                  t.ends,
                  <span key="hint" className="font-mono">
                    …{hint}
                  </span>,
                ],
                [t.created, <Time key="created" at={createdAt} />],
              ]}
            />
          )
        }
      </Loaded>
      <Confirm
        title={t.rotateTitle}
        text={t.rotateText}
        action={t.rotate}
        isOpen={isAsking}
        isPending={rotate.isPending}
        onClose={() => setAsking(false)}
        onConfirm={start}
      />
      <Dialog title={t.newTitle} isOpen={secret !== undefined} onClose={() => setSecret(undefined)} isSticky>
        <div className="flex flex-col gap-4">
          <Notice look="warn">{t.once}</Notice>
          <Code label={t.secret} text={secret ?? ''} />
          <div className="flex justify-end">
            <Button look="primary" onPress={() => setSecret(undefined)}>
              {t.done}
            </Button>
          </div>
        </div>
      </Dialog>
    </Card>
  )
}
