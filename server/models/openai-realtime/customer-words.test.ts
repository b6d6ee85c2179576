// Tests the words of the customer from the realtime models of OpenAI, and turn detection.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { silence } from '#testing/calls/record-recognition.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { start, timed } from '#testing/suites/realtime-model/openai-call.ts'

describe('the words of the customer from OpenAI', () => {
  for (const [transcription, words] of [
    ['failed', []],
    ['never', []],
    ['partial', ['one two']],
    ['reversed', ['one two', 'three four']],
  ] as const) {
    test(`answers every pause if transcripts are ${transcription}`, timed, async () => {
      await using server = await start({ transcription })
      using call = server.call({}, { transcriptMs: 200 })
      const phrases = transcription === 'reversed' ? ['one two', 'three four'] : ['one two']
      for (const phrase of phrases) call.say(encodeSpokenWords(phrase))
      await call.finalized(phrases.length)
      assert.deepEqual(
        call.events.flatMap((event) => (event.type === 'final' ? [event.text] : [])),
        words,
      )
      assert.deepEqual(server.violations, [])
    })
  }

  test('does not send long silence', timed, async () => {
    await using server = await start()
    using call = server.call()
    call.write(silence(10_000))
    call.say(encodeSpokenWords('one two'))
    call.write(silence(10_000))
    await call.finalized(1)
    const bytes = server.received
      .filter(({ type }) => type === 'input_audio_buffer.append')
      .reduce((sum, { audio }) => sum + Buffer.from(String(audio), 'base64').length, 0)
    // 300 ms before the speech, 400 ms of words, and 400 ms after it.
    assert.equal(bytes, 1_100 * 8)
  })

  test('reports the end of a turn that the vendor detects', timed, async () => {
    await using server = await start()
    using call = server.call({ detectsTurns: true })
    call.say(encodeSpokenWords('one two'))
    call.write(silence(600))
    await call.finalized(1)
    assert.deepEqual(
      call.events.flatMap(({ type }) => (type === 'turnEnded' || type === 'final' ? [type] : [])),
      ['turnEnded', 'final'],
    )
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    assert.equal(server.received.filter(({ type }) => type === 'input_audio_buffer.commit').length, 0)
    // An answer that is requested before the vendor has detected the end of the turn.
    call.say(encodeSpokenWords('three four'))
    call.session.respond(2, { mayCallTools: false })
    await call.answered(2)
    assert.equal(server.turns.at(-1)?.at(-1)?.text, 'three four')
    assert.equal(call.words(), 'one two three four')
    assert.deepEqual(server.violations, [])
  })
})
