// Creates the session of a dialog, and gives the application its call.
import { type Dialog, keyOf } from '../dialogs/index.ts'
import type { Account } from '../requests/account.ts'
import type { Stack } from '../requests/stack.ts'
import type { Flow } from '../transport/index.ts'
import { type DialogHooks, dialogUser } from './in-dialog.ts'
import { isKey, keyInfo } from './key-info.ts'
import { offerSession, refreshSession } from './offer-out.ts'
import { formatReplaces } from './replaces.ts'
import { type Session, sendInDialog } from './session.ts'
import { leastMinSe } from './session-timer.ts'
import { transferOut } from './transfer-out.ts'
import type { Call, CallEnd, CallEvents } from './types.ts'

export interface SessionOptions {
  stack: Stack
  account: Account | undefined
  dialog: Dialog
  flow: Flow | undefined
  ownsCallId: boolean
  events: CallEvents
  call: Call
  hooks: DialogHooks
  ended(end: CallEnd): void
}

/** The session takes the messages of its dialog at once. */
export function createSession({ hooks, ...options }: SessionOptions): Session {
  const session: Session = {
    ...options,
    isAnswered: false,
    isEnded: false,
    offer: 'none',
    hasInviteClient: false,
    inviteServer: undefined,
    awaitedAck: undefined,
    acks: new Map(),
    localSession: undefined,
    latestOffer: undefined,
    peerMethods: undefined,
    timer: undefined,
    minSe: leastMinSe,
    refresh: () => refreshSession(session),
    cancelRefresh: undefined,
    cleanUp: new Set(),
    waiting: [],
    takeNotify: undefined,
    owedBye: undefined,
    isByeOpen: false,
  }
  session.stack.dialogs.set(keyOf(session.dialog), dialogUser(session, hooks))
  return session
}

/** Keeps the way to our Contact open while the call lasts, even if nothing is sent for hours. */
export function holdFlow(session: Session): void {
  if (session.flow) session.cleanUp.add(session.stack.holdFlow(session.flow))
}

const defaultKeyMs = 160
type SessionPart = Pick<Call, 'offer' | 'sendKey' | 'transfer' | 'peerAllows' | 'replacesValue'>

/** The functions of a call that need a dialog. Without one, they fail at once. */
export function callFunctions(find: () => Session | undefined): SessionPart {
  return {
    async offer(description) {
      const session = find()
      return session ? offerSession(session, description) : { refused: 481, reasonPhrase: 'There is no dialog.' }
    },
    async sendKey(key, durationMs = defaultKeyMs) {
      const session = find()
      if (session === undefined || session.isEnded || !isKey(key)) return false
      const reply = await sendInDialog(session, { method: 'INFO', ...keyInfo(key, durationMs) })
      return 'response' in reply && reply.response.status < 300
    },
    async transfer(options) {
      const session = find()
      return session
        ? transferOut(session, options)
        : { result: 'refused', status: 481, reasonPhrase: 'There is no dialog.' }
    },
    peerAllows: (method) => find()?.peerMethods?.has(method.toUpperCase()),
    replacesValue() {
      const dialog = find()?.dialog
      // The tag of the peer is the to-tag, because the peer gets the INVITE with Replaces.
      return dialog && formatReplaces(dialog.callId, dialog.remoteTag, dialog.localTag)
    },
  }
}
