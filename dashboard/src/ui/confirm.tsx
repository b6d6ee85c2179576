// Asks before an action that cannot be undone.
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Confirm, sayError } from './overlays.tsx'

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
