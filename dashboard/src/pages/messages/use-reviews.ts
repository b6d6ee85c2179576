// Asks the carrier for the outcome of reviews while a template is in review and the page is open.
import { useEffect } from 'react'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query.ts'
import { useMay } from '../../session/session.tsx'
import type { Template } from './template-status.tsx'

/** A review takes seconds at the sandbox, and minutes to a day otherwise. */
const pausesMs = [3_000, 5_000, 10_000, 30_000, 60_000, 300_000]
const inReview = new Set(['pending', 'received', 'unsubmitted'])

export function useReviews(templates: readonly Template[]): void {
  const maySync = useMay()('senders', 'sync')
  const names = templates
    .filter(({ raw_status }) => inReview.has(raw_status.toLowerCase()))
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (names === '' || !maySync) return
    let round = 0
    let timer: ReturnType<typeof setTimeout>
    const sync = async () => {
      if (document.visibilityState === 'visible') {
        // The button for synchronizing reports errors.
        await client.senders.sync().catch(() => {})
        await queryClient.invalidateQueries({ queryKey: ['senders'] })
      }
      plan()
    }
    const plan = () => {
      timer = setTimeout(() => void sync(), pausesMs[Math.min(round++, pausesMs.length - 1)])
    }
    plan()
    return () => clearTimeout(timer)
  }, [names, maySync])
}
