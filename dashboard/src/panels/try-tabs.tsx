// Chatting with an assistant and calling it, in tabs. A call goes on while the other tab is shown.
import { PhoneOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { partOf } from '../loading/part.tsx'
import { useSignal } from '../loading/signal.ts'
import { Button, Loading } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { ChatPanelProps } from './chat.tsx'
import type { Draft } from './shared/draft.ts'
import { Elapsed } from './shared/elapsed.tsx'
import { isInCall, type Talk } from './talk/talk.ts'
import { useTalk } from './talk/use-talk.ts'
import { TalkPanel } from './talk.tsx'

const texts = textsOf('panels', 'tryTabs')

/** The talk is shown first on the home page. */
export const ChatPanel = partOf<ChatPanelProps>(
  async () => (await import('./chat.tsx')).ChatPanel,
  () => <Loading className="h-40" />,
)

const tryTabs = ['chat', 'talk'] as const
export type TryTab = (typeof tryTabs)[number]

export interface TryTabsProps {
  label: string
  assistantId: number
  /** The settings that are being edited beside it. */
  draft?: Draft
  first?: TryTab
  selected?: TryTab
  onSelect?(tab: TryTab): void
}

export function TryTabs({ label, assistantId, draft, first = 'chat', selected, onSelect }: TryTabsProps) {
  const t = useTexts(texts)
  const talk = useTalk(assistantId)
  const [own, setOwn] = useState(first)
  const shown = selected ?? own
  const select = (tab: TryTab) => {
    setOwn(tab)
    onSelect?.(tab)
  }
  const contents = {
    chat: <ChatPanel assistantId={assistantId} draft={draft} />,
    talk: <TalkPanel assistantId={assistantId} draft={draft} talk={talk} />,
  }
  const order = first === 'chat' ? tryTabs : tryTabs.toReversed()
  return (
    <div className="flex min-h-0 flex-col gap-3">
      {shown === 'chat' && <CallInProgress talk={talk} onShow={() => select('talk')} />}
      <Tabs
        label={label}
        selected={shown}
        onSelect={select}
        tabs={order.map((id) => ({ id, label: t[id], content: contents[id] }))}
      />
    </div>
  )
}

function CallInProgress({ talk, onShow }: { talk: Talk; onShow(): void }) {
  const t = useTexts(texts)
  const { phase, startedAtMs } = useSignal(talk.state)
  if (!isInCall(phase)) return null
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border px-3 py-2">
      <p role="status" className="flex min-w-0 grow items-center gap-2 font-medium">
        <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-good motion-safe:animate-pulse" />
        {t.inCall}
        {startedAtMs !== undefined && <Elapsed sinceMs={startedAtMs} />}
      </p>
      <Button size="small" onPress={onShow}>
        {t.show}
      </Button>
      <Button icon={PhoneOff} iconSize={14} size="small" look="danger" onPress={talk.hangUp}>
        {t.hangUp}
      </Button>
    </div>
  )
}
