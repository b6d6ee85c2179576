// Assistants: whom callers and visitors talk to, and how they are to behave.

export type { Assistant, BuiltInTool, EvaluationField, HttpTool } from './assistant/assistant.ts'
export {
  findAssistant,
  findAssistantByName,
  findAssistantByUuid,
  findAssistantIds,
  selectAssistantNames,
  selectOwnedAssistants,
} from './assistant/store.ts'
export { hookOf } from './assistant/webhooks.ts'
export { createAssistant } from './create-assistant.ts'
export { assistantSubscriptions } from './jobs.ts'
export { assistantRoutes } from './routes.ts'
export { activateAssistant as putIntoUse, setStatus } from './set-status.ts'
export { hasTools, selectHttpToolsOf } from './tools/store-tools.ts'
export { openHeaders } from './tools/tool-headers.ts'
