// Erases a person whom the account names by one of the person's addresses, and returns the receipt.

import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { PageNumber } from '#server/platform/database/select-page.ts'
import { readPerson } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { addEraseJob, continueErasure, sealPerson } from './continue-erasure.ts'
import { findPerson } from './find-person.ts'
import { deleteErasure, findErasure, insertErasure, type Receipt, selectErasures } from './store.ts'

/** How long the request waits for the erasure. */
const patienceMs = 8_000
/** A job continues if the process of the request dies. */
const resumeAfterMs = 20_000

/** Refuses with `PERSON_NOT_FOUND` and `PERSON_AMBIGUOUS`. */
export async function erasePerson(
  ctx: AccountContext,
  all: readonly PersonalTable[],
  identifier: string,
): Promise<Receipt> {
  const accountId = ctx.account.id
  const person = orRefuse(await findPerson(ctx, all, readPerson(identifier)), 'PERSON_AMBIGUOUS')
  const erasureId = await transaction(ctx, async (tx) => {
    const id = await insertErasure(tx.db, accountId, sealPerson(tx, person))
    await addEraseJob(tx, { accountId, erasureId: id }, resumeAfterMs)
    return id
  })
  const ref = { accountId, erasureId }
  await continueErasure(ctx, all, ref, AbortSignal.any([AbortSignal.timeout(patienceMs), ctx.stopping]))
  const receipt = (await findErasure(ctx.db, accountId, erasureId))!
  if (receipt.status === 'completed' && Object.keys(receipt.deleted).length === 0 && !receipt.isKept) {
    await deleteErasure(ctx.db, ref)
    throw new Refusal('PERSON_NOT_FOUND')
  }
  return receipt
}

/** Refuses with `ERASURE_NOT_FOUND`. */
export async function getErasure({ db, account }: AccountContext, id: number): Promise<Receipt> {
  return orRefuse(await findErasure(db, account.id, id), 'ERASURE_NOT_FOUND')
}

export const listErasures = ({ db, account }: AccountContext, page: PageNumber) => selectErasures(db, account.id, page)
