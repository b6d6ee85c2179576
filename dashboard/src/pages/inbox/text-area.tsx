// The field of the composer: it grows with its text, sends by key, and offers saved replies after a slash.
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { client } from '../../api/client.ts'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { classes } from '../../ui/classes.ts'
import { say, sayError } from '../../ui/overlays.tsx'
import { composerTexts } from './composer-texts.ts'
import type { Mode } from './draft.ts'
import { matchingReplies, type SavedReply, SavedReplyList, typedShortcut } from './saved-reply-list.tsx'
import { useSetting } from './setting.ts'

export interface TextAreaProps {
  uuid: string
  mode: Mode
  value: string
  onChange(value: string): void
  onSend(): void
  field: RefObject<HTMLTextAreaElement | null>
}

export function TextArea({ uuid, mode, value, onChange, onSend, field }: TextAreaProps) {
  const t = useTexts(composerTexts)
  const [sendKey] = useSetting('send-key', ['enter', 'ctrl-enter'])
  const listId = useId()
  const [cursor, setCursor] = useState(value.length)
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const typed = mode === 'reply' && !isClosed ? typedShortcut(value.slice(0, cursor)) : undefined
  const isOffering = typed !== undefined
  const replies = useRead('savedReplies', 'list', {}, { isEnabled: isOffering }).data?.data
  const offered = isOffering && replies ? matchingReplies(replies, typed) : []

  const pick = async (reply: SavedReply) => {
    const start = cursor - typed!.length - 1
    try {
      const { text } = await client.conversations.fillSavedReply({ uuid, savedReplyId: reply.id })
      const end = start + text.length
      onChange(value.slice(0, start) + text + value.slice(cursor))
      setCursor(end)
      requestAnimationFrame(() => field.current?.setSelectionRange(end, end))
    } catch (error) {
      sayError(error as Error)
    }
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (isOffering && onListKey(event)) return event.preventDefault()
    // The shortcuts of single keys work again.
    if (event.key === 'Escape') return field.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    const isCtrl = event.ctrlKey || event.metaKey
    if (sendKey === 'enter' || isCtrl) {
      event.preventDefault()
      onSend()
    }
  }

  const onListKey = ({ key }: KeyboardEvent): boolean => {
    const { length } = offered
    if (key === 'Escape') setClosed(true)
    else if (length === 0) return false
    else if (key === 'ArrowDown') setActive((active + 1) % length)
    else if (key === 'ArrowUp') setActive((active + length - 1) % length)
    else if (key === 'Enter' || key === 'Tab') void pick(offered[active] ?? offered[0]!)
    else return false
    return true
  }

  return (
    <>
      {isOffering && replies && (
        <SavedReplyList id={listId} replies={offered} active={active} onPick={(reply) => void pick(reply)} />
      )}
      <textarea
        ref={field}
        aria-label={mode === 'reply' ? t.replyLabel : t.noteLabel}
        aria-autocomplete={mode === 'reply' ? 'list' : undefined}
        aria-controls={isOffering && replies ? listId : undefined}
        aria-activedescendant={isOffering && offered.length > 0 ? `${listId}-${active}` : undefined}
        placeholder={mode === 'reply' ? t.replyHint : t.noteHint}
        dir="auto"
        rows={2}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          setCursor(target.selectionStart)
          setActive(0)
          setClosed(false)
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          say(t.dropHere, 'bad')
        }}
        className={classes(
          'field-sizing-content max-h-52 min-h-16 w-full resize-none rounded-lg border px-3 py-2 placeholder:text-soft',
          mode === 'note' ? 'border-warn/60 bg-warn-soft' : 'border-strong-line bg-card',
        )}
      />
    </>
  )
}
