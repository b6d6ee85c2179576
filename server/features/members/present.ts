// Maps members, invitations and sessions to their API representation.

import { isMailConfigured } from '#server/features/mail/index.ts'
import type { MemberContext } from '#server/platform/context/context.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { describeSession } from './own-sessions.ts'
import type { InvitationRow, MemberRow } from './store-members.ts'
import type { SessionRow } from './store-sessions.ts'

export const presentMember = (row: MemberRow) => toApi(row)

export const presentInvitation = (row: InvitationRow) => toApi(row)

export const presentSession = (row: SessionRow, currentId: number) => ({
  ...toApi(row),
  is_current: row.id === currentId,
})

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
    account: toApi(account),
    role: ctx.actor.role,
    is_visiting: ctx.actor.isVisiting,
    sandbox_url: ctx.settings.sandboxPage,
    sends_mail: isMailConfigured(ctx),
    accounts,
  }
}
