// Records consents and their withdrawals, and keeps the do-not-contact list consistent with them.

import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { PageNumber } from '#server/platform/database/select-page.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { findContactRule } from './check-contact.ts'
import { type Consent, topicKey } from './contact.ts'
import { keysOfPerson } from './erased-key.ts'
import { readContactNumber, readKeys } from './read-contact-number.ts'
import { deleteEntriesEndedBy, saveEntries } from './store.ts'
import { insertConsent, lockNumbers, selectConsents } from './store-consents.ts'

export interface ConsentInput extends Pick<Consent, 'status' | 'topic' | 'source' | 'note' | 'evidence'> {
  /** As people write it. */
  phoneNumber: string
  /** ISO 8601. By default now. */
  at: string | undefined
}

/** The clocks of clients may differ from that of the server. */
const clockSkewMs = 5 * 60_000

/** Throws `InvalidInput`. */
export async function recordConsent(
  ctx: AccountContext,
  { phoneNumber, at: givenAt, topic, ...input }: ConsentInput,
): Promise<Consent> {
  const number = readContactNumber(ctx, phoneNumber)
  const nowMs = ctx.now().getTime()
  const atMs = givenAt === undefined ? nowMs : Date.parse(givenAt)
  if (atMs > nowMs + clockSkewMs) throw new InvalidInput({ at: ['The at must not be in the future.'] })
  const at = new Date(Math.min(atMs, nowMs)).toISOString()
  const key = topicKey(topic)
  return transaction(ctx, async (tx) => {
    const { db, account } = tx
    const person = await keysOfPerson(tx, number.phoneNumber)
    await lockNumbers(db, account.id, person.keys)
    const consent = await insertConsent(db, account.id, { ...input, ...number, topic: key, at })
    if (input.status === 'given') {
      await deleteEntriesEndedBy(db, account.id, { numberKeys: person.entryKeys, topic: key, at })
      return consent
    }
    // A consent that was given later, but recorded before, has ended this withdrawal.
    const { consent: current } = await findContactRule(tx, number.phoneNumber, topic)
    if (current?.status === 'withdrawn')
      await saveEntries(db, account.id, {
        numbers: [number],
        scope: key === '' ? 'campaigns' : 'topic',
        topic: key,
        source: 'consent',
        note: input.note,
        reference: null,
        requestedAt: at,
      })
    return consent
  })
}

/** Throws `InvalidInput`. */
export const listConsents = (
  ctx: AccountContext,
  { phoneNumber, ...page }: PageNumber & { phoneNumber?: string | undefined },
) => selectConsents(ctx.db, ctx.account.id, { numberKeys: readKeys(ctx, phoneNumber) }, page)
