// Reads the calls in progress, those with a conversation first.
import { useRead } from '../../api/query.ts'
import type { CallRecord } from './lanes.ts'

export interface OpenCallsFilter {
  assistant_id?: number
  campaign_id?: number
  type?: CallRecord['type']
  phone_number?: string
}

/** `calls` contains at most `limit`; undefined until they are known. */
export function useOpenCalls(filter: OpenCallsFilter, limit: number) {
  const queries = [
    useRead('calls', 'list', { ...filter, status: 'in-progress', per_page: limit }),
    useRead('calls', 'list', { ...filter, status: 'ringing', per_page: limit }),
    useRead('calls', 'list', { ...filter, status: 'initiated', per_page: limit }),
  ]
  const pages = queries.flatMap(({ data }) => data ?? [])
  return {
    calls: pages.length === queries.length ? pages.flatMap(({ data }) => data).slice(0, limit) : undefined,
    total: pages.reduce((sum, { total }) => sum + total, 0),
    error: queries.find(({ data, error }) => error && data === undefined)?.error ?? null,
  }
}
