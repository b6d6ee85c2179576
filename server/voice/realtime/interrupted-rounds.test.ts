// Tests of interrupted answers of a realtime model in virtual time: what was not heard is forgotten.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallTool } from '../engine/settings.ts'
import { startVirtualCall } from '../virtual/virtual-call.ts'
import { createVirtualRealtime } from '../virtual/virtual-realtime.ts'
import type { ScriptedRound } from '../virtual/virtual-realtime-session.ts'

const before = 'One moment please, because I have to look at our table for that day and the one after it.'
const after = 'We are open from nine to five on weekdays.'
const interruption = 'No, I meant tomorrow in the afternoon'
const definition = { name: 'find', description: '', parameters: {} }
const tools = new Map<string, CallTool>([
  ['find', { kind: 'function', definition, speakDuring: undefined, timeoutMs: 2_000, run: async () => ({}) }],
])

/** The tool answers at once, so the second round is written while the first one is played. */
async function callWith(output: 'audio' | 'text', ...rounds: ScriptedRound[]) {
  let index = 0
  const round = () => rounds[index++] ?? { texts: ['Yes.'] }
  const call = startVirtualCall({ tools, realtime: (clock) => createVirtualRealtime(clock, { output, round }) })
  call.wait(2_500)
  call.says('When do you open?')
  for (let waits = 0; waits < 100; waits++) {
    call.wait(20)
    await null
  }
  return { call, events: call.realtime!.events }
}

const calling: ScriptedRound = { texts: [before], toolCalls: ['find'] }

for (const output of ['audio', 'text'] as const)
  describe(`an interrupted answer with a tool call, with ${output} output`, () => {
    it('is forgotten from the first round on, if that is still playing', async () => {
      const { call, events } = await callWith(output, calling, { texts: [after] })
      assert.equal(events.responses.length, 2)
      call.says(interruption)
      const [first, second] = events.truncations
      assert.equal(events.truncations.length, 2)
      assert.equal(first?.text, before)
      assert.ok(first.heardText !== '' && before.startsWith(first.heardText), first.heardText)
      assert.deepEqual(second, { text: after, heardMs: 0, heardText: '' })
      assert.deepEqual(events.violations, [])
    })

    it('keeps a first round that was heard to its end', async () => {
      const { call, events } = await callWith(output, calling, { texts: [after] })
      call.wait(4_500)
      call.says(interruption)
      const [second] = events.truncations
      assert.equal(second?.text, after)
      assert.ok(second.heardText !== '' && after.startsWith(second.heardText), second.heardText)
      const { text, unspoken } = call.engine.record.transcript.find(({ interrupted }) => interrupted)!
      assert.equal(`${text} ${unspoken}`, after)
      assert.ok(events.truncations.every(({ text }) => text !== before))
    })
  })

it('an answer that continues in a new session is heard completely, and forgotten from its interruption on', async () => {
  const { call, events } = await callWith('audio', calling, { losesAfter: 0 }, { texts: [after] })
  assert.equal(events.sessions, 2)
  call.wait(4_000)
  call.says(interruption)
  assert.deepEqual(
    call.heard().map(({ text }) => text),
    ['Hello, this is Ada.', before, after],
  )
  const { heardText } = events.truncations.find(({ text }) => text === after)!
  assert.ok(heardText !== '' && after.startsWith(heardText), heardText)
  assert.deepEqual(events.violations, [])
})

it('a round that a model has begun to write is forgotten with an interrupted round before it', async () => {
  const { call, events } = await callWith('text', calling, { texts: ['We are'], isOpen: true })
  call.says(interruption)
  assert.deepEqual(
    events.truncations.map(({ text }) => text),
    [before, 'We are'],
  )
  assert.deepEqual(events.truncations.at(-1), { text: 'We are', heardMs: 0, heardText: '' })
})
