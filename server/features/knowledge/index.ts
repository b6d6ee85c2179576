// Knowledgebases: documents that assistants can search.
export { createDocument } from './create-document.ts'
export { knowledgeCrons, knowledgeJobs } from './jobs.ts'
export { selectOwnedKnowledgebases } from './knowledgebases/store.ts'
export { knowledgeHandlers } from './routes.ts'
export { type SearchInput, searchKnowledge } from './search/search-knowledge.ts'
export type { FoundPassage, SearchResult } from './search/search-result.ts'
