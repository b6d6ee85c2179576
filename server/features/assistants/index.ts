// Assistants, their settings, folders, labels and tools.
export type { Assistant, BuiltInTool, EvaluationField, HttpTool } from './assistant/assistant.ts'
export {
  countAssistantsOfKnowledgebases,
  findAnsweringAssistant,
  findAssistant,
  findAssistantByName,
  findAssistantByUuid,
  findAssistantIds,
  selectAssistantNames,
  selectOwnedAssistants,
} from './assistant/store.ts'
export { hookOf } from './assistant/webhooks.ts'
export { createAssistant } from './create-assistant.ts'
export { folderHandlers, labelHandlers } from './group-routes.ts'
export { assistantSubscriptions } from './jobs.ts'
export { listNumbersForAssistants } from './list-numbers.ts'
export { presentSettings } from './present.ts'
export { assistantHandlers } from './routes.ts'
export { activateAssistant as putIntoUse, setStatus } from './set-status.ts'
export { toolHandlers } from './tool-routes.ts'
export { hasTools, selectHttpToolsOf } from './tools/store-tools.ts'
export { openHeaders } from './tools/tool-headers.ts'
export { updateAssistant } from './update-assistant.ts'
