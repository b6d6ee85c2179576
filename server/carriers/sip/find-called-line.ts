// Finds the trunk that an incoming call is for, among those of its source, which can belong to several accounts.
import { calledOf, type SipRequest } from '@parley/sip'
import type { TrunkLine } from './lines.ts'
import { calledNumberOf, numberOfContact } from './numbers.ts'

type Line = Pick<TrunkLine, 'trunk' | 'contactUser' | 'state'>

/**
 * A call to the name under which a trunk has registered is for this trunk, because only its provider knows the name.
 * Otherwise, the number decides: a complete one before a national one, and a trunk that has registered with its password
 * before one that has not. Undefined if no trunk has the number, or trunks of several accounts have it.
 */
export function findCalledLine<L extends Line>(
  lines: readonly L[],
  request: SipRequest,
): { line: L; number: string } | undefined {
  const { user } = calledOf(request)
  const registered = lines.find(({ contactUser }) => contactUser === user)
  if (registered) {
    const { trunk, contactUser } = registered
    return { line: registered, number: numberOfContact(trunk, contactUser, request)?.number ?? trunk.phoneNumbers[0]! }
  }
  const all = lines.flatMap((line) => {
    const called = calledNumberOf(line.trunk, request)
    return called ? [{ line, ...called }] : []
  })
  const certain = preferred(all, ({ isCertain }) => isCertain)
  const [first, ...others] = preferred(certain, ({ line }) => line.state().status === 'registered')
  return others.some(({ line }) => line.trunk.accountId !== first!.line.trunk.accountId) ? undefined : first
}

/** Those with the property, or all if none has it. */
function preferred<T>(all: readonly T[], has: (one: T) => boolean): readonly T[] {
  const found = all.filter(has)
  return found.length > 0 ? found : all
}
