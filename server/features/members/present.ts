// Maps members, invitations and sessions to their API representation.
import type { MemberContext } from '#server/platform/context/context.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { describeSession } from './own-sessions.ts'
import type { InvitationRow, MemberRow } from './store-members.ts'
import type { SessionRow } from './store-sessions.ts'

export function presentMember(row: MemberRow) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    has_second_factor: row.hasSecondFactor,
    last_seen_at: row.lastSeenAt && toIsoMicros(row.lastSeenAt),
    created_at: toIsoMicros(row.createdAt),
  }
}

export function presentInvitation(row: InvitationRow) {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: row.invitedBy,
    created_at: toIsoMicros(row.createdAt),
    expires_at: toIsoMicros(row.expiresAt),
  }
}

export function presentSession(row: SessionRow, currentId: number) {
  return {
    id: row.id,
    is_current: row.id === currentId,
    remote_address: row.remoteAddress,
    user_agent: row.userAgent,
    created_at: toIsoMicros(row.createdAt),
    last_used_at: toIsoMicros(row.lastUsedAt),
    expires_at: toIsoMicros(row.expiresAt),
  }
}

export async function presentSessionState(ctx: MemberContext) {
  const { user, account, accounts } = await describeSession(ctx)
  return {
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      is_operator: user.isOperator,
      has_password: user.passwordHash !== null,
      has_second_factor: user.totpConfirmedAt !== null,
    },
    account: { ...account, time_zone: ctx.account.timeZone },
    role: ctx.actor.role,
    is_visiting: ctx.actor.isVisiting,
    sandbox_url: ctx.settings.sandboxPage,
    accounts,
  }
}
