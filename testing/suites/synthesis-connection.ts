// The tests of synthesizers that speak several utterances over one connection, each in its own context.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf, recordSpeech } from '#testing/calls/record-speech.ts'
import { until } from '../app/until.ts'
import type { ContextSpeech } from '../speech-servers/context-speech.ts'
import type { ScriptedSocketServer, SocketFault, StreamFault } from '../speech-servers/socket-server.ts'
import { bytesPerCharacter } from '../speech-servers/tone.ts'
import {
  openSpokenCall,
  type ScriptedVendor,
  type SynthesisFault,
  testScriptedSynthesis,
} from './scripted-synthesis.ts'

interface Options<VendorFault> {
  faultOf?(connection: number): SocketFault | undefined
  utterance?(text: string, index: number): ContextSpeech | VendorFault
}

interface Setup<VendorFault> {
  vendor: ScriptedVendor<Options<VendorFault>, object, ScriptedSocketServer>
  /** The messages that the server receives before it knows the text. */
  messagesBeforeText: number
  /** The faults of utterances that only this vendor has. */
  faults: readonly [name: string, fault: VendorFault, code: string][]
  /** The options of a server that allows the contexts of one call only. Default: none, because it always does. */
  strict?: Options<VendorFault> & { concurrency: number }
  /** Checks when the characters of a text are spoken, in milliseconds. */
  assertTimes(text: string, startsMs: readonly number[]): void
}

export function testContextSynthesis<VendorFault>(
  name: string,
  { vendor, messagesBeforeText, faults, strict, assertTimes }: Setup<VendorFault>,
): void {
  const spoken = (fault: string, speech: ContextSpeech | VendorFault, code: string, hasAudio = false) => {
    return { name: fault, options: { utterance: () => speech }, code, hasAudio }
  }
  const connection = (fault: string, how: SocketFault, code: string): SynthesisFault<Options<VendorFault>> => {
    return { name: fault, options: { faultOf: () => how }, code }
  }
  const atText = (fault: StreamFault): SocketFault => ({ afterMessages: messagesBeforeText, fault })

  testScriptedSynthesis(name, vendor, [
    spoken('nothing', 'nothing', 'no_audio'),
    spoken('only silence', 'silence', 'silent_audio'),
    spoken('audio that stops', 'no end', 'stalled', true),
    spoken('endless audio', 'endless', 'too_much_audio', true),
    spoken('invalid base64', 'invalid audio', 'unreadable'),
    ...faults.map(([fault, speech, code]) => spoken(fault, speech, code)),
    connection('a refused key', { handshake: 401 }, 'unauthorised'),
    connection('a forbidden voice', { handshake: 403 }, 'unauthorised'),
    connection('an unknown path', { handshake: 404 }, 'not_found'),
    connection('too many connections', { handshake: 429 }, 'rate_limited'),
    connection('a failing server', { handshake: 500 }, 'unavailable'),
    connection('a handshake without response', { handshake: 'no-response' }, 'timeout'),
    connection('a closed handshake', { handshake: 'disconnect' }, 'unavailable'),
    connection('a policy violation', atText('policy-violation'), 'bad_request'),
    connection('a connection that drops', atText('disconnect'), 'unavailable'),
    connection('invalid JSON', atText('garbage'), 'unreadable'),
    connection('a binary message', atText('binary'), 'unreadable'),
    connection('a huge message', atText('huge'), 'unreadable'),
  ])

  test(`${name} speaks a text completely, and says when its words are spoken`, async () => {
    await using call = await openSpokenCall(vendor)
    const text = 'Your table is booked for seven.'
    const spoken = recordSpeech(call.speaker, text)
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.bytes(), text.length * bytesPerCharacter)
    assert.equal(spoken.characters.join(''), text)
    assertTimes(text, spoken.startsMs)
    assert.deepEqual(call.server.violations, [])
  })

  describe(`the connection of synthesis: ${name}`, () => {
    test('is opened again for the next utterance if it dropped', async () => {
      await using call = await openSpokenCall(vendor)
      assert.equal(await recordSpeech(call.speaker, 'First.').outcome, 'done')
      call.server.disconnectAll()
      await until(() => call.server.openConnections() === 0)
      assert.equal(await recordSpeech(call.speaker, 'Second.').outcome, 'done')
      assert.equal(call.server.handshakes.length, 2)
    })

    test('repeats a lost request once if none of its audio was delivered', async () => {
      for (const [count, outcome] of [
        [1, 'done'],
        [2, 'unavailable'],
      ] as const) {
        const faultOf = (index: number) => (index < count ? atText('disconnect') : undefined)
        await using call = await openSpokenCall(vendor, { faultOf })
        assert.equal(codeOf(await recordSpeech(call.speaker, 'Hello.').outcome), outcome)
        assert.equal(call.server.handshakes.length, 2)
      }
    })

    test('does not repeat a text whose audio was delivered in part', async () => {
      let requests = 0
      const utterance = () => {
        requests++
        return 'disconnect' as const
      }
      await using call = await openSpokenCall(vendor, { utterance })
      const cut = recordSpeech(call.speaker, 'This text is cut after ten characters.')
      assert.equal(codeOf(await cut.outcome), 'unavailable')
      assert.equal(cut.bytes(), 10 * bytesPerCharacter)
      assert.equal(requests, 1)
    })

    test('never has more contexts than allowed, however many utterances are requested and cancelled', async () => {
      await using call = await openSpokenCall(vendor, strict)
      const cancelled = Array.from({ length: 30 }, () => recordSpeech(call.speaker, 'This is interrupted at once.'))
      for (const { utterance } of cancelled) utterance.cancel()
      const complete = Array.from({ length: 12 }, (_, index) => recordSpeech(call.speaker, `Text number ${index}.`))
      for (const { outcome } of complete) assert.equal(await outcome, 'done')
      assert.deepEqual(call.server.violations, [])
    })
  })
}
