// Reads and changes records through the SDK, with a cache that live events keep current.
import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Contract } from '#contract/index.ts'
import { type Client, ParleyError } from '#sdk/index.ts'
import { newKey } from '#widget/src/new-key.ts'
import { client } from './client.ts'
import { Unreachable } from './unreachable.ts'

export type Area = keyof Contract & keyof Client
// biome-ignore lint/suspicious/noExplicitAny: a parameter type that every call of the client satisfies
type AnyCall = (...args: any[]) => any
export type CallName<A extends Area> = {
  [N in keyof Client[A]]: Client[A][N] extends AnyCall
    ? ReturnType<Client[A][N]> extends Promise<unknown>
      ? N
      : never
    : never
}[keyof Client[A]] &
  string
export type InputOf<A extends Area, N extends CallName<A>> = Client[A][N] extends AnyCall
  ? NonNullable<Parameters<Client[A][N]>[0]>
  : never
export type ReplyFrom<A extends Area, N extends CallName<A>> = Client[A][N] extends AnyCall
  ? Awaited<ReturnType<Client[A][N]>>
  : never

type AnyClient = Record<
  string,
  Record<string, (input: unknown, options: { signal?: AbortSignal; idempotencyKey?: string }) => Promise<unknown>>
>
const calls = client as unknown as AnyClient

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live events say when a record has changed.
      staleTime: 30_000,
      retry: (failures, error) =>
        !(error instanceof ParleyError && error.status < 500) && untilAvailable(error) === false && failures < 3,
      refetchInterval: ({ state: { error } }) => untilAvailable(error),
      networkMode: 'always',
    },
    // By default, actions wait silently while the browser is offline, although Parley can run on the same machine.
    mutations: { networkMode: 'always' },
  },
})

/** The server cannot reach its database at the moment. */
export const isUnavailable = (error: Error): boolean =>
  error instanceof ParleyError && error.status === 503 && error.message.startsWith('Parley cannot reach its database')

/** The interval of reads: a page says at once that the server or its database is away, and reads again until it is back. */
export const untilAvailable = (error: Error | null): number | false =>
  error && (error instanceof Unreachable || isUnavailable(error)) ? 3_000 : false

/** The options of a query, such as `read('calls', 'get', { id })`. The key is the area, the name and the input. */
export function read<A extends Area, N extends CallName<A>>(area: A, name: N, input?: InputOf<A, N>) {
  return queryOptions({
    queryKey: [area, name, input ?? {}] as const,
    queryFn: ({ signal }) => calls[area]![name]!(input ?? {}, { signal }) as Promise<ReplyFrom<A, N>>,
  })
}

/** Reads, and keeps the previous reply while the input changes. */
export function useRead<A extends Area, N extends CallName<A>>(
  area: A,
  name: N,
  input?: InputOf<A, N>,
  { isEnabled = true, refetchMs }: { isEnabled?: boolean; refetchMs?: number } = {},
) {
  return useQuery({
    ...read(area, name, input),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })
}

export interface ActionOptions<R, I = never> {
  /** For endpoints that support it: a repeated call with the same key has no second effect. */
  idempotencyKey?: (input: I) => string
  /** The areas whose records the call changes, besides its own. */
  changes?: readonly Area[]
  onDone?: (reply: R) => void
}

export type Action<A extends Area, N extends CallName<A>> = UseMutationResult<ReplyFrom<A, N>, Error, InputOf<A, N>>

/** Returns a mutation that calls the endpoint; afterwards, all records of its area are read again. */
export function useAction<A extends Area, N extends CallName<A>>(
  area: A,
  name: N,
  { changes = [], onDone, idempotencyKey }: ActionOptions<ReplyFrom<A, N>, InputOf<A, N>> = {},
): Action<A, N> {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<A, N>) =>
      calls[area]![name]!(input, idempotencyKey ? { idempotencyKey: idempotencyKey(input) } : {}) as Promise<
        ReplyFrom<A, N>
      >,
    onSuccess: async (reply) => {
      onDone?.(reply)
      await Promise.all([area, ...changes].map((each) => cache.invalidateQueries({ queryKey: [each] })))
    },
  })
}

/** The messages of the server for the fields of a form; empty for other errors. */
export const fieldErrorsOf = (error: Error | null): Record<string, string[]> =>
  error instanceof ParleyError ? error.errors : {}

interface Attempt<R> {
  content: string
  key: string
  /** A second click gets the same reply. */
  reply: Promise<R> | undefined
}

/**
 * Sends something that must not happen twice: an attempt that is repeated unchanged has the same idempotency key.
 * `changes` are the areas whose records are read again afterwards.
 */
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

interface PageReply {
  data: readonly unknown[]
  total?: number
  meta?: { total: number }
}

export type RowOf<A extends Area, N extends CallName<A>> =
  ReplyFrom<A, N> extends { data: readonly (infer R)[] } ? R : never

export interface Rows<R> {
  /** Undefined until the first page has arrived. */
  count: number | undefined
  /** Undefined while its page is being read. */
  rowAt(index: number): R | undefined
  /** The list shows these rows now. */
  onShow(first: number, last: number): void
  error: Error | null
  retry(): void
}

const perPage = 100

/** For endpoints with `per_page` and `page`. */
export function useRows<A extends Area, N extends CallName<A>>(
  area: A,
  name: N,
  input: Omit<InputOf<A, N>, 'page' | 'per_page'>,
): Rows<RowOf<A, N>> {
  const [{ from, to }, setPages] = useState({ from: 0, to: 0 })
  // The first page also says how many rows there are.
  const numbers = [...new Set([0, ...Array.from({ length: to - from + 1 }, (_, index) => from + index)])]
  const queries = useQueries({
    queries: numbers.map((number) =>
      read(area, name, { ...input, page: number + 1, per_page: perPage } as unknown as InputOf<A, N>),
    ),
  })
  const replies = new Map(numbers.map((number, index) => [number, queries[index]!.data as PageReply | undefined]))
  const first = replies.get(0)
  return {
    count: first && (first.total ?? first.meta?.total ?? first.data.length),
    rowAt: (index) => replies.get(Math.floor(index / perPage))?.data[index % perPage] as RowOf<A, N> | undefined,
    onShow: (firstShown, last) => {
      const next = { from: Math.floor(firstShown / perPage), to: Math.floor(last / perPage) }
      // Scrolling within the same pages must not draw the page of the list again.
      setPages((known) => (known.from === next.from && known.to === next.to ? known : next))
    },
    error: queries.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.error) void query.refetch()
    },
  }
}

/** For endpoints with `cursor` and `next_cursor`: further rows are read when the list shows the last ones. */
export function useCursorRows<A extends Area, N extends CallName<A>>(
  area: A,
  name: N,
  input: Omit<InputOf<A, N>, 'cursor' | 'per_page'>,
): Rows<RowOf<A, N>> & { total: number | null | undefined } {
  type Reply = { data: RowOf<A, N>[]; total: number | null; next_cursor: string | null }
  const query = useInfiniteQuery({
    queryKey: [area, name, 'by cursor', input],
    queryFn: ({ pageParam, signal }) =>
      calls[area]![name]!(
        { ...input, per_page: perPage, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ) as Promise<Reply>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.pages.flatMap(({ data }) => data)
  return {
    // The row after the last one is shown while it is being read.
    count: rows && rows.length + (query.hasNextPage ? 1 : 0),
    rowAt: (index) => rows?.[index],
    onShow: (_, last) => {
      if (rows && last >= rows.length - 1 && query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    error: query.error,
    retry: () => void query.refetch(),
    total: query.data?.pages[0]?.total,
  }
}

/** The rows of a list that is read as a whole, by the query. */
export const rowsOf = <R>(
  list: readonly R[] | undefined,
  query?: { error: Error | null; refetch(): unknown },
): Rows<R> => ({
  count: list?.length,
  rowAt: (index) => list?.[index],
  onShow: () => {},
  error: query?.error ?? null,
  retry: () => void query?.refetch(),
})
