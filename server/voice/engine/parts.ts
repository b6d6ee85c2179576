// Creates all parts of a call.
import { createCustomerTurns } from './customer-turns.ts'
import { createTakeover } from './phases/takeover.ts'
import { type Call, createTalkingParts } from './talking-parts.ts'

export type CallParts = ReturnType<typeof createCallParts>

export function createCallParts(call: Call) {
  const talking = createTalkingParts(call)
  const { turnTaking, ...turns } = createCustomerTurns(talking)
  const takeover = createTakeover({ ...talking, isCustomerSpeaking: turnTaking.isOpen })
  return { ...talking, turnTaking, ...turns, takeover }
}
