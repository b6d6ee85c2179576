// Lets the server draft an assistant, with the progress that it reports, until the person cancels or leaves.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { contract } from '#contract/index.ts'
import { client } from '../../../api/client.ts'
import type { InputOf, ReplyFrom } from '../../../api/query.ts'
import { Unreachable } from '../../../api/unreachable.ts'

export type Draft = ReplyFrom<'assistantTemplates', 'draft'>['data']
type Description = InputOf<'assistantTemplates', 'draft'>

export function useDraft() {
  /** As the server reports it; undefined before the first report. */
  const [progress, setProgress] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const writing = useMutation({
    mutationFn: async (input: Description): Promise<Draft> => {
      const stop = new AbortController()
      running.current = stop
      setProgress(undefined)
      for await (const piece of client.stream(contract.assistantTemplates.draft, input, { signal: stop.signal })) {
        if ('done' in piece) return piece.done.data
        setProgress(piece.delta)
      }
      throw new Unreachable()
    },
  })

  return {
    writing,
    progress,
    /** The server stops, and nothing has been stored. */
    cancel() {
      running.current?.abort()
      writing.reset()
    },
  }
}
