// The people of an account: users, their roles, sessions and invitations.
export {
  changeEmail,
  changeOperator,
  createMember,
  createSignInLink,
  ensureMember,
  type NewMember,
  resetUser,
} from './create-member.ts'
export { createPasswordLink } from './own-password.ts'
export { openSessionLookup } from './session-lookup.ts'
export { type Credential, credentialOf, isStillAllowed, selectAllowedSessions } from './still-allowed.ts'
export { findMember, lockMember, lockMembersWithRole, selectMemberNames } from './store-members.ts'
export { hasPasswords, hasTotpSecrets } from './store-users.ts'
