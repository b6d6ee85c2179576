// Opens the search for pages, records and actions by a key or a button. Its code is loaded when it is opened first.
import { Search } from 'lucide-react'
import { type ComponentType, type Dispatch, type ReactNode, type SetStateAction, useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { Unreachable } from '../api/unreachable.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf, withTexts } from '../i18n/texts.ts'
import { IconButton } from '../ui/page.tsx'
import { sayError } from '../ui/say.ts'

const texts = textsOf('app', 'finderButton')

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** A question of the page has to be answered first; a message of the page does not. */
const question = '[role=alertdialog]:not([role=region] *)'

/** Before the page sees the key, because fields keep keys for themselves. Editors of rich text have the key themselves. */
function useFinderKey(setOpen: Dispatch<SetStateAction<boolean>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (isMac ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey) return
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return
      if (document.querySelector(question)) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat) setOpen((isOpen) => !isOpen)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [setOpen])
}

/** A function that opens the search, and its dialog while it is open. */
export function useFinder(): { open(): void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const [Finder, setFinder] = useState<ComponentType<{ onClose(): void }>>()
  useFinderKey(setOpen)
  useEffect(() => {
    if (!isOpen || Finder) return
    const failed = () => {
      setOpen(false)
      sayError(new Unreachable())
    }
    withTexts(() => import('../finder/finder.tsx')).then((module) => setFinder(() => module.Finder), failed)
  }, [isOpen, Finder])
  return { open: () => setOpen(true), dialog: isOpen && Finder && <Finder onClose={() => setOpen(false)} /> }
}

export function FinderButton({ onPress, isSmall = false }: { onPress(): void; isSmall?: boolean }) {
  const t = useTexts(texts)
  if (isSmall) return <IconButton icon={Search} iconSize={18} label={t.find} onPress={onPress} />
  return (
    <Button
      onPress={onPress}
      className="mb-3 flex cursor-pointer items-center gap-2.5 rounded-lg border border-strong-line/60 px-2.5 py-1.5 text-start text-soft hover:bg-sunken"
    >
      <Search aria-hidden size={18} />
      <span className="grow">{t.find}</span>
      <kbd className="font-sans text-xs">{isMac ? '⌘K' : t.key}</kbd>
    </Button>
  )
}
