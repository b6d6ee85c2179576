// Reads a campaign again when one of its calls begins: the API reports attempts only when they have an outcome.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '../../api/live.ts'
import type { CampaignRecord } from './words.ts'

const pauseMs = 500

export function useFollowCalls({ status, assistant_id: assistantId }: CampaignRecord): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents(({ event, data }) => {
    if (status !== 'in-progress' || event !== 'call.status' || data.assistant_id !== assistantId) return
    // Calls in quick succession cause one read.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const area of ['campaigns', 'leads']) void cache.invalidateQueries({ queryKey: [area] })
    }, pauseMs)
  })
}
