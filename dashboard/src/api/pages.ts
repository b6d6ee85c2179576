// Reads a long list page by page, as far as it is looked at.
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type Area, type CallName, type InputOf, type ReplyFrom, read } from './query.ts'

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

/** The rows of a list that is read as a whole. */
export const rowsOf = <R>(list: readonly R[]): Rows<R> => ({
  count: list.length,
  rowAt: (index) => list[index],
  onShow: () => {},
  error: null,
  retry: () => {},
})
