// Checks the fields of a trunk together, because an update can give any of them.
import { isE164 } from '@parley/rules'
import { isSupportedCountry } from 'libphonenumber-js/max'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { refuseAddress } from '#server/platform/safe-fetch/index.ts'
import { isNetwork, readHost } from './sip-addresses.ts'
import type { TrunkFields } from './trunk-settings.ts'

const extension = /^[\w*#+.-]{1,15}$/

/** Throws `InvalidInput` with the names of fields of the API. */
export function checkFields(
  ctx: Pick<AccountContext, 'account' | 'fetcher'>,
  fields: TrunkFields,
  hasPassword: boolean,
) {
  const errors: Record<string, string[]> = {}
  const add = (field: string, messageFor: (attribute: string) => string): void => {
    errors[field] ??= [messageFor(field.replaceAll('_', ' '))]
  }
  const isExtension = fields.sipTrunkType === 'extension'
  if (!(isExtension ? extension.test(fields.phoneNumber) : isE164(fields.phoneNumber))) add('phone_number', malformed)
  if (!readHost(fields.sipAddress)) add('sip_address', malformed)
  if (fields.sipDomain !== null && !readHost(fields.sipDomain)) add('sip_domain', malformed)
  if (!isSupportedCountry(fields.countryCode))
    add('country_code', (attribute) => `The selected ${attribute} is invalid.`)
  for (const [index, network] of fields.allowedInboundIps.entries())
    if (!isNetwork(network, { isTenant: ctx.account.kind === 'tenant' })) add(`allowed_inbound_ips.${index}`, malformed)
  const authenticates = fields.register || fields.inboundAuthorizationType === 'auth'
  if (fields.sipUsername === null && (authenticates || fields.callerIdFrom === 'account')) add('sip_username', required)
  if (!hasPassword && authenticates) add('sip_password', required)
  if (isExtension && fields.additionalPhoneNumbers.length > 0)
    add('additional_phone_numbers', (attribute) => `The ${attribute} cannot be used with an extension.`)
  const reason = refusedAddress(ctx, fields)
  if (reason !== undefined) add('sip_address', () => reason)
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}

const malformed = (attribute: string): string => `The ${attribute} format is invalid.`
const required = (attribute: string): string => `The ${attribute} field is required.`

/**
 * Tenants must not reach the network of the server, unless the operator allows the address. The carrier checks the addresses
 * of names when it resolves them.
 */
function refusedAddress({ account, fetcher }: Pick<AccountContext, 'account' | 'fetcher'>, fields: TrunkFields) {
  if (account.kind !== 'tenant' || !readHost(fields.sipAddress)) return undefined
  const port = fields.sipPort ?? (fields.sipTransport === 'tls' ? 5061 : 5060)
  return refuseAddress(fetcher, { address: fields.sipAddress, port })
}
