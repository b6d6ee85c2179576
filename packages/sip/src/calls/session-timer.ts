// Negotiates session timers (RFC 4028). It has no effect; the session keeps the timer.
import { type Header, headerOf, parseParameters, type SipMessage } from '../message/index.ts'
import { tokensOf } from '../transactions/index.ts'

/** No interval may be shorter, in seconds (RFC 4028, section 5). */
export const leastMinSe = 90
export const defaultInterval = 1_800
const longestInterval = 86_400

export interface SessionTimer {
  /** The session ends this long after the last refresh, in seconds. */
  interval: number
  refresher: 'local' | 'remote'
}

export interface SessionExpires {
  interval: number
  refresher: 'uac' | 'uas' | undefined
}

export function sessionExpiresOf(message: SipMessage): SessionExpires | undefined {
  const value = headerOf(message, 'Session-Expires')
  if (value === undefined) return undefined
  const interval = Number.parseInt(value, 10)
  if (!Number.isFinite(interval) || interval <= 0) return undefined
  const semicolon = value.indexOf(';')
  const refresher = semicolon < 0 ? undefined : parseParameters(value.slice(semicolon))?.get('refresher')?.toLowerCase()
  return { interval, refresher: refresher === 'uac' || refresher === 'uas' ? refresher : undefined }
}

export function minSeOf(message: SipMessage): number | undefined {
  const seconds = Number.parseInt(headerOf(message, 'Min-SE') ?? '', 10)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestInterval) : undefined
}

/** The headers of our INVITE and UPDATE. Inside of a dialog, the refresher stays who it is. */
export function timerHeaders(interval: number, minSe: number, refresher?: 'uac' | 'uas'): Header[] {
  const parameter = refresher === undefined ? '' : `;refresher=${refresher}`
  const headers: Header[] = [['Session-Expires', `${Math.max(interval, minSe)}${parameter}`]]
  // Min-SE is needed when it is not the default (RFC 4028, section 7.1).
  if (minSe > leastMinSe) headers.push(['Min-SE', String(minSe)])
  return headers
}

export type TimerAnswer =
  /** 422 with our Min-SE. */
  | { tooSmall: number }
  /** `headers` belong to the 2xx; the timer is undefined if none of both sides wants one. */
  | { headers: readonly Header[]; timer: SessionTimer | undefined }

/** The server's side of RFC 4028, section 9. `minSe` is ours. */
export function answerTimer(request: SipMessage, minSe = leastMinSe, preferred = defaultInterval): TimerAnswer {
  const asked = sessionExpiresOf(request)
  const peerSupports = tokensOf(request.headers, 'Supported').includes('timer')
  if (asked !== undefined && asked.interval < minSe) {
    // A client that does not support timers could not understand a 422; a proxy has added the header.
    if (peerSupports) return { tooSmall: minSe }
  }
  // A peer that has no use for a timer gets none.
  if (asked === undefined && !peerSupports) return { headers: [], timer: undefined }
  const least = Math.max(minSe, minSeOf(request) ?? 0)
  const interval = Math.min(Math.max(asked?.interval ?? preferred, least), longestInterval)
  // A client that supports timers refreshes unless it asks us to, because it survives a change of its own address.
  const refresher = peerSupports ? (asked?.refresher ?? 'uac') : 'uas'
  const headers: Header[] = [['Session-Expires', `${interval};refresher=${refresher}`]]
  if (refresher === 'uac') headers.push(['Require', 'timer'])
  return { headers, timer: { interval, refresher: refresher === 'uas' ? 'local' : 'remote' } }
}

/** The client's side of RFC 4028, section 7.2. Without Session-Expires in the 2xx, the peer does not support timers. */
export function takeTimer(response: SipMessage): SessionTimer | undefined {
  const given = sessionExpiresOf(response)
  if (given === undefined) return undefined
  const interval = Math.min(Math.max(given.interval, leastMinSe), longestInterval)
  return { interval, refresher: given.refresher === 'uas' ? 'remote' : 'local' }
}

/** When the timer's side acts, in milliseconds after the refresh: the refresher at half, the other before the end. */
export function actsAfterMs({ interval, refresher }: SessionTimer): number {
  const seconds = refresher === 'local' ? interval / 2 : interval - Math.min(32, interval / 3)
  return Math.round(seconds * 1_000)
}
