// A chat and a call with the assistant beside its settings, or in a drawer on narrow windows.
import { X } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useSignal } from '../../loading/signal.ts'
import { ConnectModelNotice } from '../../panels/connect-model-notice.tsx'
import type { ChangedSettings, Draft as TriedDraft } from '../../panels/shared/draft.ts'
import { isInCall } from '../../panels/talk/talk.ts'
import { useTalk } from '../../panels/talk/use-talk.ts'
import { ChatPanel, type TryTab, TryTabs } from '../../panels/try-tabs.tsx'
import { type Draft, fieldValue } from '../../ui/draft.ts'
import { Confirm, Dialog } from '../../ui/overlays.tsx'
import { IconButton } from '../../ui/page.tsx'
import { type AssistantData, useLabelOfPath } from './editor/editor-context.tsx'
import { fieldNames } from './editor/layout.ts'

const texts = textsOf('assistants', 'tryPanel')

/** Together with the page. */
void ChatPanel.load()

const wide = window.matchMedia('(min-width: 80rem)')

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )

/** The order of the fields is always the same, so equal settings have equal texts. */
const identify = (draft: Draft<AssistantData>): string =>
  JSON.stringify(fieldNames.map((name) => fieldValue(draft, name)))

function useTriedDraft(draft: Draft<AssistantData>): TriedDraft {
  const labelOf = useLabelOfPath()
  const [saved, current] = useMemo(() => [identify({ ...draft, changes: {} }), identify(draft)] as const, [draft])
  return { changes: draft.changes as ChangedSettings, saved, current, labelOf }
}

interface Props {
  draft: Draft<AssistantData>
  tab: TryTab
  onTab(tab: TryTab): void
  onClose(): void
}

export function TryPanel({ draft, tab, onTab, onClose }: Props) {
  const t = useTexts(texts)
  const isWide = useIsWide()
  const { id } = draft.base
  const { phase } = useSignal(useTalk(id).state)
  const [isClosing, setClosing] = useState(false)
  const close = () => (isInCall(phase) ? setClosing(true) : onClose())
  const content = (
    <>
      <ConnectModelNotice />
      <TryTabs label={t.title} assistantId={id} draft={useTriedDraft(draft)} selected={tab} onSelect={onTab} />
    </>
  )
  return (
    <>
      {isWide ? (
        <aside
          aria-label={t.title}
          className="sticky top-4 flex max-h-[calc(100vh-2rem)] w-96 shrink-0 flex-col gap-2 self-start overflow-auto rounded-xl border bg-card p-4"
        >
          <header className="flex items-center">
            <h2 className="grow font-semibold">{t.title}</h2>
            <IconButton icon={X} size="small" label={t.close} onPress={close} />
          </header>
          {content}
        </aside>
      ) : (
        <Dialog look="drawer" title={t.title} isOpen onClose={close}>
          <div className="flex flex-col gap-3">{content}</div>
        </Dialog>
      )}
      <Confirm
        title={t.endTitle}
        text={t.endText}
        action={t.end}
        isOpen={isClosing}
        onClose={() => setClosing(false)}
        onConfirm={onClose}
      />
    </>
  )
}
