// Automations: connections to the services that they call.
export { hasConnections } from './connections/store.ts'
