// The inbox: views, the list of conversations, and the open conversation; one of them at a time on narrow windows.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { Conversation } from './conversation.tsx'
import { conversationTexts } from './conversation-texts.ts'
import { type InboxDialog, ListPanel } from './list-panel.tsx'
import { listTexts } from './list-texts.ts'
import { ManageLabels, ManageReplies } from './manage.tsx'
import { ShortcutSheet, useShortcuts } from './shortcuts.tsx'
import { useConversations } from './use-conversations.ts'
import { Views } from './views.tsx'

export function Inbox() {
  const t = useTexts(listTexts)
  const of = useTexts(conversationTexts)
  const search = useSearch({ from: '/inbox' })
  const conversations = useConversations(search)
  const [dialog, setDialog] = useState<InboxDialog>()
  const list = useRef<HTMLDivElement>(null)
  const { conversation: openId } = search
  const move = useMove(list, conversations.items?.map(({ id }) => id) ?? [], openId)
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    '/': () => list.current?.querySelector('input')?.focus(),
    '?': () => setDialog('shortcuts'),
  })
  const close = () => setDialog(undefined)
  return (
    <Page title={t.inbox} isFlush>
      <div className="flex min-h-0 grow">
        <div className="hidden w-52 shrink-0 flex-col border-e bg-card xl:flex">
          <Views className="min-h-0 grow" />
        </div>
        <div
          ref={list}
          className={classes(
            'min-h-0 w-full shrink-0 flex-col border-e bg-card md:flex md:w-80',
            openId ? 'hidden' : 'flex',
          )}
        >
          <ListPanel conversations={conversations} onOpenDialog={setDialog} />
        </div>
        <div className={classes('min-h-0 min-w-0 grow md:flex', openId ? 'flex' : 'hidden')}>
          {openId ? (
            <Conversation
              key={openId}
              uuid={openId}
              onChange={conversations.onChange}
              onManageLabels={() => setDialog('labels')}
            />
          ) : (
            <div className="m-auto">
              <Empty icon={MessagesSquare} title={of.choose} text={of.chooseText} />
            </div>
          )}
        </div>
      </div>
      <ShortcutSheet isOpen={dialog === 'shortcuts'} onClose={close} />
      <ManageLabels isOpen={dialog === 'labels'} onClose={close} />
      <ManageReplies isOpen={dialog === 'replies'} onClose={close} />
    </Page>
  )
}

/** Moves the focus in the list, or opens the next conversation where the list is hidden. */
function useMove(list: React.RefObject<HTMLDivElement | null>, ids: readonly string[], openId: string | undefined) {
  const navigate = useNavigate({ from: '/inbox' })
  return (step: 1 | -1) => {
    const focused = document.activeElement?.getAttribute('data-conversation')
    const from = ids.indexOf(focused ?? openId ?? '')
    const next = ids[from < 0 ? 0 : from + step]
    if (next === undefined) return
    const isHidden = list.current?.offsetParent === null
    if (isHidden) return void navigate({ search: (search) => ({ ...search, conversation: next }) })
    const row = list.current?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(next)}"]`)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
}
