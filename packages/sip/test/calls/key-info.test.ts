// Tests keys in the body of INFO.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyInfo, keyOfInfo } from '../../src/calls/key-info.ts'
import type { SipRequest } from '../../src/message/index.ts'

const info = (type: string, text: string): SipRequest => ({
  method: 'INFO',
  uri: 'sip:a@b',
  headers: [['Content-Type', type]],
  body: Buffer.from(text),
})

describe('Keys by INFO', () => {
  test('are read in both formats, with the numbers of * and #', () => {
    assert.deepEqual(keyOfInfo(info('application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n')), {
      key: '5',
      durationMs: 160,
    })
    assert.deepEqual(keyOfInfo(info('Application/DTMF-Relay; x=y', 'signal= *\nduration= 99999999')), {
      key: '*',
      durationMs: undefined,
    })
    assert.deepEqual(keyOfInfo(info('application/dtmf', '10')), { key: '*', durationMs: undefined })
    assert.deepEqual(keyOfInfo(info('application/dtmf', ' 11\r\n')), { key: '#', durationMs: undefined })
    assert.deepEqual(keyOfInfo(info('application/dtmf', 'd')), { key: 'D', durationMs: undefined })
  })

  test('are ignored if they are none', () => {
    for (const [type, text] of [
      ['application/dtmf', 'xx'],
      ['application/dtmf-relay', 'Duration=1'],
      ['text/plain', '5'],
      ['application/dtmf', '5'.repeat(300)],
    ] as const)
      assert.equal(keyOfInfo(info(type, text)), undefined)
  })

  test('are read as they are written', () => {
    const { headers, body } = keyInfo('#', 200)
    assert.deepEqual(keyOfInfo({ method: 'INFO', uri: 'sip:a@b', headers, body }), { key: '#', durationMs: 200 })
  })
})
