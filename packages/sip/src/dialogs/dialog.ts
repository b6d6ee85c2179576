// Creates and updates dialogs (RFC 3261, section 12).
import {
  headerOf,
  headersOf,
  parseAddress,
  parseCSeq,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  tagOf,
} from '../message/index.ts'

/** One side's view of a dialog. Functions return changed copies. */
export interface Dialog {
  readonly callId: string
  readonly localTag: string
  /** Empty if a peer of RFC 2543 has none. */
  readonly remoteTag: string
  /** The From value of our requests, with our tag. */
  readonly local: string
  /** The To value of our requests, with the tag of the peer. */
  readonly remote: string
  /** The number of our latest request. */
  readonly localSequence: number
  /** The number of the latest request of the peer; undefined before the first. */
  readonly remoteSequence: number | undefined
  /** The Route values of our requests. It does not change once the dialog is confirmed. */
  readonly routes: readonly string[]
  /** The Request-URI of our requests: the latest Contact of the peer. */
  readonly remoteTarget: string
  readonly isConfirmed: boolean
}

/** The dialog that a response with a To tag creates at the client (RFC 3261, section 12.1.2). */
export function dialogOfClient(request: SipRequest, response: SipResponse): Dialog {
  const to = headerOf(response, 'To') ?? ''
  const from = headerOf(request, 'From') ?? ''
  return {
    callId: headerOf(request, 'Call-ID') ?? '',
    localTag: tagOf(from) ?? '',
    remoteTag: tagOf(to) ?? '',
    local: from,
    remote: to,
    localSequence: parseCSeq(headerOf(request, 'CSeq') ?? '')?.number ?? 1,
    remoteSequence: undefined,
    routes: headersOf(response, 'Record-Route').reverse(),
    remoteTarget: contactOf(response) ?? request.uri,
    isConfirmed: response.status >= 200,
  }
}

/** The dialog that an INVITE creates at the server (RFC 3261, section 12.1.1). `local` is To with our tag. */
export function dialogOfServer(request: SipRequest, local: string, firstSequence: number): Dialog {
  const from = headerOf(request, 'From') ?? ''
  return {
    callId: headerOf(request, 'Call-ID') ?? '',
    localTag: tagOf(local) ?? '',
    remoteTag: tagOf(from) ?? '',
    local,
    remote: from,
    localSequence: firstSequence,
    remoteSequence: parseCSeq(headerOf(request, 'CSeq') ?? '')?.number,
    routes: headersOf(request, 'Record-Route'),
    remoteTarget: contactOf(request) ?? parseAddress(from)?.uri ?? '',
    isConfirmed: false,
  }
}

/**
 * Confirms an early dialog. The route set of a client comes from the 2xx, which can differ from that of the provisional
 * response (RFC 3261, section 13.2.2.4).
 */
export function confirmDialog(dialog: Dialog, response?: SipResponse): Dialog {
  if (response === undefined || dialog.isConfirmed) return { ...dialog, isConfirmed: true }
  const routes = headersOf(response, 'Record-Route').reverse()
  return { ...refreshTarget(dialog, response), routes, isConfirmed: true }
}

/** A request or response that can change the target of the peer does so (RFC 3261, section 12.2; RFC 3311, section 5). */
export const refreshTarget = (dialog: Dialog, message: SipMessage): Dialog => ({
  ...dialog,
  remoteTarget: contactOf(message) ?? dialog.remoteTarget,
})

/** Takes the number of a request of the peer. Undefined if it is lower than that before, which is answered with 500. */
export function takeSequence(dialog: Dialog, request: SipRequest): Dialog | undefined {
  const number = parseCSeq(headerOf(request, 'CSeq') ?? '')?.number ?? 0
  if (dialog.remoteSequence !== undefined && number < dialog.remoteSequence) return undefined
  return { ...dialog, remoteSequence: number }
}

export const contactOf = (message: SipMessage): string | undefined =>
  parseAddress(headerOf(message, 'Contact') ?? '')?.uri

/** Identifies the dialog that a message of the peer belongs to. */
export const dialogKey = (callId: string, localTag: string, remoteTag: string): string =>
  `${callId}|${localTag}|${remoteTag}`

/** The key of the dialog of a request that the peer has sent (RFC 3261, section 12.2.2). */
export const dialogKeyOfRequest = (request: SipRequest): string =>
  dialogKey(
    headerOf(request, 'Call-ID') ?? '',
    tagOf(headerOf(request, 'To') ?? '') ?? '',
    tagOf(headerOf(request, 'From') ?? '') ?? '',
  )

export const keyOf = ({ callId, localTag, remoteTag }: Dialog): string => dialogKey(callId, localTag, remoteTag)
