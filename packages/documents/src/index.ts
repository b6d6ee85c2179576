// The public interface of the package.
export { DocumentError, type DocumentErrorCode } from './document-error.ts'
export { type FileFormat, isContentTypeSupported, looksLike } from './file-format.ts'
export type { WebPage, WebResponse } from './html/web-page.ts'
export { detectLanguage } from './language.ts'
export { type Extractor, openExtractor } from './parent/extractor.ts'
export { searchTerms } from './search-terms.ts'
export type { Passage, Section, SitePage } from './split/passage.ts'
export { decodeResponse } from './text/decode-response.ts'
