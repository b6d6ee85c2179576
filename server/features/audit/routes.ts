// HTTP handlers of the audit log.
import { Readable } from 'node:stream'
import type { audit } from '#contract/account/audit.ts'
import type { EndpointInput } from '#contract/wire/endpoint.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { FileReply } from '#server/platform/http/replies/file-reply.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { type EntryFilter, type EntryRow, selectEntries } from './store.ts'

export const auditHandlers: Handlers<typeof audit> = {
  list: async (ctx, { query }) => {
    const { limit, before } = query
    const filter = { ...filterOf(ctx, query), ...(before && { before }) }
    const rows = await selectEntries(ctx.db, ctx.account.id, filter, limit + 1)
    const shown = rows.slice(0, limit)
    return { data: shown.map(presentEntry), next: rows.length > limit ? shown.at(-1)!.id : null }
  },

  export: async (ctx, { query }) => {
    const headers = {
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="audit.jsonl"',
      'cache-control': 'private, no-store',
    }
    return new FileReply(200, headers, Readable.from(linesOf(ctx, filterOf(ctx, query))))
  },
}

function filterOf(ctx: AccountContext, query: EndpointInput<typeof audit.export>['query']): EntryFilter {
  const { actor, actor_id: actorId, action, subject, date_from: dateFrom, date_to: dateTo } = query
  return { actorKind: actor, actorId, action, subject, dateFrom, dateTo, timeZone: ctx.account.timeZone }
}

const batchSize = 500

async function* linesOf(ctx: AccountContext, filter: EntryFilter): AsyncGenerator<string> {
  for (let before: number | undefined; ; ) {
    const rows = await selectEntries(ctx.db, ctx.account.id, { ...filter, ...(before && { before }) }, batchSize)
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(presentEntry(row))}\n`).join('')
    if (rows.length < batchSize) return
    before = rows.at(-1)!.id
  }
}

function presentEntry(row: EntryRow) {
  return {
    id: row.id,
    created_at: toIsoMicros(row.createdAt),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    remote_address: row.remoteAddress,
    user_agent: row.userAgent,
    action: row.action,
    subject: row.subject,
    before: row.before ?? null,
    after: row.after ?? null,
    outcome: row.completedAt === null ? ('unknown' as const) : ('done' as const),
  }
}
