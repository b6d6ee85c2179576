// The addresses of a customer whom the account identifies in a request.
import { isE164 } from '@parley/rules'
import { type Address, channelAddress, externalAddress } from '#server/features/contacts/index.ts'
import type { NewConversation } from './store.ts'

/** The variables by which accounts name the number of a customer. Other variables can be numbers of the account. */
export const numberVariables: readonly string[] = ['phone', 'phone_number', 'customer_phone']

/** None for visitors, who are not identified. Accounts identify their customers by phone numbers, too. */
export function addressesOf({
  customer,
  variables,
  variablesFromVisitor,
  unverifiedVariables = [],
}: NewConversation): Address[] {
  if (customer?.identifier === undefined || variablesFromVisitor) return []
  const given = numberVariables.filter((name) => !unverifiedVariables.includes(name)).map((name) => variables[name])
  const numbers = [customer.identifier, ...given].filter((value) => value !== undefined && isE164(value)) as string[]
  const external = isE164(customer.identifier) ? [] : [externalAddress(customer.identifier)]
  const phones = new Map(numbers.map((number) => channelAddress(number)).map((address) => [address.key, address]))
  return [...external, ...phones.values()]
}
