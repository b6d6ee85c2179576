// Automations: connections to the services that they call, the types of their steps, and templates.
export { hasTriggerSecrets } from './automation/store.ts'
export { readSecret } from './connections/connection.ts'
export { hasConnections, selectSealedSecrets } from './connections/store.ts'
export { failureOf } from './steps/classify-refusal.ts'
export { stepTypes } from './steps/library.ts'
export type { StepContext, StepFailure } from './steps/step-type.ts'
export { templates as automationTemplates } from './templates/index.ts'
