// Takes REFER of the peer: refuses it unless the application allows it, and reports with NOTIFY (RFC 3515).
import { headerOf, headersOf, parseAddress, parseCSeq, reasonOf } from '../message/index.ts'
import { attempt } from '../requests/attempt.ts'
import type { ServerTransaction } from '../transactions/index.ts'
import { readReferTo } from './replaces.ts'
import { answerRequest, type Session, sendInDialog } from './session.ts'

/** A subscription without a final report ends after this time, in seconds. */
const longestSeconds = 180

export function takeRefer(session: Session, transaction: ServerTransaction): void {
  const { request } = transaction
  const values = headersOf(request, 'Refer-To')
  const address = parseAddress(values[0] ?? '')
  const refer = address && readReferTo(address.uri)
  // Exactly one Refer-To is required (RFC 3515, section 2.4.2).
  if (values.length !== 1 || refer === undefined) {
    answerRequest(session, transaction, 400)
    return
  }
  const start = session.events.transferRequested?.({ ...refer, referredBy: headerOf(request, 'Referred-By') })
  if (start === undefined) {
    answerRequest(session, transaction, 603)
    return
  }
  const id = parseCSeq(headerOf(request, 'CSeq') ?? '')?.number ?? 0
  const isSilent = headerOf(request, 'Refer-Sub')?.trim().toLowerCase() === 'false'
  answerRequest(session, transaction, 202, { headers: isSilent ? [['Refer-Sub', 'false']] : [] })
  const report = isSilent ? () => {} : reporter(session, id)
  report(100)
  attempt(() => start(report), session.stack.failed)
}

function reporter(session: Session, id: number) {
  let isOver = false
  /** NOTIFYs go out one after the other, because they can overtake each other over UDP. */
  let sent: Promise<unknown> = Promise.resolve()
  const report = (status: number, reasonPhrase = reasonOf(status)): void => {
    if (isOver || session.isEnded) return
    isOver = status >= 200
    if (isOver) {
      cancelLimit()
      session.cleanUp.delete(cancelLimit)
    }
    const state = isOver ? 'terminated;reason=noresource' : `active;expires=${longestSeconds}`
    sent = sent.then(() => {
      if (session.isEnded) return
      return sendInDialog(session, {
        method: 'NOTIFY',
        headers: [
          ['Event', `refer;id=${id}`],
          ['Subscription-State', state],
          ['Content-Type', 'message/sipfrag;version=2.0'],
        ],
        body: Buffer.from(`SIP/2.0 ${status} ${reasonPhrase.replace(/[\r\n]/g, ' ')}\r\n`),
      })
    })
  }
  const cancelLimit = session.stack.clock.after(longestSeconds * 1_000, () => report(408))
  session.cleanUp.add(cancelLimit)
  return report
}
