// What the list shows of each automation, read for the rows in view.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '../../../api/client.ts'
import { useLiveEvents } from '../../../api/live.ts'

const key = 'automation-glance'
const runsShown = 10

/** The list of the API has neither triggers nor runs, so both are read for each automation. */
export function useGlance(id: string) {
  return useQuery({
    queryKey: [key, id],
    queryFn: async ({ signal }) => {
      const [{ trigger, next_run_at }, { runs = [] }] = await Promise.all([
        client.automations.get({ id }, { signal }),
        client.automations.listRuns({ id, limit: runsShown }, { signal }),
      ])
      return { trigger, nextRunAt: next_run_at, runs }
    },
    staleTime: 5_000,
  })
}

const pauseMs = 3_000

/** Runs can end many times a second; the rows are read again every few seconds at most. */
export function useFreshGlances(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(({ event }) => {
    if (event !== 'automation.run' || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries({ queryKey: [key] })
    }, pauseMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
