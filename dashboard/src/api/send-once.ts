// Sends something that must not happen twice: an attempt that is repeated unchanged has the same idempotency key.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from './new-key.ts'
import { type Area, queryClient } from './query.ts'

interface Attempt {
  content: string
  key: string
}

/** `changes` are the areas whose records are read again afterwards. */
export function useSendOnce<I, R>(
  send: (input: I, options: { idempotencyKey: string }) => Promise<R>,
  changes: readonly Area[],
) {
  const attempt = useRef<Attempt>(undefined)
  return useMutation({
    mutationFn: (input: I) => {
      const content = JSON.stringify(input)
      if (attempt.current?.content !== content) attempt.current = { content, key: newKey() }
      return send(input, { idempotencyKey: attempt.current.key })
    },
    onSuccess: async () => {
      attempt.current = undefined
      await Promise.all(changes.map((area) => queryClient.invalidateQueries({ queryKey: [area] })))
    },
  })
}
