// A chat and a call with the assistant beside its settings, or in a drawer on narrow windows.
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { ChatPanel } from '../../panels/chat.tsx'
import { TalkPanel } from '../../panels/talk.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { IconButton } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const texts = textsOf(
  { title: 'Try it', chat: 'Chat', talk: 'Talk', close: 'Close the panel', saved: 'Uses the saved settings.' },
  {
    title: 'Ausprobieren',
    chat: 'Chat',
    talk: 'Sprechen',
    close: 'Bereich schließen',
    saved: 'Mit den gespeicherten Einstellungen.',
  },
)

export const panelTabs = ['chat', 'talk'] as const
export type PanelTab = (typeof panelTabs)[number]

const wide = window.matchMedia('(min-width: 80rem)')

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )

interface Props {
  assistantId: number
  tab: PanelTab
  onTab(tab: PanelTab): void
  onClose(): void
}

export function TryPanel({ assistantId, tab, onTab, onClose }: Props) {
  const t = useTexts(texts)
  const isWide = useIsWide()
  const content = (
    <div className="flex min-h-0 flex-col gap-3">
      <p className="text-sm text-soft">{t.saved}</p>
      <Tabs
        label={t.title}
        selected={tab}
        onSelect={onTab}
        tabs={[
          { id: 'chat', label: t.chat, content: <ChatPanel assistantId={assistantId} /> },
          { id: 'talk', label: t.talk, content: <TalkPanel assistantId={assistantId} /> },
        ]}
      />
    </div>
  )
  if (!isWide)
    return (
      <Dialog look="drawer" title={t.title} isOpen onClose={onClose}>
        {content}
      </Dialog>
    )
  return (
    <aside
      aria-label={t.title}
      className="sticky top-4 flex max-h-[calc(100vh-2rem)] w-96 shrink-0 flex-col gap-2 self-start overflow-auto rounded-xl border bg-card p-4"
    >
      <header className="flex items-center">
        <h2 className="grow font-semibold">{t.title}</h2>
        <IconButton icon={X} size="small" label={t.close} onPress={onClose} />
      </header>
      {content}
    </aside>
  )
}
