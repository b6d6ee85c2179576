// Operator commands for accounts: creates and credits them.
import { actFor, createAccount, type NewAccount } from '../features/accounts/index.ts'
import { type BalanceChange, changeBalanceOf, credit } from '../features/billing/index.ts'
import {
  changeEmail,
  changeOperator,
  createMember,
  createPasswordLink,
  createSignInLink,
  type NewMember,
  resetUser,
} from '../features/members/index.ts'
import type { AppContext } from '../platform/context/context.ts'
import { transaction } from '../platform/context/transaction.ts'
import { Refusal } from '../platform/refusal.ts'

export { assignPhoneNumber } from '../features/phone-numbers/index.ts'
export { assignSender } from '../features/senders/index.ts'
export { deleteFailedJobs, listFailedJobs, retryFailedJobs } from '../platform/jobs/failed-jobs.ts'
export { isMailAddress } from '../platform/text/mail-address.ts'
export { isTimeZone } from '../platform/time/timestamps.ts'

/** Throws the refusal `EMAIL_TAKEN`. */
export function openAccount(
  context: AppContext,
  input: NewAccount & { balanceMicros: number },
): Promise<{ accountId: number; apiKey: string }> {
  const { balanceMicros: amountMicros, ...account } = input
  return transaction(context, async (tx) => {
    const created = await createAccount(tx, account)
    if (amountMicros > 0) {
      await credit({ ...tx, account: created.account }, { kind: 'top-up', ref: 'opening', amountMicros })
    }
    return { accountId: created.account.id, apiKey: created.token }
  })
}

/** Changes the balance once for each reference. Refuses like `changeBalanceOf`. */
export async function changeAccountBalance(
  context: AppContext,
  { accountId, reference = context.newId(), ...change }: Partial<BalanceChange> & ChangeOfAccount,
): Promise<{ balanceMicros: number }> {
  return changeBalanceOf(context, { author: 'operator', accountId, ...change, reference })
}

type ChangeOfAccount = Pick<BalanceChange, 'kind' | 'amountMicros'> & { accountId: number }

/** Returns a link that signs the new member in once. Refuses like `createMember`, and with `ACCOUNT_NOT_FOUND`. */
export async function addMember(
  context: AppContext,
  { accountId, ...member }: NewMember & { accountId: number },
): Promise<{ userId: number; url: string }> {
  const ctx = await actFor(context, accountId)
  if (!ctx) throw new Refusal('ACCOUNT_NOT_FOUND')
  const userId = await createMember(ctx, member)
  return { userId, url: await createSignInLink(context, userId) }
}

/** Returns a link with which the user sets a new password, or undefined if there is no such user. */
export async function passwordLink(context: AppContext, email: string): Promise<string | undefined> {
  return (await createPasswordLink(context, email, undefined))?.url
}

/** Returns a link that signs the user in once, or undefined if there is no such user. */
export async function resetMember(context: AppContext, email: string): Promise<string | undefined> {
  const user = await resetUser(context, email)
  return user && createSignInLink(context, user.id)
}

/** Returns false if there is no such user. */
export async function setOperator(context: AppContext, email: string, isOperator: boolean): Promise<boolean> {
  return (await changeOperator(context, email, isOperator)) !== undefined
}

/** Returns false if there is no such user. Refuses with `EMAIL_TAKEN`. */
export async function setEmail(context: AppContext, email: string, newEmail: string): Promise<boolean> {
  return (await changeEmail(context, email, newEmail)) !== undefined
}
