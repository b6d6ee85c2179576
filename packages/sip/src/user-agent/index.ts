// Exports the user agent.
export type { Account, AccountSettings, CallerField } from '../requests/account.ts'
export type { Caller } from '../requests/identity.ts'
export type { Admission, UserAgentListener, UserAgentOptions } from './options.ts'
export { createUserAgent, type UserAgent } from './user-agent.ts'
