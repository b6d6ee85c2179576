// HTTP handlers for transactions, usage and balance alerts.
import type { billing, UsageGroup } from '#contract/billing.ts'
import { actFor } from '#server/features/accounts/index.ts'
import { recordEvent } from '#server/features/audit/index.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { replyWithCsv, wantsCsv } from '#server/platform/http/replies/csv-reply.ts'
import { pageOf } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setBalanceAlerts } from './balance-alerts.ts'
import { changeBalance } from './change-balance.ts'
import { getUsage } from './get-usage.ts'
import { listTransactions, readTransactions } from './list-transactions.ts'
import { presentUsd } from './present.ts'
import { presentAlerts } from './present-alerts.ts'
import { presentTransaction, presentUsage, transactionColumns } from './present-transactions.ts'
import { findAlerts } from './store-alerts.ts'

export const billingHandlers: Handlers<typeof billing> = {
  listTransactions: async (ctx, { query }, call) => {
    const filter = {
      kind: query.kind,
      channel: query.channel,
      assistantId: query.assistant_id,
      campaignId: query.campaign_id,
      reference: query.reference,
      dateFrom: query.date_from,
      dateTo: query.date_to,
    }
    if (wantsCsv(call, query.format))
      return replyWithCsv(call, {
        name: 'transactions.csv',
        columns: transactionColumns,
        rows: readTransactions(ctx, filter),
        valuesOf: (entry) => {
          const fields = presentTransaction(entry, ctx)
          return transactionColumns.map((column) => fields[column])
        },
      })
    const perPage = query.per_page
    const listed = await listTransactions(ctx, { ...filter, page: query.page, perPage, cursor: query.cursor })
    const rows = listed.rows.map((entry) => presentTransaction(entry, ctx))
    const { total, before } = listed
    const position = { page: Math.floor(before / perPage) + 1, perPage, before }
    const page = pageOf({ rows, total }, position, call.url, ctx.settings.publicUrl)
    return { ...page, next_cursor: listed.nextCursor, prev_cursor: listed.prevCursor }
  },

  getUsage: async (ctx, { query }) => {
    const usage = await getUsage(ctx, {
      groups: new Set(query.group_by.split(',') as UsageGroup[]),
      dateFrom: query.date_from,
      dateTo: query.date_to,
      channel: query.channel,
      assistantId: query.assistant_id,
      campaignId: query.campaign_id,
    })
    return presentUsage(usage, ctx)
  },

  getBalanceAlerts: async (ctx) => presentAlerts(await findAlerts(ctx.db, ctx.account.id), ctx),

  changeBalance: async (ctx, { params, body }) => {
    const target = await actFor(ctx, params.id)
    if (!target) throw new Refusal('ACCOUNT_NOT_FOUND')
    const amountMicros = Math.round(body.amount_usd * 1_000_000)
    if (amountMicros === 0 || (body.kind === 'top-up' && amountMicros < 0)) throw new Refusal('INVALID_AMOUNT')
    const change = { ...body, amountMicros, author: ctx.actor.name.slice(0, 100) }
    const { balanceMicros } = await transaction(target, async (tx) => {
      const actor = { ...ctx.actor, isVisiting: true }
      await recordEvent(tx, { actor, action: 'billing.changeBalance', remoteAddress: ctx.remoteAddress })
      return changeBalance(tx, change)
    })
    return { message: 'Balance changed.', balance_usd: presentUsd(balanceMicros) }
  },

  setBalanceAlerts: async (ctx, { body }) => {
    const alerts = await setBalanceAlerts(ctx, {
      thresholds: body.thresholds_usd.map((usd) => Math.round(usd * 1_000_000)),
      webhookUrl: body.webhook_url ?? null,
      emails: body.emails ?? [],
    })
    return presentAlerts(alerts, ctx)
  },
}
