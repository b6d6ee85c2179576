// Reads the audit log page by page, as far as it is looked at.
import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { InputOf, ReplyFrom, Rows } from '../../api/query.ts'
import { textsOf } from '../../i18n/texts.ts'

export type AuditEntry = ReplyFrom<'audit', 'list'>['data'][number]
export type AuditFilters = Omit<InputOf<'audit', 'list'>, 'before' | 'limit'>

const perPage = 100

export function useAuditRows(filters: AuditFilters): Rows<AuditEntry> {
  const query = useInfiniteQuery({
    queryKey: ['audit', 'list', filters, 'endless'],
    queryFn: ({ pageParam, signal }) =>
      client.audit.list({ ...filters, limit: perPage, ...(pageParam !== 0 && { before: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    // No live event says that the log has new entries.
    staleTime: 0,
  })
  const entries = query.data?.pages.flatMap(({ data }) => data)
  return {
    count: entries && entries.length + (query.hasNextPage ? 1 : 0),
    rowAt: (index) => entries?.[index],
    onShow: (_first, last) => {
      if (entries && last >= entries.length - 1 && query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    error: query.error,
    retry: () => void query.refetch(),
  }
}

export type ActorKind = ReplyFrom<'audit', 'list'>['data'][number]['actor']['kind']

export const actorTexts = textsOf('settings', 'actor')

export const actorKinds = ['member', 'operator', 'key', 'command'] as const satisfies readonly ActorKind[]
