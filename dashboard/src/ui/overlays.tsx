// Dialogs and menus over the page.
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import {
  Dialog as AriaDialog,
  Menu as AriaMenu,
  Heading,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
  type PopoverProps,
} from 'react-aria-components'
import { useTexts } from '../i18n/locale.tsx'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'

export { say, sayError } from './messages.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
  /** `drawer` opens at the side. */
  look?: 'dialog' | 'drawer'
  isAlert?: boolean
  /** Closes by a button only. */
  isSticky?: boolean
}

export function Dialog({ title, isOpen, onClose, children, look = 'dialog', isAlert, isSticky }: DialogProps) {
  const t = useTexts()
  const isDrawer = look === 'drawer'
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isSticky}
      isKeyboardDismissDisabled={isSticky}
      className={classes(
        'fixed inset-0 z-40 bg-black/50 flex',
        isDrawer ? 'justify-end' : 'items-center justify-center p-3',
      )}
    >
      <Modal
        className={classes(
          'flex max-h-full bg-card shadow-xl',
          isDrawer ? 'h-full w-full max-w-xl border-s' : 'w-full max-w-lg rounded-xl border',
        )}
      >
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className="flex min-h-0 grow flex-col outline-none">
          <header className="flex items-center gap-2 border-b px-5 py-3">
            <Heading slot="title" className="min-w-0 grow text-lg font-semibold break-words">
              {title}
            </Heading>
            {!isSticky && (
              <IconButton label={t.close} onPress={onClose}>
                <X aria-hidden size={18} />
              </IconButton>
            )}
          </header>
          <div className="min-h-0 grow overflow-auto p-5" tabIndex={0}>
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface ConfirmProps {
  title: string
  text: ReactNode
  action: string
  isOpen: boolean
  isPending?: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, text, action, isOpen, isPending, onConfirm, onClose }: ConfirmProps) {
  const t = useTexts()
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} isAlert>
      <div className="flex flex-col gap-5">
        <div>{text}</div>
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button look="danger" onPress={onConfirm} isPending={isPending ?? false}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  isDisabled?: boolean
  isDanger?: boolean
  onAction?(): void
}

interface MenuContent {
  label: string
  actions: readonly MenuAction[]
}

/** `trigger` is a `Button` or an `IconButton`. */
export const Menu = ({ trigger, ...content }: MenuContent & { trigger: ReactNode }) => (
  <MenuTrigger>
    {trigger}
    <MenuPopover {...content} />
  </MenuTrigger>
)

/** A menu without its button, which `triggerRef` finds. */
export const OpenMenu = ({
  triggerRef,
  onClose,
  ...content
}: MenuContent & { triggerRef: RefObject<HTMLElement | null>; onClose(): void }) => (
  <MenuPopover {...content} popover={{ triggerRef, isOpen: true, onOpenChange: onClose }} menu={{ onClose }} />
)

interface MenuPopoverProps extends MenuContent {
  popover?: Partial<PopoverProps>
  menu?: { onClose(): void }
}

const MenuPopover = ({ label, actions, popover, menu }: MenuPopoverProps) => (
  <Popover {...popover} className="min-w-44 max-h-96 overflow-auto rounded-lg border bg-raised p-1 shadow-lg">
    <AriaMenu {...menu} {...(menu && { autoFocus: 'first' })} aria-label={label} className="outline-none">
      {actions.map(({ id, label: text, icon, isDisabled, isDanger, onAction }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={text}
          isDisabled={isDisabled ?? false}
          onAction={onAction}
          className={classes(
            'flex items-center gap-2 rounded-md px-2.5 py-1.5 cursor-pointer data-[focused]:bg-accent-soft data-[disabled]:opacity-50',
            isDanger && 'text-bad',
          )}
        >
          {icon}
          {text}
        </MenuItem>
      ))}
    </AriaMenu>
  </Popover>
)
