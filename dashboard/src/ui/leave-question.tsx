// Asks before unsaved changes are lost, also when the browser closes the page.
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { Confirm } from './overlays.tsx'

const texts = textsOf('app', 'leaveQuestion')

interface LeaveQuestionProps {
  isNeeded: boolean
  /** The part of the address whose change also leaves the changes, such as the tab; by default only another path does. */
  part?: string
}

export function LeaveQuestion({ isNeeded, part }: LeaveQuestionProps) {
  const t = useTexts(texts)
  const partOf = (search: object): unknown => (part === undefined ? undefined : Object(search)[part])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isNeeded && (current.pathname !== next.pathname || partOf(current.search) !== partOf(next.search)),
    enableBeforeUnload: isNeeded,
    withResolver: true,
  })
  return (
    <Confirm
      title={t.title}
      text={t.text}
      action={t.action}
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
