// Lists the phone numbers that an assistant can use.
import type { catalogues } from '#contract/assistants/catalogues.ts'
import { isUsableFor, selectPhoneNumbers, typeLabels } from '#server/features/phone-numbers/index.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { selectAnsweredNumbers } from './assistant/store.ts'

/** Several assistants can call from one number, but only one answers it. */
export const listNumbersForAssistants: Handler<typeof catalogues.phoneNumbers> = async (ctx, { query: { type } }) => {
  const [numbers, answered] = await Promise.all([
    selectPhoneNumbers(ctx.db, ctx.account.id),
    selectAnsweredNumbers(ctx.db, ctx.account.id),
  ])
  return numbers
    .filter((number) => type === undefined || isUsableFor(number, type))
    .map(({ id, phoneNumber, countryCode, type: ofNumber }) => ({
      id,
      phone_number: phoneNumber,
      country_code: countryCode,
      type_label: typeLabels[ofNumber],
      is_available: type === 'outbound' || !answered.includes(id),
    }))
}
