// A reason for which a document fails for good, as the account reads it.
export class IngestionFailure extends Error {}
