// The saved replies that match what was typed after a slash.
import { useEffect, useRef } from 'react'
import type { ReplyFrom } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { classes } from '../../ui/classes.ts'
import { composerTexts } from './composer-texts.ts'

export type SavedReply = ReplyFrom<'savedReplies', 'list'>['data'][number]

const shownReplies = 20

/** Undefined unless the text before the cursor ends with a slash and letters. */
export const typedShortcut = (before: string): string | undefined => /(?:^|\s)\/([\p{L}\p{N}_-]*)$/u.exec(before)?.[1]

export function matchingReplies(replies: readonly SavedReply[], typed: string): SavedReply[] {
  const lower = typed.toLowerCase()
  const begins = replies.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(lower))
  const contain = replies.filter((reply) => !begins.includes(reply) && reply.text.toLowerCase().includes(lower))
  return [...begins, ...contain].slice(0, shownReplies)
}

export interface SavedReplyListProps {
  id: string
  replies: readonly SavedReply[]
  active: number
  onPick(reply: SavedReply): void
}

export function SavedReplyList({ id, replies, active, onPick }: SavedReplyListProps) {
  const t = useTexts(composerTexts)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      id={id}
      ref={list}
      role="listbox"
      aria-label={t.savedReplies}
      tabIndex={-1}
      className="absolute inset-x-3 bottom-full z-20 mb-1 max-h-60 overflow-auto rounded-lg border bg-raised p-1 shadow-lg"
    >
      {replies.length === 0 && (
        <div
          role="option"
          aria-disabled
          aria-selected={false}
          tabIndex={-1}
          className="px-2.5 py-1.5 text-sm text-soft"
        >
          {t.noSavedReplies}
        </div>
      )}
      {replies.map((reply, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
        <div
          key={reply.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(reply)}
          className={classes('cursor-pointer rounded-md px-2.5 py-1.5', index === active && 'bg-accent-soft')}
        >
          <span className="block text-sm font-medium">/{reply.shortcut}</span>
          <span dir="auto" className="line-clamp-1 text-sm text-soft">
            {reply.text}
          </span>
        </div>
      ))}
    </div>
  )
}
