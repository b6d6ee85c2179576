// Whether a person may be contacted: the do-not-contact list, and consents.
export { blockContact, unblockContact } from './block-contact.ts'
export { findContactRule, isDoNotContact, selectBlocked, selectConsented } from './store-rules.ts'
