// Assistants, their settings, folders, labels and tools.
export type { Assistant, BuiltInTool, EvaluationField, HttpTool } from './assistant/assistant.ts'
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
export { presentSettings, presentSummary } from './present.ts'
export { activateAssistant as putIntoUse, setStatus } from './set-status.ts'
export { claimWebhook, releaseWebhook } from './switch-webhook.ts'
export { hasTools, selectHttpToolsOf } from './tools/store-tools.ts'
export { openHeaders } from './tools/tool-headers.ts'
export { builtInVariables, type GivenValue, givenValuesOf, variablePrefix } from './tools/tool-placeholders.ts'
export { updateAssistant } from './update-assistant.ts'
