// Reads the runs of an automation, newest first, and earlier ones when the list is scrolled to its end.
import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import type { RunStatus } from '../parts/search.ts'

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
