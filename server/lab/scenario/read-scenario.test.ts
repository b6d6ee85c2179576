// Tests of scenario files that are not valid: the error names the line and what to do.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readScenario, ScenarioError } from './read-scenario.ts'

function problemsOf(text: string): string[] {
  try {
    readScenario(text, 'call.yaml')
  } catch (error) {
    assert.ok(error instanceof ScenarioError, String(error))
    return error.message.split('\n')
  }
  return []
}

const script = 'script:\n  - hang_up: true\n'

describe('a scenario file', () => {
  it('is read with the line of each step and the defaults of the format', () => {
    const scenario = readScenario(`name: A call\nscript:\n  - say: Hello\n\n  - hang_up: true\n`, 'call.yaml')
    assert.deepEqual(scenario.lines, [3, 5])
    assert.equal(scenario.timing.ms_per_character, 60)
    assert.equal(scenario.timing.recognition_ms, 150)
  })

  it('names the line of an unknown field of the assistant', () => {
    assert.deepEqual(problemsOf(`name: A\nassistant:\n  webhook_url: https://example.com\n${script}`), [
      'call.yaml:3: assistant: Unrecognized key: "webhook_url"',
    ])
  })

  it('has the limits of the API for the settings of the assistant', () => {
    const [problem] = problemsOf(`name: A\nassistant:\n  max_duration: 5\n${script}`)
    assert.match(problem!, /^call\.yaml:3: assistant\.max_duration: /)
  })

  it('refuses a step without an action, and an expectation with two events', () => {
    const problems = problemsOf('name: A\nscript:\n  - shout: x\n  - expect: { assistant: a, tool: b }\n')
    assert.match(problems[0]!, /^call\.yaml:3: script\.0: A step needs one of say, /)
    assert.match(problems[1]!, /^call\.yaml:4: script\.1\.expect: An expectation needs exactly one of /)
  })

  it('refuses both a model and answers, and neither a script nor a simulation', () => {
    const [problem] = problemsOf(`name: A\nmodel: offline\nanswers: [{ say: Hi }]\n${script}`)
    assert.match(problem!, /not both/)
    assert.match(problemsOf('name: A\n')[0]!, /needs a script/)
  })

  it('reports what is not YAML', () => {
    assert.match(problemsOf('name: "A\nscript: [')[0]!, /^call\.yaml:\d+: /)
  })

  it('is bounded in size, aliases and depth', () => {
    assert.match(problemsOf('x'.repeat(300_000))[0]!, /may have 256,000 characters/)
    const bomb = [
      'a: &a [x, x]',
      ...[...'bcdefghij'].map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]}, `.repeat(9)}1]`),
    ]
    assert.match(problemsOf(bomb.join('\n'))[0]!, /Too many aliases/)
    assert.ok(problemsOf(`name: ${'['.repeat(100_000)}`).length > 0)
  })
})
