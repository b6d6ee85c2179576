// The channel, the owner and the labels of a conversation, as icons with words.
import { Bot, Code2, FlaskConical, Globe, MessageSquare, Smartphone, UserRound, UserRoundX } from 'lucide-react'
import { useTexts } from '../../i18n/locale.tsx'
import { useSession } from '../../session/session.tsx'
import { listTexts } from './list-texts.ts'
import type { Item } from './records.ts'

const icons = { chatapp: MessageSquare, sms: Smartphone, widget: Globe, api: Code2, test: FlaskConical }

export function Channel({ type }: { type: Item['type'] }) {
  const t = useTexts(listTexts)
  const Icon = icons[type]
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Icon aria-hidden size={13} />
      {t[type]}
    </span>
  )
}

export function useOwnerName(): (owner: Item['owner']) => string {
  const t = useTexts(listTexts)
  const { user } = useSession()
  return ({ kind, member }) => {
    if (kind === 'member' && member) return member.id === user.id ? t.me : member.name
    return kind === 'assistant' ? t.assistant : t.nobody
  }
}

export function Owner({ owner }: { owner: Item['owner'] }) {
  const nameOf = useOwnerName()
  const Icon = { assistant: Bot, member: UserRound, nobody: UserRoundX }[owner.kind]
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <Icon aria-hidden size={13} className="shrink-0" />
      <span dir="auto" className="truncate">
        {nameOf(owner)}
      </span>
    </span>
  )
}

export const Label = ({ label: { name, color } }: { label: Item['labels'][number] }) => (
  <span className="inline-flex min-w-0 max-w-32 items-center gap-1 rounded-full border px-1.5 text-xs">
    <span aria-hidden className="size-2 shrink-0 rounded-full border" style={color ? { backgroundColor: color } : {}} />
    <span dir="auto" className="truncate">
      {name}
    </span>
  </span>
)
