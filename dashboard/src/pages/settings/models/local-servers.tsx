// Model and speech servers on the same machine: those that were found, and those that are used for all accounts.
import type { ReactNode } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { type ReplyFrom, useAction, useRead } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { say, sayError } from '../../../ui/overlays.tsx'
import { Badge, Button, Card } from '../../../ui/page.tsx'

const texts = textsOf('settings', 'localServers')

type Reply = ReplyFrom<'localServers', 'list'>
type Found = Reply['found'][number]
type Chosen = Reply['chosen'][number]

const changes = ['localServers', 'vendors', 'installationVendors', 'catalogues'] as const

/** Nothing while no server was found. */
export function LocalServers() {
  const t = useTexts(texts)
  const { data } = useRead('localServers', 'list')
  if (!data || data.found.length + data.chosen.length === 0) return null
  return (
    <Card title={t.title} isFlush>
      <p className="border-b px-4 py-3 text-sm text-soft">{t.text}</p>
      <ul className="divide-y">
        {data.chosen.map((server) => (
          <ChosenRow key={server.kind} server={server} />
        ))}
        {data.found.map((server) => (
          <FoundRow key={`${server.kind} ${server.url}`} server={server} />
        ))}
      </ul>
    </Card>
  )
}

function FoundRow({ server: { kind, name, url, models } }: { server: Found }) {
  const t = useTexts(texts)
  const format = useFormats()
  const choose = useAction('localServers', 'choose', { changes, onDone: () => say(t.chosen(name)) })
  const onError = (error: Error) => {
    const code = error instanceof ParleyError ? error.code : undefined
    if (code === 'LOCAL_SERVER_NOT_FOUND') say(t.gone(name), 'bad')
    else if (code === 'KIND_CONFIGURED') say(t.configured, 'bad')
    else sayError(error)
  }
  return (
    <Row
      title={t.question(name)}
      facts={[t.offers[kind], format.count(t.models, models.length), new URL(url).origin]}
      button={
        <Button
          look="primary"
          aria-label={t.useNamed(name, t.offers[kind])}
          isPending={choose.isPending}
          onPress={() => choose.mutate({ kind, url }, { onError })}
        >
          {t.use}
        </Button>
      }
    />
  )
}

function ChosenRow({ server: { kind, name, url, model, chosen_by: by, is_used: isUsed } }: { server: Chosen }) {
  const t = useTexts(texts)
  const remove = useAction('localServers', 'remove', { changes, onDone: () => say(t.stopped(name)) })
  return (
    <Row
      title={name}
      badge={<Badge look={isUsed ? 'good' : 'neutral'}>{isUsed ? t.used : t.notUsed}</Badge>}
      facts={[t.offers[kind], model, new URL(url).origin, t.chosenBy(by)]}
      more={isUsed ? undefined : t.precedence}
      button={
        <Button
          aria-label={t.stopNamed(name, t.offers[kind])}
          isPending={remove.isPending}
          onPress={() => remove.mutate({ kind }, { onError: sayError })}
        >
          {t.stop}
        </Button>
      }
    />
  )
}

interface RowProps {
  title: string
  badge?: ReactNode
  facts: readonly string[]
  more?: string | undefined
  button: ReactNode
}

function Row({ title, badge, facts, more, button }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{title}</span>
          {badge}
        </p>
        <p className="text-sm break-words text-soft">{facts.join(' · ')}</p>
        {more && <p className="text-sm text-soft">{more}</p>}
      </div>
      {button}
    </li>
  )
}
