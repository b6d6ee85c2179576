// HTTP handlers for phone numbers and calling limits.
import type { phoneNumbers } from '#contract/calls/phone-numbers.ts'
import { carrierAccountFor, requestCarrier, requireCapability } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import { callingPolicyOf } from './calling/policy.ts'
import { setAllowedCountries } from './calling/set-allowed-countries.ts'
import { deletePhoneNumber } from './delete-phone-number.ts'
import { importPhoneNumber } from './import-phone-number.ts'
import { selectPhoneNumbers, updateNickname } from './number/store.ts'
import { presentAvailable, presentLimits, presentPhoneNumber } from './present.ts'
import { purchasePhoneNumber } from './purchase-phone-number.ts'

const list = async (ctx: AccountContext) => (await selectPhoneNumbers(ctx.db, ctx.account.id)).map(presentPhoneNumber)

export const phoneNumberHandlers: Handlers<typeof phoneNumbers> = {
  list,

  listAll: async (ctx) => ({ data: await list(ctx) }),

  search: async (ctx, { query: { country_code: countryCode = ctx.account.country, contains } }) => {
    const account = await carrierAccountFor(ctx)
    const found = await requestCarrier(async () => {
      const carrier = ctx.carriers.of(account)
      requireCapability(carrier, 'sellsNumbers')
      return carrier.calls.searchPhoneNumbers(account, { countryCode, ...(contains && { contains }) })
    })
    return { data: found.map(presentAvailable) }
  },

  create: async (ctx, { body: { phone_number: phoneNumber, nickname = null, type = 'both' } }) => ({
    message: 'Phone number imported successfully',
    data: presentPhoneNumber(await importPhoneNumber(ctx, { phoneNumber, nickname, type })),
  }),

  purchase: async (ctx, { body: { phone_number: phoneNumber, nickname = null } }) => ({
    message: 'Phone number purchased successfully',
    data: presentPhoneNumber(await purchasePhoneNumber(ctx, { phoneNumber, nickname })),
  }),

  update: async (ctx, { params, body: { nickname } }) => {
    const number = orRefuse(await updateNickname(ctx.db, ctx.account.id, params.id, nickname), 'PHONE_NUMBER_NOT_FOUND')
    return { message: 'Phone number updated successfully', data: presentPhoneNumber(number) }
  },

  delete: async (ctx, { params }) => {
    await deletePhoneNumber(ctx, params.id)
    return { message: 'Phone number deleted successfully' }
  },

  getCallingLimits: async (ctx) => ({ data: presentLimits(await callingPolicyOf(ctx)) }),

  setCallingLimits: async (ctx, { body }) => {
    await setAllowedCountries(ctx, body.allowed_countries)
    return { message: 'Calling limits saved successfully', data: presentLimits(await callingPolicyOf(ctx)) }
  },
}
