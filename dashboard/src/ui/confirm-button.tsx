// A button that asks before something that cannot be undone.
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Confirm, type ConfirmProps } from './overlays.tsx'

interface ConfirmButtonProps extends Pick<ConfirmProps, 'title' | 'text' | 'action'>, Pick<ButtonProps, 'size'> {
  icon?: ReactNode
  isPending: boolean
  /** `close` closes the question. */
  onConfirm(close: () => void): void
}

export function ConfirmButton({
  title,
  text,
  action,
  size = 'normal',
  icon,
  isPending,
  onConfirm,
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button look="danger" size={size} onPress={() => setAsking(true)}>
        {icon}
        {action}
      </Button>
      <Confirm
        title={title}
        text={text}
        action={action}
        isOpen={isAsking}
        isPending={isPending}
        onClose={close}
        onConfirm={() => !isPending && onConfirm(close)}
      />
    </>
  )
}
