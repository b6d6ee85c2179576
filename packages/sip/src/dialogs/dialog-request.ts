// Builds requests inside of a dialog (RFC 3261, section 12.2.1.1).
import { formatCSeq, type Header, parseAddress, parseUri, type SipRequest } from '../message/index.ts'
import type { Dialog } from './dialog.ts'

export interface DialogRequest {
  method: string
  headers?: readonly Header[]
  body?: Uint8Array
  /** Default: one more than that of the request before. ACK and CANCEL have that of their INVITE. */
  sequence?: number
}

/** The request without Via, the changed dialog, and the URI whose host the request is sent to. */
export interface BuiltRequest {
  request: SipRequest
  dialog: Dialog
  nextHop: string
}

export function requestInDialog(dialog: Dialog, options: DialogRequest): BuiltRequest {
  const { method, headers = [], body = new Uint8Array(), sequence } = options
  const number = sequence ?? dialog.localSequence + 1
  const { uri, routes, nextHop } = applyRoutes(dialog.remoteTarget, dialog.routes)
  const all: Header[] = [
    ...routes.map((route): Header => ['Route', route]),
    ['Max-Forwards', '70'],
    ['From', dialog.local],
    ['To', dialog.remote],
    ['Call-ID', dialog.callId],
    ['CSeq', formatCSeq({ number, method })],
    ...headers,
  ]
  const changed = sequence === undefined ? { ...dialog, localSequence: number } : dialog
  return { request: { method, uri, headers: all, body }, dialog: changed, nextHop }
}

interface Routed {
  /** The Request-URI. */
  uri: string
  routes: readonly string[]
  nextHop: string
}

/** Applies a route set: loose routers leave the Request-URI alone, a strict one takes its place. */
export function applyRoutes(target: string, routes: readonly string[]): Routed {
  const first = routes[0]
  if (first === undefined) return { uri: target, routes, nextHop: target }
  const hop = parseAddress(first)?.uri ?? first
  if (parseUri(hop)?.params.has('lr') !== false) return { uri: target, routes, nextHop: hop }
  // The target follows the other routes, so the last strict router finds it there (RFC 3261, section 12.2.1.1).
  return { uri: hop, routes: [...routes.slice(1), `<${target}>`], nextHop: hop }
}
