// Reads the runs of an automation, newest first, and earlier ones when the list is scrolled to its end.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { useRead } from '../../../api/query.ts'
import type { RunStatus } from '../parts/search.ts'
import type { RunReply } from '../parts/types.ts'

/** The most that the API returns at once. */
const limit = 20

export interface RunsFilter {
  id: string
  status?: RunStatus | undefined
  outcome?: string | undefined
}

/** Live events read the pages that are loaded again. */
export function useRuns({ id, status, outcome }: RunsFilter) {
  const filter = { id, limit, ...(status && { status }), ...(outcome && { outcome }) }
  const query = useInfiniteQuery({
    queryKey: ['automations', 'runs', filter],
    queryFn: ({ pageParam, signal }) =>
      client.automations.listRuns({ ...filter, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
  })
  return {
    query: { ...query, data: query.data?.pages.flatMap(({ runs = [] }) => runs) },
    hasEarlier: query.hasNextPage,
    isReading: query.isFetchingNextPage,
    readEarlier: (): void => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
  }
}

/** There are events only when a run pauses or ends, not for its steps. */
const pollMs = 500

/** Reads a run with its steps, again and again while it is running. */
export function useRun(automationId: string, runId: string | undefined) {
  const [isRunning, setRunning] = useState(false)
  const query = useRead(
    'automations',
    'listRuns',
    { id: automationId, run_id: runId ?? '' },
    { isEnabled: runId !== undefined, ...(isRunning && { refetchMs: pollMs }) },
  )
  // The previous run remains in the query until the next one has arrived.
  const found = query.data?.run
  const run: RunReply | undefined = found?.id === runId ? found : undefined
  useEffect(() => setRunning(run?.status === 'RUNNING'), [run?.status])
  return { run, error: query.error, refetch: query.refetch }
}
