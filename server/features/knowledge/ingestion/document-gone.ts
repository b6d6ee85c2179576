// Thrown while a document is processed if it was deleted, or if another attempt has begun.
export class DocumentGone extends Error {
  constructor() {
    super('The document was deleted or is processed by another attempt.')
  }
}
