// Asks the peer to call another target, and follows its reports (RFC 3515, RFC 3891, RFC 5589).
import { headerOf, parseSipfrag, type SipRequest } from '../message/index.ts'
import { attempt } from '../requests/attempt.ts'
import { referTo } from './replaces.ts'
import { type Session, sendInDialog } from './session.ts'
import type { TransferOptions, TransferOutcome } from './types.ts'

const defaultTimeoutMs = 30_000

/** 202 only says that the peer tries. The transfer has succeeded once a report has a status of 200 to 299. */
export function transferOut(session: Session, options: TransferOptions): Promise<TransferOutcome> {
  if (session.isEnded) return Promise.resolve({ result: 'refused', status: 481, reasonPhrase: 'The call has ended.' })
  if (session.takeNotify) return Promise.resolve({ result: 'refused', status: 491, reasonPhrase: 'Transfer pending' })
  return new Promise((resolve) => follow(session, options, resolve))
}

function follow(session: Session, options: TransferOptions, resolve: (outcome: TransferOutcome) => void): void {
  const { clock } = session.stack
  let isDone = false
  const finish = (outcome: TransferOutcome): void => {
    if (isDone) return
    isDone = true
    cancelLimit()
    session.cleanUp.delete(ended)
    session.takeNotify = undefined
    resolve(outcome)
  }
  const ended = () => finish({ result: 'unknown', hasEnded: true })
  const cancelLimit = clock.after(options.timeoutMs ?? defaultTimeoutMs, () =>
    finish({ result: 'unknown', hasEnded: false }),
  )
  session.cleanUp.add(ended)
  session.takeNotify = (request) => {
    const report = parseSipfrag(request.body)
    if (report === undefined) {
      // A report without a body that ends the subscription says nothing about the target.
      if (isLast(request)) finish({ result: 'unknown', hasEnded: false })
    } else if (report.status < 200) attempt(() => options.progress?.(report.status), session.stack.failed)
    else if (report.status < 300) finish({ result: 'transferred', status: report.status })
    else finish({ result: 'refused', status: report.status, reasonPhrase: report.reason })
  }
  const target = options.replaces?.remoteTarget ?? options.target
  // Some PBXs answer 429 without Referred-By.
  const referredBy = options.referredBy ?? session.account?.aor ?? session.dialog.local.split(';tag=', 1)[0]!
  void sendInDialog(session, {
    method: 'REFER',
    headers: [
      ['Refer-To', referTo(target, options.replaces?.replacesValue())],
      ['Referred-By', referredBy.startsWith('<') || referredBy.startsWith('"') ? referredBy : `<${referredBy}>`],
    ],
  }).then((reply) => {
    if ('failure' in reply)
      finish({ result: 'refused', status: reply.failure.status, reasonPhrase: reply.failure.kind })
    else if (reply.response.status >= 300)
      finish({ result: 'refused', status: reply.response.status, reasonPhrase: reply.response.reason })
    // With Refer-Sub: false there are no reports (RFC 4488).
    else if (headerOf(reply.response, 'Refer-Sub')?.toLowerCase() === 'false')
      finish({ result: 'unknown', hasEnded: false })
  })
}

const isLast = (request: SipRequest): boolean =>
  (headerOf(request, 'Subscription-State') ?? '').trim().toLowerCase().startsWith('terminated')
