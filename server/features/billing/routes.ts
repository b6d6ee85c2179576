// HTTP handlers for transactions, usage and balance alerts.
import type { billing, UsageGroup } from '#contract/account/billing.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithCsv, wantsCsv } from '#server/platform/http/replies/csv-reply.ts'
import { replyWithCursorPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { setBalanceAlerts } from './balance-alerts.ts'
import { changeBalanceOf } from './change-balance.ts'
import { getUsage } from './get-usage.ts'
import { listTransactions, readTransactions } from './list-transactions.ts'
import { presentSpendable, presentUsd } from './present.ts'
import { presentAlerts, presentTransaction, presentUsage, transactionColumns } from './present-transactions.ts'
import { findAlerts } from './store-alerts.ts'

export const billingHandlers: Handlers<typeof billing> = {
  listTransactions: async (ctx, { query }, call) => {
    const filter = fromApi(query)
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
    const listed = await listTransactions(ctx, filter)
    return replyWithCursorPage(ctx, { query, url: call.url }, listed, (entry) => presentTransaction(entry, ctx))
  },

  getUsage: async (ctx, { query }) => {
    const { group_by: groups, ...filter } = query
    const usage = await getUsage(ctx, { ...fromApi(filter), groups: new Set(groups.split(',') as UsageGroup[]) })
    return { ...presentUsage(usage, ctx), balance: await presentSpendable(ctx) }
  },

  changeBalance: async (ctx, { params, body }) => {
    const { amount_usd: usd, ...change } = body
    const amountMicros = Math.round(usd * 1_000_000)
    const author = ctx.actor.name.slice(0, 100)
    const of = { accountId: params.id, actor: ctx.actor }
    const balance = await changeBalanceOf(ctx, { ...of, amountMicros, author, ...change })
    return { balance_usd: presentUsd(balance.balanceMicros) }
  },

  getBalanceAlerts: async (ctx) => presentAlerts(await findAlerts(ctx.db, ctx.account.id), ctx),

  setBalanceAlerts: async (ctx, { body }) => {
    const alerts = await setBalanceAlerts(ctx, {
      thresholds: body.thresholds_usd.map((usd) => Math.round(usd * 1_000_000)),
      webhookUrl: body.webhook_url ?? null,
      emails: body.emails ?? [],
    })
    return presentAlerts(alerts, ctx)
  },
}
