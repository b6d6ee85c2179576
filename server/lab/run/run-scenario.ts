// Runs one scenario in virtual time and returns what happened.
import type { LanguageModel } from '#server/ports/language-model.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import { openCall } from './open-call.ts'
import type { RunResult } from './result.ts'
import { runOpened } from './run-opened.ts'

export interface RunOptions {
  file: string
  languageModel: LanguageModel
}

export const runScenario = (scenario: LoadedScenario, { file, languageModel }: RunOptions): Promise<RunResult> =>
  runOpened(scenario, { file, opened: openCall(scenario, languageModel) })
