// Dialogs, menus and messages over the page.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Dialog as AriaDialog,
  Menu as AriaMenu,
  UNSTABLE_Toast as AriaToast,
  Heading,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'

const texts = textsOf(
  { close: 'Close', cancel: 'Cancel', messages: 'Messages' },
  { close: 'Schließen', cancel: 'Abbrechen', messages: 'Meldungen' },
)

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
  const t = useTexts(texts)
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
  const t = useTexts(texts)
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

/** `trigger` is a `Button` or an `IconButton`. */
export const Menu = ({
  trigger,
  label,
  actions,
}: {
  trigger: ReactNode
  label: string
  actions: readonly MenuAction[]
}) => (
  <MenuTrigger>
    {trigger}
    <Popover className="min-w-44 max-h-96 overflow-auto rounded-lg border bg-raised p-1 shadow-lg">
      <AriaMenu aria-label={label} className="outline-none">
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
  </MenuTrigger>
)

interface Message {
  text: string
  look: 'good' | 'bad'
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })
const shownMs = 6_000

/** Shows a message for some seconds; an error stays until it is closed. */
export function say(text: string, look: Message['look'] = 'good'): void {
  queue.add({ text, look }, look === 'good' ? { timeout: shownMs } : {})
}

export const sayError = (error: Error): void => say(error.message, 'bad')

export function Messages() {
  const t = useTexts(texts)
  return (
    <ToastRegion
      queue={queue}
      aria-label={t.messages}
      className="fixed bottom-4 end-4 z-50 flex flex-col gap-2 outline-none"
    >
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className={classes(
            'flex max-w-sm items-start gap-3 rounded-lg border bg-raised py-2.5 ps-4 pe-2 shadow-lg',
            toast.content.look === 'bad' && 'border-bad/60',
          )}
        >
          <ToastContent className="min-w-0 grow pt-0.5">
            <Text slot="title" className={toast.content.look === 'bad' ? 'text-bad' : ''}>
              {toast.content.text}
            </Text>
          </ToastContent>
          <AriaButton
            slot="close"
            aria-label={t.close}
            className="grid size-7 shrink-0 place-items-center rounded-md cursor-pointer hover:bg-sunken"
          >
            <X aria-hidden size={16} />
          </AriaButton>
        </AriaToast>
      )}
    </ToastRegion>
  )
}
