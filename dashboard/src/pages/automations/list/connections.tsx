// The credentials for services that automations call. Secrets are written, and never shown again.
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAction, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ServerText } from '../../../messages/server-text.tsx'
import { useMay } from '../../../session/session.tsx'
import { Dialog, say, sayError, useConfirm } from '../../../ui/overlays.tsx'
import { Badge, Button, Card, Empty, Loaded } from '../../../ui/page.tsx'
import { Time } from '../../../ui/values.tsx'
import type { Connection } from '../parts/types.ts'
import { ConnectionForm, typeNames } from './connection-form.tsx'

const texts = textsOf('automations', 'connections')

export function Connections() {
  const t = useTexts(texts)
  const may = useMay()
  const query = useRead('connections', 'list')
  const [edited, setEdited] = useState<Connection | 'new'>()
  const mayCreate = may('connections', 'create')
  const add = mayCreate && (
    <Button icon={Plus} size="small" onPress={() => setEdited('new')}>
      {t.add}
    </Button>
  )
  const close = () => setEdited(undefined)
  return (
    <Card title={t.connections} actions={add} isFlush>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={KeyRound} title={t.none} text={t.noneText} />
          ) : (
            <ul className="divide-y">
              {data.map((connection) => (
                <ConnectionRow key={connection.id} connection={connection} onEdit={() => setEdited(connection)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Dialog
        title={edited === undefined || edited === 'new' ? t.add : t.edit(edited.name)}
        isOpen={edited !== undefined}
        onClose={close}
      >
        {edited !== undefined && <ConnectionForm connection={edited === 'new' ? undefined : edited} onDone={close} />}
      </Dialog>
    </Card>
  )
}

function ConnectionRow({ connection, onEdit }: { connection: Connection; onEdit(): void }) {
  const t = useTexts(texts)
  const types = useTexts(typeNames)
  const may = useMay()
  const { id, name, type, secret, tested_at, last_error, unreadable, allowed_hosts, test_url } = connection
  const test = useAction('connections', 'test', { onDone: () => say(t.works(name)) })
  const removal = useConfirm(useAction('connections', 'delete'), () => ({
    title: t.removeTitle(name),
    text: t.removeText,
    action: t.remove,
    input: { id },
  }))
  const canTest = type === 'oauth2' || test_url !== null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <Badge>{types[type]}</Badge>
          {last_error === null && tested_at !== null && !unreadable && <Badge look="good">{t.tested}</Badge>}
          {tested_at === null && <Badge>{t.untested}</Badge>}
        </p>
        <p className="text-sm break-words text-soft">
          {t.secret} <span className="font-mono">{secret}</span>
          {allowed_hosts.length > 0 && ` · ${t.hosts} ${allowed_hosts.join(', ')}`}
          {tested_at !== null && (
            <>
              {' · '}
              <Time at={tested_at} look="relative" />
            </>
          )}
        </p>
        {unreadable && <p className="text-sm text-bad">{t.unreadable}</p>}
        {last_error !== null && !unreadable && (
          <p className="text-sm break-words text-bad">
            {t.failed} <ServerText of={last_error} />
          </p>
        )}
      </div>
      {may('connections', 'update') && (
        <div className="flex gap-2">
          {canTest && (
            <Button
              size="small"
              isPending={test.isPending}
              onPress={() => !test.isPending && test.mutate({ id }, { onError: sayError })}
            >
              {t.test}
              <span className="sr-only">{name}</span>
            </Button>
          )}
          <Button size="small" onPress={onEdit}>
            <span aria-hidden>{t.editShort}</span>
            <span className="sr-only">{t.edit(name)}</span>
          </Button>
          <Button size="small" look="danger" onPress={() => removal.ask()}>
            {t.remove}
            <span className="sr-only">{name}</span>
          </Button>
        </div>
      )}
      {removal.dialog}
    </li>
  )
}
