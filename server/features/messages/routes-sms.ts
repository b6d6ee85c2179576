// HTTP handlers for SMS.
import type { sms } from '#contract/messages/sms.ts'
import { pageOf } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { sendSms } from './sending/send-sms.ts'
import { getSms, listSms, loadNumbers } from './sms/list-sms.ts'
import { presentSms } from './sms/present-sms.ts'
import { resolveFrom } from './sms/resolve-from.ts'

export const smsHandlers: Handlers<typeof sms> = {
  send: async (ctx, { body: { from, to, body } }, { operation }) => {
    const { message } = await sendSms(ctx, { phoneNumberId: await resolveFrom(ctx, from), to, body }, operation)
    const numberOf = await loadNumbers(ctx, [message])
    return { message: 'SMS sent successfully', data: presentSms(message, numberOf(message)) }
  },

  list: async (ctx, { query }, { url }) => {
    const position = { page: query.page, perPage: query.per_page }
    const { rows, total } = await listSms(ctx, {
      ...position,
      phoneNumber: query.phone_number,
      status: query.status,
      direction: query.direction,
      dateFrom: query.date_from,
      dateTo: query.date_to,
    })
    const numberOf = await loadNumbers(ctx, rows)
    const presented = rows.map((message) => presentSms(message, numberOf(message)))
    return pageOf({ rows: presented, total }, position, url, ctx.settings.publicUrl)
  },

  get: async (ctx, { params }) => {
    const message = await getSms(ctx, params.id)
    const numberOf = await loadNumbers(ctx, [message])
    return { data: presentSms(message, numberOf(message)) }
  },
}
