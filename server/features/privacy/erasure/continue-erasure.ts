// Erases a person from all features, again and again until nothing is found. Any process can continue at any point.
import { actFor } from '#server/features/accounts/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Person } from '#server/platform/person.ts'
import type { Erasure, PersonalData } from '#server/platform/personal-data.ts'
import { open, seal } from '#server/platform/security/secret-box.ts'
import { addEraseJob, type ErasureRef } from './erasure.ts'
import { findPerson } from './find-person.ts'
import { addDeleted, findSealedPerson, finishErasure, savePerson, selectOverdue, setWaiting } from './store.ts'

/** What arrives during a pass is erased by the next one. */
const mostPasses = 10
/** While something with the person is in progress. */
const waitMs = 10_000
const batch = 100

type SealContext = Pick<AccountContext, 'settings' | 'account'>
const placeOf = ({ account }: SealContext): string => `erasure:${account.id}`

export const sealPerson = (ctx: SealContext, person: Person): Buffer =>
  seal(ctx.settings.masterKey, JSON.stringify(person), placeOf(ctx))

export const eraseInJob =
  (all: readonly PersonalData[]) =>
  async (context: AppContext, ref: ErasureRef): Promise<void> => {
    const ctx = await actFor(context, ref.accountId)
    if (ctx) await continueErasure(ctx, all, ref, context.stopping)
  }

/** Leaves the rest to a job when `signal` is aborted. */
export async function continueErasure(
  ctx: AccountContext,
  all: readonly PersonalData[],
  ref: ErasureRef,
  signal: AbortSignal,
): Promise<void> {
  const sealed = await findSealedPerson(ctx.db, ref)
  if (!sealed) return
  let person = JSON.parse(open(ctx.settings.masterKey, sealed, placeOf(ctx))) as Person
  for (let pass = 0; pass < mostPasses; pass++) {
    // Records that name further addresses are deleted below, so they are stored before.
    person = (await findPerson(ctx, all, person)) ?? person
    await savePerson(ctx.db, ref, sealPerson(ctx, person))
    const deleted = await erasePass(ctx, all, { ref, person, signal })
    if (signal.aborted) return continueLater(ctx, ref, { isWaiting: false, delayMs: 0 })
    if (await isBusy(ctx, all, person)) return continueLater(ctx, ref, { isWaiting: true, delayMs: waitMs })
    if (deleted === 0) return finishErasure(ctx.db, ref, await isKept(ctx, all, person))
  }
  await continueLater(ctx, ref, { isWaiting: false, delayMs: waitMs })
}

/** Returns about how many records were deleted. */
async function erasePass(
  ctx: AccountContext,
  all: readonly PersonalData[],
  { ref, person, signal }: { ref: ErasureRef; person: Person; signal: AbortSignal },
): Promise<number> {
  let deleted = 0
  const count: Erasure['count'] = async (tx, kind, added) => {
    if (added === 0) return
    deleted += added
    await addDeleted(tx, ref, { kind, count: added })
  }
  for (const { erase } of all) if (!signal.aborted) await erase?.(ctx, { person, count, signal })
  return deleted
}

async function isBusy({ db, account }: AccountContext, all: readonly PersonalData[], person: Person) {
  for (const part of all) if (await part.isBusy?.(db, account.id, person)) return true
  return false
}

async function isKept(ctx: AccountContext, all: readonly PersonalData[], person: Person) {
  for (const part of all) if (await part.isKept?.(ctx, person)) return true
  return false
}

const continueLater = (
  ctx: AccountContext,
  ref: ErasureRef,
  { isWaiting, delayMs }: { isWaiting: boolean; delayMs: number },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    await setWaiting(tx.db, ref, isWaiting)
    await addEraseJob(tx, ref, delayMs)
  })

/** Erasures lose their job if a backup is restored, for example. */
export async function recoverErasures(context: AppContext): Promise<void> {
  for (const ref of await selectOverdue(context.db, batch)) await transaction(context, (tx) => addEraseJob(tx, ref, 0))
}
