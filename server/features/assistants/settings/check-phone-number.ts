// Checks that the phone number of an assistant suits its type, and that no other assistant answers its calls.
import { findPhoneNumber, isUsableFor, lockPhoneNumber } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantPatch, AssistantSettings } from '../assistant/assistant.ts'
import { findAnsweringAssistant } from '../assistant/store.ts'
import type { Fault } from './fault.ts'

/** `id` is undefined for a new assistant. Numbers of other accounts are reported by `checkOwnership`. */
export async function checkPhoneNumber(
  ctx: AccountContext | Tx,
  { id, type, phoneNumberId }: Pick<AssistantSettings, 'type' | 'phoneNumberId'> & { id: number | undefined },
  patch: AssistantPatch,
): Promise<Fault[]> {
  const isUnchanged = patch.phoneNumberId === undefined && patch.type === undefined
  if (phoneNumberId === null || isUnchanged) return []
  const number = await findPhoneNumber(ctx.db, ctx.account.id, phoneNumberId)
  if (!number) return []
  const fault = (message: string): Fault[] => [{ setting: 'phoneNumberId', message }]
  if (!isUsableFor(number, type)) return fault(`The selected :attribute is not for ${type} calls.`)
  if (type === 'outbound') return []
  const answering = await findAnsweringAssistant(ctx.db, ctx.account.id, phoneNumberId)
  return answering === undefined || answering.id === id
    ? []
    : fault('Another assistant already answers the selected :attribute.')
}

/** Makes changes of assistants with the same phone number, and its deletion, wait until the transaction ends. */
export async function lockNumber({ db, account }: Tx, { phoneNumberId }: AssistantPatch): Promise<void> {
  if (typeof phoneNumberId === 'number') await lockPhoneNumber(db, account.id, phoneNumberId)
}
