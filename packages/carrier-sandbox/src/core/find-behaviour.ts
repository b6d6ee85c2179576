// Finds the behaviour of a customer's number: the one set through the control API, or the one of its digits.
import { numberOf } from './addresses.ts'
import { type Behaviour, behaviourOfNumber } from './behaviours.ts'
import type { SandboxContext } from './context.ts'

export function findBehaviour({ behaviours }: SandboxContext, address: string): Behaviour | undefined {
  const number = numberOf(address)
  return behaviours.get(number) ?? behaviourOfNumber(number)
}
