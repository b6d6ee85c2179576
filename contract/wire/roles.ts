// The roles of an account's members, and which of them may call an endpoint.
import { z } from 'zod'

export const memberRole = z.enum(['owner', 'editor', 'agent', 'viewer']).meta({
  id: 'Role',
  description:
    '`owner` may do everything. `editor` may change everything except members, API keys, privacy and the audit log. `agent` may read and answer conversations. `viewer` may read, with personal data masked.',
})

export type Role = z.output<typeof memberRole>

/**
 * Who may call an endpoint: `manage` only owners · `edit` owners and editors · `read` also viewers, who see personal data
 * masked · `answer` owners, editors and agents, for the inbox · `follow` everyone, with masks for viewers.
 */
export type Access = 'manage' | 'edit' | 'read' | 'answer' | 'follow'

export const rolesOf: Readonly<Record<Access, readonly Role[]>> = {
  manage: ['owner'],
  edit: ['owner', 'editor'],
  read: ['owner', 'editor', 'viewer'],
  answer: ['owner', 'editor', 'agent'],
  follow: ['owner', 'editor', 'agent', 'viewer'],
}
