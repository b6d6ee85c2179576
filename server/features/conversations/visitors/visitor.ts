// Rules for anonymous visitors: which assistants they can use, how often, and at what cost to the owner.
import { createHmac } from 'node:crypto'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { PublicContext } from '#server/platform/context/context.ts'
import type { Prices, Settings } from '#server/platform/context/settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { TooManyRequests } from '#server/platform/refusal.ts'
import { addressKey } from '#server/platform/security/address-key.ts'
import { trimEnd } from '#server/platform/text/trim-end.ts'
import type { ConversationType } from '../conversation/conversation.ts'
import {
  takeAddressFile,
  takeAddressTurn,
  takeVisitorFile,
  takeVisitorUse,
  type VisitorDay,
  type VisitorUse,
} from './store-visitors.ts'

/** The types of conversation that visitors can start, read and write. */
export type PublicType = Extract<ConversationType, 'widget' | 'test'>

export const isPublic = (type: ConversationType): type is PublicType => type === 'widget' || type === 'test'

/** The price of an answered message. */
export const publicPriceMicros = (prices: Prices, type: PublicType): number =>
  type === 'test' ? 0 : prices.widgetMessageMicros

export const isOwner = (ctx: PublicContext, accountId: number): boolean => ctx.account?.id === accountId

export function isOpenToVisitors(
  assistant: Pick<Assistant, 'deactivated' | 'widgetEnabled' | 'widgetOrigins'>,
  origin: string | undefined,
): boolean {
  return !assistant.deactivated && assistant.widgetEnabled && isAllowedOrigin(assistant, origin)
}

export const acceptsFiles = (ctx: PublicContext, { accountId, widgetFilesEnabled }: Assistant): boolean =>
  isOwner(ctx, accountId) || widgetFilesEnabled

/** `origin` is the header of the request; without `widgetOrigins`, all are allowed. */
export function isAllowedOrigin(
  { widgetOrigins }: Pick<Assistant, 'widgetOrigins'>,
  origin: string | undefined,
): boolean {
  return widgetOrigins.length === 0 || widgetOrigins.some((own) => isSameOrigin(own, origin))
}

function isSameOrigin(own: string, origin: string | undefined): boolean {
  return origin !== undefined && trimEnd(own.toLowerCase(), '/') === origin.toLowerCase()
}

export interface VisitorTurn {
  accountId: number
  assistantId: number
  /** The IPv4 address, or the /64 prefix of an IPv6 address. */
  network: string
  use: VisitorUse
}

export function visitorTurn(
  { remoteAddress }: PublicContext,
  { id, accountId }: Assistant,
  type: PublicType,
  priceMicros: number,
): VisitorTurn {
  const use = { turns: 1, testMessages: type === 'test' ? 1 : 0, spentMicros: priceMicros }
  return { accountId, assistantId: id, network: addressKey(remoteAddress), use }
}

/** The allowance that a turn uses, determined by the time of its message, so that a later refund returns to it. */
export function visitorDay(
  { masterKey }: Pick<Settings, 'masterKey'>,
  { accountId, assistantId, network }: Omit<VisitorTurn, 'use'>,
  messageAt: Date,
): VisitorDay {
  const day = messageAt.toISOString().slice(0, 10)
  const addressKey = createHmac('sha256', masterKey).update(`visitor address ${day} ${network}`).digest('hex')
  return { accountId, assistantId, day, addressKey }
}

/** Refuses with `TOO_MANY_REQUESTS` if the conversation, the assistant or the address has reached its limit. */
export async function countVisitorTurn(
  { db, settings }: { db: Db; settings: Settings },
  visitor: VisitorTurn,
  { turn, now }: { turn: number; now: Date },
): Promise<void> {
  const { use } = visitor
  const { messagesPerConversation, messagesPerDay, messagesPerDayPerAddress, spendPerDayMicros } = settings.visitor
  const limit = {
    turns: messagesPerDay,
    testMessages: settings.anonymousTestMessagesPerDay,
    spentMicros: spendPerDayMicros,
  }
  if (use.testMessages === 0 && turn > messagesPerConversation) throw tooMany(messagesPerConversation, daySeconds)
  const day = visitorDay(settings, visitor, now)
  if (!(await takeVisitorUse(db, day, use, limit))) throw tooMany(messagesWithin(limit, use), secondsToMidnight(now))
  if (!(await takeAddressTurn(db, day, messagesPerDayPerAddress)))
    throw tooMany(messagesPerDayPerAddress, secondsToMidnight(now))
}

export interface FileUse {
  accountId: number
  assistantId: number
  bytes: number
  isFromVisitor: boolean
}

/**
 * Refuses with `TOO_MANY_REQUESTS` if the assistant or the address has reached its limit. Files of the account count for
 * its assistant only.
 */
export async function countVisitorFile(
  { db, settings, remoteAddress, now }: Pick<PublicContext, 'settings' | 'remoteAddress' | 'now'> & { db: Db },
  { accountId, assistantId, bytes, isFromVisitor }: FileUse,
): Promise<void> {
  const { fileBytesPerDay, fileBytesPerDayPerAddress } = settings.visitor
  const at = now()
  const day = visitorDay(settings, { accountId, assistantId, network: addressKey(remoteAddress) }, at)
  const isAllowed =
    (await takeVisitorFile(db, day, bytes, fileBytesPerDay)) &&
    (!isFromVisitor || (await takeAddressFile(db, day, bytes, fileBytesPerDayPerAddress)))
  if (!isAllowed) throw tooMany(settings.visitor.filesPerMinutePerAddress, secondsToMidnight(at))
}

const busySeconds = 5

/** There are too many requests at the same time. */
export const refuseBusy = (limit: number): TooManyRequests => tooMany(limit, busySeconds)

function messagesWithin(limit: VisitorUse, use: VisitorUse): number {
  const testMessages = use.testMessages > 0 ? limit.testMessages : Number.POSITIVE_INFINITY
  const affordable = use.spentMicros > 0 ? Math.floor(limit.spentMicros / use.spentMicros) : Number.POSITIVE_INFINITY
  return Math.min(limit.turns, testMessages, affordable)
}

const daySeconds = 86_400

export const secondsToMidnight = (now: Date): number => daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds)

export const tooMany = (limit: number, seconds: number): TooManyRequests =>
  new TooManyRequests({ limit, retryAfterSeconds: Math.max(1, seconds) })
