// Knowledgebases: documents that assistants can search.
export { createKnowledgebase } from './change-knowledgebase.ts'
export { createDocument } from './create-document.ts'
export type { Knowledgebase } from './knowledgebases/knowledgebase.ts'
export { findKnowledgebase, selectKnowledgebases, selectOwnedKnowledgebases } from './knowledgebases/store.ts'
export { assistantCountsPoint } from './routes.ts'
export { searchKnowledge, warmUpSearch } from './search/search-knowledge.ts'
export type { FoundPassage, SearchResult } from './search/search-result.ts'
export { type SearchStage, searchStages } from './search/search-stages.ts'
