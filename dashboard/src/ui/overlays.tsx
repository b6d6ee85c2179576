// Dialogs and menus over the page.
import { Ellipsis, X } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
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
import { classes } from './classes.ts'
import { Button, type ButtonProps, IconButton } from './page.tsx'
import { say, sayError } from './say.ts'

export { say, sayError }

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
        isDrawer
          ? 'justify-end pb-(--messages-height)'
          : 'items-center justify-center p-3 pb-[max(0.75rem,var(--messages-height,0px))]',
      )}
    >
      <Modal
        className={classes(
          'flex max-h-full bg-card shadow-xl',
          isDrawer ? 'h-full w-full max-w-xl border-s' : 'w-full max-w-lg rounded-xl border',
        )}
      >
        <AriaDialog
          role={isAlert ? 'alertdialog' : 'dialog'}
          className="flex min-h-0 min-w-0 grow flex-col outline-none"
        >
          <header className="flex items-center gap-2 border-b px-5 py-3">
            <Heading slot="title" className="min-w-0 grow text-lg font-semibold break-words">
              {title}
            </Heading>
            {!isSticky && <IconButton icon={X} iconSize={18} label={t.close} onPress={onClose} />}
          </header>
          <div className="relative min-h-0 grow overflow-auto p-5" tabIndex={0}>
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
  /** By default the label. */
  id?: string
  label: string
  icon?: ReactNode
  isDisabled?: boolean
  isDanger?: boolean
  onAction?(): void
}

export interface MenuContent {
  label: string
  actions: readonly MenuAction[]
}

interface MenuProps extends MenuContent, Pick<ButtonProps, 'look' | 'size' | 'iconSize'> {
  /** A `Button` or an `IconButton`; by default one with three dots. */
  trigger?: ReactNode
}

export const Menu = ({ label, actions, trigger, ...button }: MenuProps) => (
  <MenuTrigger>
    {trigger ?? <IconButton {...button} icon={Ellipsis} label={label} />}
    <MenuPopover label={label} actions={actions} />
  </MenuTrigger>
)

/** A menu without its button, which `triggerRef` finds. */
export const OpenMenu = ({
  triggerRef,
  onClose,
  ...content
}: MenuContent & { triggerRef: RefObject<HTMLElement | null>; onClose(): void }) => (
  <MenuPopover
    {...content}
    popover={{ 'aria-label': content.label, triggerRef, isOpen: true, onOpenChange: onClose }}
    menu={{ onClose }}
  />
)

interface MenuPopoverProps extends MenuContent {
  popover?: Partial<PopoverProps>
  menu?: { onClose(): void }
}

const MenuPopover = ({ label, actions, popover, menu }: MenuPopoverProps) => (
  <Popover {...popover} className="min-w-44 max-h-96 overflow-auto rounded-lg border bg-raised p-1 shadow-lg">
    <AriaMenu {...menu} {...(menu && { autoFocus: 'first' })} aria-label={label} className="outline-none">
      {actions.map(({ label: text, id = text, icon, isDisabled, isDanger, onAction }) => (
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

interface Mutation<I> {
  isPending: boolean
  mutate(input: I, options: { onError(error: Error): void; onSettled(): void }): void
}

interface Question<I> {
  title: string
  text: ReactNode
  /** The label of the button that confirms. */
  action: string
  input: I
}

/** `ask` opens the question about a record, and `dialog` shows it. The question closes when the action has ended. */
export function useConfirm<I, S = void>(mutation: Mutation<I>, questionOf: (subject: S) => Question<I>) {
  const [question, setQuestion] = useState<Question<I>>()
  const close = () => setQuestion(undefined)
  const dialog = (
    <Confirm
      title={question?.title ?? ''}
      text={question?.text}
      action={question?.action ?? ''}
      isOpen={question !== undefined}
      isPending={mutation.isPending}
      onConfirm={() => {
        if (question && !mutation.isPending) mutation.mutate(question.input, { onError: sayError, onSettled: close })
      }}
      onClose={close}
    />
  )
  return { ask: (subject: S) => setQuestion(questionOf(subject)), dialog }
}

interface ConfirmButtonProps<I> extends Question<I>, Pick<ButtonProps, 'size'> {
  mutation: Mutation<I>
  children?: ReactNode
}

/** A button that asks first. `children` are shown before its label. */
export function ConfirmButton<I>({ mutation, size = 'normal', children, ...question }: ConfirmButtonProps<I>) {
  const { ask, dialog } = useConfirm(mutation, () => question)
  return (
    <>
      <Button look="danger" size={size} onPress={() => ask()}>
        {children}
        {question.action}
      </Button>
      {dialog}
    </>
  )
}
