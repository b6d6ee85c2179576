// Whether a person may be contacted: the do-not-contact list, and consents.
export { blockContact, unblockContact } from './block-contact.ts'
export { findContactRule, hasOptedOut, isDoNotContact, selectBlocked, selectConsented } from './check-contact.ts'
export { selectOptOutWords } from './store-opt-out-words.ts'
