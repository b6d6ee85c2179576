// The test suite for every adapter of the port to realtime models.
import { describe } from 'node:test'
import { testAnswers } from './realtime-model/answers.ts'
import { testHearing } from './realtime-model/hearing.ts'
import { testInterruptions } from './realtime-model/interruptions.ts'
import { testResources } from './realtime-model/resources.ts'
import type { RealtimeModelSuite } from './realtime-model/setup.ts'
import { testSpeaking } from './realtime-model/speaking.ts'

export function testRealtimeModel(name: string, { outputs, forgets, open }: RealtimeModelSuite): void {
  describe(`realtime model: ${name}`, () => {
    testHearing(open)
    for (const output of outputs) {
      describe(`with ${output} output`, () => {
        testAnswers(output, open)
        testInterruptions(output, { forgets, open })
      })
    }
    if (outputs.includes('audio')) testSpeaking(open)
    testResources(open)
  })
}
