// Invites a newcomer to talk to an assistant, to hear a phone ring, and to take over a conversation.
import { Check, ExternalLink, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useSession } from '../../session/session.tsx'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge } from '../../ui/states.tsx'
import { texts } from './texts.ts'

/** Hidden for good when all is done, or when the member says so. */
export function FirstMinute({ onTry }: { onTry(): void }) {
  const t = useTexts(texts)
  const { account, sandbox_url: sandboxUrl } = useSession()
  const storageKey = `parley.first-minute.${account.id}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) === 'hidden')
  const when = { isEnabled: !isHidden }
  const talks = useRead('calls', 'list', { type: 'web', per_page: 1, with_transcript: false }, when).data
  const calls = useRead('calls', 'list', { type: 'outbound', per_page: 1, with_transcript: false }, when).data
  const assistant = useRead('assistants', 'listAll', {}, when).data?.at(-1)
  const mine = useRead('conversations', 'list', { owner: 'me', per_page: 1 }, when).data
  const hasTalked = (talks?.data.length ?? 0) > 0
  const hasCalled = (calls?.data.length ?? 0) > 0
  const hasTakenOver = (mine?.data.length ?? 0) > 0
  const isDone = hasTalked && hasCalled && hasTakenOver
  useEffect(() => {
    if (isHidden || isDone) localStorage.setItem(storageKey, 'hidden')
  }, [isHidden, isDone, storageKey])
  if (isHidden) return null
  const outside = (href: string, label: string) => (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-7 items-center gap-1.5 rounded-md border border-strong-line/60 bg-card px-2 text-sm font-medium whitespace-nowrap hover:bg-sunken"
    >
      {label}
      <ExternalLink aria-hidden size={14} />
    </a>
  )
  const [talk, take] = [t.firstSteps.talk, t.firstSteps.takeOver]
  const call = sandboxUrl ? t.firstSteps.ring : t.firstSteps.call
  return (
    <Card
      title={t.first}
      isFlush
      actions={
        <IconButton size="small" label={t.hide} onPress={() => setHidden(true)}>
          <X aria-hidden size={16} />
        </IconButton>
      }
    >
      <ol className="grid divide-y md:grid-cols-3 md:divide-x md:divide-y-0">
        <Step title={talk[0]!} text={talk[1]!} isDone={hasTalked}>
          <Button size="small" look={hasTalked ? 'plain' : 'primary'} onPress={onTry}>
            {talk[2]}
          </Button>
        </Step>
        <Step title={call[0]!} text={call[1]!} isDone={hasCalled}>
          {sandboxUrl && outside(`${sandboxUrl}/phone`, t.firstSteps.ring[2]!)}
          <LinkButton size="small" to="/calls">
            {t.firstSteps.call[2]}
          </LinkButton>
        </Step>
        <Step title={take[0]!} text={take[1]!} isDone={hasTakenOver}>
          {outside(assistant ? `/widget-demo?assistant=${assistant.uuid}` : '/widget-demo', take[2]!)}
          <LinkButton size="small" to="/inbox">
            {t.openInbox}
          </LinkButton>
        </Step>
      </ol>
    </Card>
  )
}

interface StepProps {
  title: string
  text: string
  isDone: boolean
  children: ReactNode
}

function Step({ title, text, isDone, children }: StepProps) {
  const t = useTexts(texts)
  return (
    <li className="flex min-w-0 flex-col gap-1 px-4 py-3">
      <h3 className="flex items-center gap-2 font-medium">
        <span className="min-w-0 grow">{title}</span>
        {isDone && (
          <Badge look="good">
            <Check aria-hidden size={13} />
            {t.done}
          </Badge>
        )}
      </h3>
      <p className="grow text-sm text-soft">{text}</p>
      <div className="flex flex-wrap gap-2 pt-1">{children}</div>
    </li>
  )
}
