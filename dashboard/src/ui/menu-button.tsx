// A button with a menu, which is loaded when the button is pointed at, focused or pressed.
import { type ReactNode, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { loadOnIntent, partOf } from '../loading/part.tsx'
import type { MenuContent } from './overlays.tsx'

export const OpenMenu = partOf(async () => (await import('./overlays.tsx')).OpenMenu)

export interface MenuButtonProps extends MenuContent {
  className: string
  children: ReactNode
  id?: string
  'aria-labelledby'?: string
}

/** `label` is the name of the menu; the name of the button is its content. */
export function MenuButton({ label, actions, children, ...props }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        {...props}
        {...loadOnIntent(OpenMenu)}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && <OpenMenu triggerRef={button} label={label} actions={actions} onClose={() => setOpen(false)} />}
    </>
  )
}
