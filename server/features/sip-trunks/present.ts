// Converts trunks and SIP telephones to their API representation.
import type { sipPhones } from '#contract/calls/sip-phones.ts'
import type { sipTrunks } from '#contract/calls/sip-trunks.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { TrunkWithNumbers } from './get-trunk.ts'
import { readPhonePassword, type StoredPhone } from './phone.ts'
import { readTrunkPassword } from './trunk.ts'
import { trunkNumbersOf } from './trunk-numbers.ts'

type SettingsContext = Pick<AccountContext, 'settings'>

export function presentTrunk(
  { settings }: SettingsContext,
  { trunk, numbers }: TrunkWithNumbers,
): ReplyOf<typeof sipTrunks.get>['data'] {
  const { phoneNumberId, lastCallAt, lastError, lastErrorAt, createdAt } = trunk
  return {
    id: phoneNumberId,
    ...toApi({ ...trunk.settings, ...trunkNumbersOf(numbers) }),
    ...toApi({ phoneNumberId, lastCallAt, lastError, lastErrorAt, createdAt }),
    has_password: trunk.sealedPassword !== null,
    unreadable: readTrunkPassword(settings, trunk) === undefined,
    state: {
      status: trunk.status,
      error: trunk.error,
      round_trip_ms: trunk.roundTripMs,
      since: toIsoMicros(trunk.statusAt),
    },
  }
}

export function presentPhone(
  { settings }: SettingsContext,
  phone: StoredPhone,
): ReplyOf<typeof sipPhones.list>['data'][number] {
  const { sealedPassword: _sealed, accountId: _account, registeredUntil, ...fields } = phone
  return {
    ...toApi(fields),
    server: settings.sipAddress,
    registered_until: registeredUntil && toIsoMicros(registeredUntil),
    unreadable: readPhonePassword(settings, phone) === undefined,
  }
}

export const presentPhoneWithPassword = (
  ctx: SettingsContext,
  phone: StoredPhone,
): ReplyOf<typeof sipPhones.get>['data'] => ({
  ...presentPhone(ctx, phone),
  password: readPhonePassword(ctx.settings, phone) ?? null,
})
