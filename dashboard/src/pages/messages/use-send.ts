// Sends a message once: an attempt that is repeated unchanged has the same idempotency key.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from '../../api/new-key.ts'
import { queryClient } from '../../api/query.ts'

interface Attempt {
  content: string
  key: string
}

export function useSend<I, R>(send: (input: I, options: { idempotencyKey: string }) => Promise<R>) {
  const attempt = useRef<Attempt>(undefined)
  return useMutation({
    mutationFn: (input: I) => {
      const content = JSON.stringify(input)
      if (attempt.current?.content !== content) attempt.current = { content, key: newKey() }
      return send(input, { idempotencyKey: attempt.current.key })
    },
    onSuccess: async () => {
      attempt.current = undefined
      const areas = ['conversations', 'messages', 'sms', 'billing', 'accounts']
      await Promise.all(areas.map((area) => queryClient.invalidateQueries({ queryKey: [area] })))
    },
  })
}
