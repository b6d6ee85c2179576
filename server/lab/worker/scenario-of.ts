// Converts a test of an account to a scenario of the lab, which has more fields and other defaults.
import type { TestDefinition } from '#contract/assistants/test-fields.ts'

export function scenarioOf(definition: TestDefinition, language: string): object {
  const { script = [], simulate, tools = {}, overall = {}, answers = [], answers_from: from } = definition
  return {
    name: 'Test',
    language,
    tools,
    overall,
    answers: from === 'recorded' ? answers : [],
    ...(simulate ? { simulate: simulationOf(simulate) } : { script }),
  }
}

const simulationOf = ({ goal, max_turns, lines }: NonNullable<TestDefinition['simulate']>): object => ({
  goal,
  max_turns: max_turns ?? 8,
  ...(lines && { lines }),
})
