// The scenarios that come with Parley pass, each in little time.
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { createOfflineModel } from '../models/offline/offline-model.ts'
import { includedScenarios } from './included.ts'
import { runScenario } from './run/open-call.ts'
import { readScenario } from './scenario/read-scenario.ts'

const languageModel = createOfflineModel()
const scenarios = await includedScenarios()

describe('the included scenario', () => {
  for (const { file, text } of scenarios) {
    it(`${basename(file)} passes, and has the same result in every run`, async () => {
      const run = () => runScenario(readScenario(text, file), { file, languageModel })
      const result = await run()
      assert.equal(result.failure?.message, undefined)
      assert.ok(result.passed)
      assert.deepEqual(await run(), result)
    })
  }
})

it('there are at least twenty', () => assert.ok(scenarios.length >= 20))
