// A scenario that is written from a call through the API passes, also with interruptions and tools.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { claimMedia, finishCall } from '#server/features/calls/index.ts'
import type { NoteType } from '#server/voice/engine/note-types.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { createOfflineModel } from '../../models/offline/offline-model.ts'
import { runScenario } from '../run/open-call.ts'
import type { RunResult } from '../run/result.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import { scenarioFromCall } from './scenario-from-call.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

const run = (text: string): Promise<RunResult> =>
  runScenario(readScenario(text, 'call.yaml'), { file: 'call.yaml', languageModel: createOfflineModel() })

let phones = 0

/** Stores what happened in a run as a call of an account, and writes a scenario from it. */
async function scenarioOf({ transcript, latencies, notes, endedReason }: RunResult): Promise<string> {
  assert.ok(endedReason !== 'handed_over')
  const assistant = await parley.createCallingAssistant({
    assistant: { initial_message: 'Hello there, this is Ada. How can I help you?', tools: [{ type: 'end_call' }] },
  })
  const phone = `+1202555${String(4000 + ++phones)}`
  parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
  const { sid } = await parley.placeCall(assistant, phone)
  const { externalId: accountSid } = context.settings.carrierAccount
  const live = await claimMedia(context, {
    token: parley.mediaTokenOf(sid),
    externalId: sid,
    carrierAccountId: accountSid,
  })
  await finishCall(context, live!, {
    endedReason,
    endedBy: endedReason === 'assistant_ended' ? 'assistant' : 'assistant',
    transcript,
    latency: latencies.map(({ fromMs, toMs }) => ({
      atMs: Math.round(fromMs),
      recognizedMs: 150,
      decidedMs: 300,
      firstTokenMs: 450,
      firstAudioMs: 550,
      firstAudioSentMs: 560,
      heardMs: Math.round(toMs - fromMs),
      retrievalMs: null,
    })),
    timeline: notes.map((note) => ({ ...note, type: note.type as NoteType })),
  })
  const { callId } = live!
  const [call, explanation] = await Promise.all([
    assistant.client.calls.get({ id: callId }),
    assistant.client.calls.explain({ id: callId }),
  ])
  return scenarioFromCall(call, explanation)
}

const original = (rest: string): string => `name: A call
assistant:
  initial_message: Hello there, this is Ada. How can I help you?
  type: outbound
  tools: [{ type: end_call }]
${rest}`

const scripts = {
  'questions and answers': `answers:
  - say: We are open from nine to five on all weekdays, and until noon on Saturdays.
  - say: Yes, there is a garden with twenty tables.
script:
  - wait_ms: 2500
  - say: When do you open?
  - expect: { assistant: until noon on Saturdays }
  - wait_ms: 900
  - say: Do you have a garden?
  - expect: { assistant: twenty tables }
  - hang_up: true
`,
  'an interruption': `answers:
  - say: The first course is a soup, the second course is a fish, and the dessert is a chocolate cake.
  - say: Then I recommend the salad.
script:
  - wait_ms: 2500
  - say: What is on the menu?
  - interrupt: Wait, I am a vegetarian.
    after_ms: 2500
  - expect: { assistant: recommend the salad }
  - hang_up: true
`,
  'a tool, and an assistant that ends the call': `tools: { find_booking: { after_ms: 1500, returns: { table: 4 } } }
answers:
  - call: [{ tool: find_booking }]
  - say: You have table four.
  - say: Goodbye.
    call: [{ tool: end_call }]
script:
  - wait_ms: 2500
  - say: Do I have a booking?
  - expect: { assistant: table four }
  - wait_ms: 900
  - say: Thank you, that is all.
  - expect: { ended: assistant_ended }
`,
}

describe('a scenario from a call with', () => {
  for (const [name, script] of Object.entries(scripts)) {
    it(`${name} passes and has the same transcript`, async () => {
      const call = await run(original(script))
      assert.equal(call.failure?.message, undefined)
      const text = await scenarioOf(call)
      // The words of an answer that were not heard are in the scenario, too.
      for (const { unspoken } of call.transcript) assert.ok(text.replace(/\s+/g, ' ').includes(unspoken ?? ''), text)
      const again = await run(text)
      assert.equal(again.failure?.message, undefined, text)
      const spoken = ({ transcript }: RunResult) =>
        transcript.filter(({ interrupted }) => !interrupted).map((entry) => `${entry.speaker}: ${entry.text}`)
      assert.deepEqual(spoken(again), spoken(call), text)
    })
  }

  it('a greeting that was never heard passes', async () => {
    const call = await run(original(scripts['questions and answers']))
    const text = await scenarioOf({ ...call, transcript: call.transcript.slice(1) })
    assert.equal((await run(text)).failure?.message, undefined, text)
  })
})
