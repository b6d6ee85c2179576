// What a person's number does: as it was told, or as its digits say.
import { numberOf } from './addresses.ts'
import { type Behaviour, behaviourOfNumber } from './behaviours.ts'
import type { Exchange } from './exchange.ts'

export function behaviourOf({ behaviours }: Exchange, address: string): Behaviour | undefined {
  const number = numberOf(address)
  return behaviours.get(number) ?? behaviourOfNumber(number)
}
