// Whether anonymous visitors can call and send files, and the limits of their calls: per address, and in money for each assistant and day.
import { createHmac } from 'node:crypto'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AppTx, PublicContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { addVisitorSpend, lockVisitorSpend, takeAddressCall } from './store-visitor-calls.ts'
import { acceptsFiles, isOpenToVisitors, secondsToMidnight, tooMany, type VisitorTurn, visitorDay } from './visitor.ts'

type Visitor = Omit<VisitorTurn, 'use'>

/** Visitors can also call the assistant. */
export const isOpenToCalls = (
  assistant: Pick<Assistant, 'deactivated' | 'widgetEnabled' | 'widgetOrigins' | 'widgetVoiceEnabled'>,
  origin: string | undefined,
): boolean => assistant.widgetVoiceEnabled && isOpenToVisitors(assistant, origin)

export interface VisitorCall {
  accountId: number
  assistantId: number
  /** `YYYY-MM-DD`, UTC: the day whose allowance pays for the call. */
  day: string
}

/** Identifies the address while it has calls. */
export const callAddressOf = ({ masterKey }: Pick<Settings, 'masterKey'>, { network }: Visitor): string =>
  createHmac('sha256', masterKey).update(`visitor call ${network}`).digest('hex')

export interface AdmittedCall extends VisitorCall {
  /** What is left of the assistant's allowance for visitors. */
  leftMicros: number
}

/**
 * Counts the call towards the limits of its address, and locks the allowance of the assistant until the transaction ends.
 * `countOpen` returns the other calls of the address. Refuses with `TOO_MANY_REQUESTS`.
 */
export async function admitVisitorCall(
  { db, settings }: Pick<AppTx, 'db' | 'settings'>,
  visitor: Visitor,
  { now, countOpen }: { now: Date; countOpen(): Promise<number> },
): Promise<AdmittedCall> {
  const { callsPerAddress, callsPerDayPerAddress, spendPerDayMicros } = settings.visitor
  const day = visitorDay(settings, visitor, now)
  const spentMicros = await lockVisitorSpend(db, day)
  if (!(await takeAddressCall(db, day, callsPerDayPerAddress)))
    throw tooMany(callsPerDayPerAddress, secondsToMidnight(now))
  if ((await countOpen()) >= callsPerAddress) throw tooMany(callsPerAddress, retrySeconds)
  const { accountId, assistantId } = visitor
  return { accountId, assistantId, day: day.day, leftMicros: spendPerDayMicros - spentMicros }
}

/** A call that was not connected ends by then. */
const retrySeconds = 60

/** The allowance of the day does not suffice for a call. */
export const tooExpensive = (now: Date): Error => tooMany(0, secondsToMidnight(now))

export const takeVisitorSpend = (db: Db, call: VisitorCall, micros: number): Promise<void> =>
  addVisitorSpend(db, call, micros)

/** Returns what a call has not used. Must not be called after the balance was changed in the transaction. */
export const returnVisitorSpend = (db: Db, call: VisitorCall, micros: number): Promise<void> =>
  micros > 0 ? addVisitorSpend(db, call, -micros) : Promise.resolve()

export interface Abilities {
  canCall: boolean
  canSendFiles: boolean
}

export const abilitiesOf = (ctx: PublicContext, assistant: Assistant | undefined): Abilities => ({
  canCall: assistant !== undefined && isOpenToCalls(assistant, ctx.origin),
  canSendFiles: assistant !== undefined && acceptsFiles(ctx, assistant),
})
