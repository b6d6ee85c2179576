// The early dialogs of an outgoing call, one for each To tag, and the PRACKs of each (RFC 3261, section 13.2.2.1; RFC 3262).
import { keyOf, refreshTarget } from '../dialogs/index.ts'
import { headerOf, parseCSeq, type SipRequest, type SipResponse, tagOf } from '../message/index.ts'
import { sessionOf, withSession } from '../requests/session-body.ts'
import { tokensOf } from '../transactions/index.ts'
import type { Flow } from '../transport/index.ts'
import { askApplication } from './offer-in.ts'
import { learnPeer, type Session, sendInDialog } from './session.ts'

export interface EarlyDialog {
  readonly session: Session
  /** The RSeq of the latest reliable response. */
  rseq: number | undefined
  /** The latest description of the peer, a preview unless it came reliably. */
  preview: Uint8Array | undefined
  /** The peer's offer has been answered in a PRACK. */
  hasAnswered: boolean
}

const maxForks = 16

export interface EarlyDialogs {
  /** The early dialog of a response; undefined without a To tag, or if there are too many. */
  take(invite: SipRequest, response: SipResponse, flow: Flow): EarlyDialog | undefined
  find(toTag: string): EarlyDialog | undefined
  all(): EarlyDialog[]
}

export function createEarlyDialogs(create: (invite: SipRequest, response: SipResponse) => Session): EarlyDialogs {
  const byTag = new Map<string, EarlyDialog>()
  return {
    take(invite, response, flow) {
      const tag = tagOf(headerOf(response, 'To') ?? '')
      if (tag === undefined) return undefined
      let early = byTag.get(tag)
      if (early) early.session.dialog = refreshTarget(early.session.dialog, response)
      else if (byTag.size >= maxForks) return undefined
      else {
        early = { session: create(invite, response), rseq: undefined, preview: undefined, hasAnswered: false }
        byTag.set(tag, early)
      }
      learnPeer(early.session, response, flow)
      return early
    },
    find: (toTag) => byTag.get(toTag),
    all: () => [...byTag.values()],
  }
}

/** Whether a provisional response is reliable, and which number it has (RFC 3262, section 4). */
export function rseqOf(response: SipResponse): number | undefined {
  if (response.status <= 100 || response.status >= 200) return undefined
  if (!tokensOf(response.headers, 'Require').includes('100rel')) return undefined
  const rseq = Number(headerOf(response, 'RSeq') ?? '')
  return Number.isInteger(rseq) && rseq > 0 ? rseq : undefined
}

/**
 * Acknowledges a reliable response. Repetitions and responses out of order get no PRACK of their own: the PRACK of the
 * first repeats itself, and the peer sends the missing one again.
 */
export async function acknowledgeReliable(
  early: EarlyDialog,
  response: SipResponse,
  hasOffered: boolean,
): Promise<void> {
  const rseq = rseqOf(response)
  if (rseq === undefined || (early.rseq !== undefined && rseq !== early.rseq + 1)) return
  early.rseq = rseq
  const { session } = early
  const offer = sessionOf(response)
  let answer: Uint8Array | undefined
  if (offer && !hasOffered && !early.hasAnswered) {
    early.hasAnswered = true
    session.offer = 'remote'
    const reply = await askApplication(session, offer)
    session.offer = 'none'
    if ('accept' in reply) answer = reply.accept
    session.localSession = answer
  }
  const cseq = parseCSeq(headerOf(response, 'CSeq') ?? '')
  const content = withSession(answer)
  await sendInDialog(session, {
    method: 'PRACK',
    headers: [['RAck', `${rseq} ${cseq?.number ?? 1} INVITE`], ...content.headers],
    body: content.body,
  })
}

/** Forgets the dialogs of forks that were not answered. */
export function dropOthers(early: EarlyDialogs, kept: Session | undefined): void {
  for (const { session } of early.all()) {
    if (session === kept || session.isEnded) continue
    session.isEnded = true
    for (const cancel of session.cleanUp) cancel()
    session.cleanUp.clear()
    for (const waiting of session.waiting.splice(0)) waiting()
    session.stack.dialogs.delete(keyOf(session.dialog))
  }
}
