// Whether a person may be contacted: the do-not-contact list, and consents.
export { blockContact, unblockContact } from './block-contact.ts'
export { findContactRule, hasOptedOut, isDoNotContact, selectBlocked } from './check-contact.ts'
export { selectOptOutWords } from './store-opt-out-words.ts'
export { selectConsented } from './store-rules.ts'
