// Sends something that must not happen twice: an attempt that is repeated unchanged has the same idempotency key.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from '#widget/src/new-key.ts'
import { type Area, queryClient } from './query.ts'

interface Attempt<R> {
  content: string
  key: string
  /** A second click gets the same reply. */
  reply: Promise<R> | undefined
}

/** `changes` are the areas whose records are read again afterwards. */
export function useSendOnce<I, R>(
  send: (input: I, options: { idempotencyKey: string }) => Promise<R>,
  changes: readonly Area[],
) {
  const attempt = useRef<Attempt<R>>(undefined)
  return useMutation({
    mutationFn: (input: I) => {
      const content = JSON.stringify(input)
      if (attempt.current?.content !== content) attempt.current = { content, key: newKey(), reply: undefined }
      const present = attempt.current
      present.reply ??= send(input, { idempotencyKey: present.key }).finally(() => {
        present.reply = undefined
      })
      return present.reply
    },
    onSuccess: async () => {
      attempt.current = undefined
      await Promise.all(changes.map((area) => queryClient.invalidateQueries({ queryKey: [area] })))
    },
  })
}
