// Opens the language models of the configuration for the lab.
import { readConfig } from '../config.ts'
import { createLanguageModels } from '../models/language-models.ts'
import { createLog } from '../platform/observability/log.ts'
import type { LanguageModel } from '../ports/language-model.ts'

export interface LabModel {
  languageModel: LanguageModel
  /** Whether a model is configured that can play a customer and judge a conversation. */
  canJudge: boolean
}

export function openLabModel(): LabModel {
  const config = readConfig()
  const languageModel = createLanguageModels({ ...config.models, log: createLog({ level: 'silent', pretty: false }) })
  const canJudge = languageModel.describe().some(({ mode }) => mode === 'live')
  return { languageModel, canJudge }
}
