// Keeps the session timer: refreshes at half of the interval, or ends a session that the peer has not refreshed (RFC 4028).
import { callEnd } from './call-end.ts'
import { endSession, type Session, sendBye } from './session.ts'
import { actsAfterMs, type SessionTimer } from './session-timer.ts'

/** Begins the interval again. Without a timer, the session does not expire. */
export function restartTimer(session: Session, timer: SessionTimer | undefined): void {
  if (session.isEnded) return
  session.timer = timer
  schedule(session, undefined)
  if (timer === undefined) return
  const act = timer.refresher === 'local' ? () => refreshOrExpire(session, timer) : () => expire(session)
  schedule(session, act, actsAfterMs(timer))
}

function schedule(session: Session, act: (() => void) | undefined, delayMs = 0): void {
  session.cancelRefresh?.()
  if (session.cancelRefresh) session.cleanUp.delete(session.cancelRefresh)
  session.cancelRefresh = act && session.stack.clock.after(delayMs, act)
  if (session.cancelRefresh) session.cleanUp.add(session.cancelRefresh)
}

/** A refresh without success, or without a response, leaves the session until shortly before its end (RFC 4028, section 10). */
function refreshOrExpire(session: Session, timer: SessionTimer): void {
  schedule(session, () => expire(session), actsAfterMs({ ...timer, refresher: 'remote' }) - actsAfterMs(timer))
  void session.refresh()
}

function expire(session: Session): void {
  if (session.isEnded) return
  sendBye(session, { reason: { protocol: 'SIP', cause: 408, text: 'Session timer expired' } })
  endSession(session, callEnd('expired', 'local', { wasAnswered: true }))
}
