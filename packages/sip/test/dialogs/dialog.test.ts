// Tests dialogs: route sets, targets and sequence numbers (RFC 3261, section 12).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  confirmDialog,
  dialogOfClient,
  dialogOfServer,
  requestInDialog,
  takeSequence,
} from '../../src/dialogs/index.ts'
import { type Header, headerOf, headersOf, respond } from '../../src/message/index.ts'
import { requestOf } from '../support/peers.ts'

const routes = (...uris: string[]): Header[] => uris.map((uri): Header => ['Record-Route', `<${uri}>`])

describe('A dialog', () => {
  test('has the routes in order at the server, and reversed at the client', () => {
    const invite = requestOf('INVITE', { headers: routes('sip:p2.test;lr', 'sip:p1.test;lr') })
    const server = dialogOfServer(invite, '<sip:we@1.test>;tag=we', 7)
    assert.deepEqual(server.routes, ['<sip:p2.test;lr>', '<sip:p1.test;lr>'])
    const response = respond(invite, 200, { toTag: 'we', headers: [['Contact', '<sip:we@192.0.2.1>']] })
    const client = dialogOfClient(invite, response)
    assert.deepEqual(client.routes, ['<sip:p1.test;lr>', '<sip:p2.test;lr>'])
    assert.equal(client.remoteTarget, 'sip:we@192.0.2.1')
  })

  test('takes its routes from the 2xx, and keeps them from then on', () => {
    const invite = requestOf('INVITE')
    const early = dialogOfClient(
      invite,
      respond({ ...invite, headers: [...invite.headers, ...routes('sip:old.test;lr')] }, 180, { toTag: 'a' }),
    )
    const answer = respond({ ...invite, headers: [...invite.headers, ...routes('sip:new.test;lr')] }, 200, {
      toTag: 'a',
    })
    const confirmed = confirmDialog(early, answer)
    assert.deepEqual(confirmed.routes, ['<sip:new.test;lr>'])
    assert.deepEqual(confirmDialog(confirmed, respond(invite, 200, { toTag: 'a' })).routes, ['<sip:new.test;lr>'])
  })

  test('sends to a loose router with the target as the Request-URI', () => {
    const dialog = dialogOfServer(
      requestOf('INVITE', { headers: routes('sip:p1.test;lr', 'sip:p2.test;lr') }),
      '<sip:we@1.test>;tag=we',
      7,
    )
    const { request, nextHop } = requestInDialog(dialog, { method: 'BYE' })
    assert.equal(request.uri, 'sip:peer@192.0.2.2:5060')
    assert.deepEqual(headersOf(request, 'Route'), ['<sip:p1.test;lr>', '<sip:p2.test;lr>'])
    assert.equal(nextHop, 'sip:p1.test;lr')
    assert.equal(headerOf(request, 'CSeq'), '8 BYE')
  })

  test('puts the target last for a strict router', () => {
    const dialog = dialogOfServer(
      requestOf('INVITE', { headers: routes('sip:p1.test', 'sip:p2.test;lr') }),
      '<sip:we@1.test>;tag=we',
      7,
    )
    const { request, nextHop } = requestInDialog(dialog, { method: 'BYE' })
    assert.equal(request.uri, 'sip:p1.test')
    assert.deepEqual(headersOf(request, 'Route'), ['<sip:p2.test;lr>', '<sip:peer@192.0.2.2:5060>'])
    assert.equal(nextHop, 'sip:p1.test')
  })

  test('refuses a lower sequence number, and skips over gaps', () => {
    const dialog = dialogOfServer(requestOf('INVITE', { cseq: 5 }), '<sip:we@1.test>;tag=we', 7)
    assert.equal(takeSequence(dialog, requestOf('INFO', { cseq: 4 })), undefined)
    assert.equal(takeSequence(dialog, requestOf('INFO', { cseq: 9 }))?.remoteSequence, 9)
  })
})
