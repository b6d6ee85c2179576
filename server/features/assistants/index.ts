// Assistants, their settings, folders, labels and tools.
export type { Assistant, AssistantSettings, BuiltInTool, EvaluationField, HttpTool } from './assistant/assistant.ts'
export { pickSettings } from './assistant/pick-settings.ts'
export {
  findAnsweringAssistant,
  findAssistant,
  findAssistantByName,
  findAssistantByUuid,
  findAssistantIds,
  lockAssistant,
  selectAssistantNames,
  selectAssistantsOfNumbers,
  selectOwnedAssistants,
} from './assistant/store.ts'
export { type AssistantWebhook, hookOf } from './assistant/webhooks.ts'
export { createAssistant, createAssistantIn } from './create-assistant.ts'
export { deletedWithAssistantPoint } from './delete-assistant.ts'
export { type ChangedFields, presentSettings, presentSummary } from './present.ts'
export { activateAssistant as putIntoUse, setStatus } from './set-status.ts'
export { trySettings } from './settings/try-settings.ts'
export { claimWebhook, releaseWebhook } from './switch-webhook.ts'
export { hasTools, selectHttpToolsOf } from './tools/store-tools.ts'
export { openHeaders } from './tools/tool-headers.ts'
export { builtInVariables, type GivenValue, givenValuesOf, variablePrefix } from './tools/tool-placeholders.ts'
export { updateAssistant } from './update-assistant.ts'
