// Why the processing of a document ends without success.

export class DocumentGone extends Error {
  constructor() {
    super('The document was deleted or is processed by another attempt.')
  }
}

export class IngestionFailure extends Error {}
