// Tests of the lab itself: a scenario fails where the call differs from it, and says what happened instead.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOfflineModel } from '../../models/offline/offline-model.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import { runScenario } from './open-call.ts'
import type { RunResult } from './result.ts'

const run = (rest: string): Promise<RunResult> => {
  const text = `name: A call\nassistant: { initial_message: "Hello, this is Ada." }\n${rest}`
  return runScenario(readScenario(text, 'call.yaml'), { file: 'call.yaml', languageModel: createOfflineModel() })
}

const question = `answers: [{ say: We open at nine in the morning. }]
script:
  - expect: { assistant: this is Ada }
  - wait_ms: 500
  - say: When do you open?
`

describe('an expectation fails', () => {
  it('for words that are not said, and says what was said instead', async () => {
    const { failure, passed } = await run(`${question}  - expect: { assistant: We open at ten }\n`)
    assert.equal(passed, false)
    assert.equal(failure!.line, 8)
    assert.match(failure!.message, /^Expected: the assistant says “We open at ten”\. Instead, .*said “We open at nine/)
  })

  it('for an answer that comes too late, with the time that it took', async () => {
    const { failure } = await run(
      `timing: { model_ms: 3000 }\n${question}  - expect: { assistant: We open, within_ms: 1000 }\n`,
    )
    assert.match(failure!.message, /within 1,000 ms\. It happened after 3,\d\d\d ms, at /)
  })

  it('for an answer that comes too early', async () => {
    const { failure } = await run(`${question}  - expect: { assistant: We open, not_before_ms: 2000 }\n`)
    assert.match(failure!.message, /It happened after \d+ ms already/)
  })

  it('for an event that should be absent', async () => {
    const { failure } = await run(`${question}  - expect: { assistant: We open, absent: true, for_ms: 4000 }\n`)
    assert.match(failure!.message, /It happened at /)
  })

  it('for words that are generated but never heard', async () => {
    const { failure } = await run(`synthesis_fails_for: [We open]\n${question}  - expect: { assistant: We open }\n`)
    assert.match(failure!.message, /^Expected: the assistant says “We open”/)
  })

  it('for events in the wrong order', async () => {
    const steps = '  - expect: { assistant: in the morning }\n  - expect: { assistant: We open at nine }\n'
    assert.equal((await run(question + steps)).failure!.line, 9)
  })

  it('for a tool with other arguments', async () => {
    const text = `tools: { book: { returns: {} } }
answers: [{ call: [{ tool: book, with: { guests: 2 } }] }, { say: Done. }]
script:
  - wait_ms: 2000
  - say: Please book a table.
`
    assert.equal((await run(`${text}  - expect: { tool: book, with: { guests: 2 } }\n`)).failure, undefined)
    assert.equal((await run(`${text}  - expect: { tool: book, with: { guests: 3 } }\n`)).failure!.line, 8)
  })
})

describe('a run', () => {
  it('fails with an explanation if the model is asked more often than the scenario answers', async () => {
    const { failure } = await run('script:\n  - wait_ms: 2000\n  - say: Hello?\n  - expect: { assistant: Yes }\n')
    assert.match(failure!.message, /The scenario has no answer left for “Hello\?”\. Add one to `answers`\./)
  })

  it('fails at a step of the customer that comes after the end of the call', async () => {
    const { failure } = await run('script:\n  - hang_up: true\n  - say: Hello?\n')
    assert.match(failure!.message, /^The customer says “Hello\?”\. The call had ended \(caller_hung_up\)/)
  })

  it('checks the whole call: transcript, repetitions, silence and what the model knows', async () => {
    const text = `${question}  - wait_ms: 4000\noverall:\n`
    const messageOf = async (check: string) => (await run(`${text}  ${check}\n`)).failure?.message ?? 'passed'
    assert.equal(await messageOf('heard_once: [We open at nine]'), 'passed')
    assert.match(await messageOf('heard_once: [We open at ten]'), /heard 0\.00 times/)
    assert.match(await messageOf('longest_silence_ms: 500'), /Nothing was heard for/)
    assert.match(await messageOf('model_knows: [good evening]'), /does not know/)
    assert.match(await messageOf('model_does_not_know: [when do you open]'), /believes/)
    assert.match(await messageOf('model_requests: 3'), /asked 1 time instead of 3/)
    const transcript = ['"assistant: Hello, this is Ada."', '"customer: When do you open?"']
    assert.match(await messageOf(`transcript: [${transcript}]`), /Entry 3 of the transcript is “assistant: We open/)
  })

  it('talks with the offline model', async () => {
    const { failure, transcript } = await run(
      'model: offline\nscript:\n  - wait_ms: 2000\n  - say: When do you open?\n  - expect: { assistant: I don’t know, within_ms: 3000 }\n',
    )
    assert.equal(failure?.message, undefined, JSON.stringify(transcript))
  })
})
