// HTTP handlers for members and invitations, and for operators.
import type { members } from '#contract/account/members.ts'
import type { operators } from '#contract/account/operators.ts'
import { listAccounts } from '#server/features/accounts/index.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { acceptInvitation, invite, showInvitation } from './invitations.ts'
import { changeRole, removeMember } from './manage-members.ts'
import { createPasswordLink } from './own-password.ts'
import { presentInvitation, presentMember } from './present.ts'
import { replySignedIn } from './session-routes.ts'
import { countMembers, deleteInvitation, selectInvitations, selectMembers } from './store-members.ts'

export const memberHandlers: Handlers<typeof members> = {
  list: async (ctx) => ({ data: (await selectMembers(ctx.db, ctx.account.id)).map(presentMember) }),

  update: async (ctx, { params, body }) => ({ data: presentMember(await changeRole(ctx, params.id, body.role)) }),

  remove: async (ctx, { params }) => {
    await removeMember(ctx, params.id)
    return { message: 'Member removed.' }
  },

  listInvitations: async (ctx) => ({
    data: (await selectInvitations(ctx.db, ctx.account.id)).map(presentInvitation),
  }),

  invite: async (ctx, { body }) => {
    const { invitation, url } = await invite(ctx, body)
    return { data: presentInvitation(invitation), url }
  },

  revokeInvitation: async (ctx, { params }) => {
    if (!(await deleteInvitation(ctx.db, ctx.account.id, params.id))) throw new Refusal('INVITATION_NOT_FOUND')
    return { message: 'Invitation revoked.' }
  },

  showInvitation: async (ctx, { body }) => {
    const { invitation, account, hasUser } = await showInvitation(ctx, body.token)
    const { email, role, invitedBy } = invitation
    return { account: { id: account.id, name: account.name }, email, role, invited_by: invitedBy, has_user: hasUser }
  },

  acceptInvitation: async (ctx, { body }, call) => {
    const { token, name, password } = body
    const userAgent = call.headers['user-agent'] ?? ''
    const signedIn = await acceptInvitation(ctx, { token, name, password, userAgent })
    if (signedIn) replySignedIn(ctx, call, signedIn)
    return { message: 'Invitation accepted.' }
  },
}

export const operatorHandlers: Handlers<typeof operators> = {
  listAccounts: async (ctx, { query }, call) => {
    const { search, page, per_page: perPage } = query
    const { rows, total } = await listAccounts(ctx.db, search, { offset: (page - 1) * perPage, limit: perPage })
    const counts = await countMembers(
      ctx.db,
      rows.map(({ id }) => id),
    )
    const present = ({ id, name, email, kind, createdAt }: (typeof rows)[number]) => ({
      id,
      name,
      email,
      kind,
      members: counts.get(id) ?? 0,
      created_at: toIsoMicros(createdAt),
    })
    return replyWithPage(ctx, { query, url: call.url }, { rows, total }, present)
  },

  createLink: async (ctx, { body }) => {
    const link = orRefuse(await createPasswordLink(ctx, body.email, ctx.actor), 'USER_NOT_FOUND')
    return { url: link.url, expires_at: toIsoMicros(link.expiresAt) }
  },
}
