// The signed-in member: who they are, which account they act for, and what their role allows.
import { createContext, type ReactNode, useContext } from 'react'
import { contract } from '#contract/index.ts'
import type { Area as EndpointArea } from '#contract/wire/endpoint.ts'
import { rolesOf } from '#contract/wire/roles.ts'
import { type Area, type CallName, type ReplyFrom, useRead } from '../api/query.ts'
import { TimeZoneContext } from '../i18n/locale.tsx'
import { Loaded } from '../ui/page.tsx'

export type Session = ReplyFrom<'session', 'get'>

const SessionContext = createContext<Session | undefined>(undefined)

/** Renders nothing until the session is known. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const query = useRead('session', 'get')
  return (
    <Loaded query={query}>
      {(session) => (
        <SessionContext value={session}>
          <TimeZoneContext value={session.account.time_zone}>{children}</TimeZoneContext>
        </SessionContext>
      )}
    </Loaded>
  )
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider.')
  return session
}

/** Returns whether the member may call an endpoint. */
export function useMay(): <A extends Area>(area: A, name: CallName<A>) => boolean {
  const { role } = useSession()
  return (area, name) => rolesOf[(contract[area] as unknown as EndpointArea)[name]!.access].includes(role)
}
