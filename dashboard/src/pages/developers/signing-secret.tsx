// Shows which secret signs webhooks, and creates another one.
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Confirm, Dialog, sayError } from '../../ui/overlays.tsx'
import { Button, Card, Loaded, Notice } from '../../ui/page.tsx'
import { Code, Facts, Time } from '../../ui/values.tsx'

const texts = textsOf('developers', 'signingSecret')

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
