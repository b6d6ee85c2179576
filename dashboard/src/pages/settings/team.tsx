// The members of the account with their roles, and the open invitations.
import { useMay } from '../../session/session.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'

export function Team() {
  const may = useMay()
  return (
    <div className="flex flex-col gap-5">
      <Members />
      {may('members', 'listInvitations') && <Invitations />}
    </div>
  )
}
