// Describes the sessions of the database that others wait for, to explain why nothing works.
import type { PostgresServer } from '../database/postgres-server.ts'

interface Session {
  name: string
  state: string
  seconds: number
  waiting: string | null
  blockers: number[]
  pid: number
  query: string
}

/** Sessions that wait for others, and those that they wait for. */
export async function describeBlocked(primary: PostgresServer): Promise<string[]> {
  const sessions = await primary.query<Session>(
    `with sessions as (
       select pid, application_name as name, coalesce(state, '') as state, wait_event as waiting, query,
         extract(epoch from clock_timestamp() - coalesce(xact_start, state_change))::float as seconds,
         pg_blocking_pids(pid) as blockers
       from pg_stat_activity where datname = 'parley')
     select * from sessions s
     where s.blockers <> '{}' or exists (select from sessions w where s.pid = any(w.blockers))
     order by s.blockers <> '{}', s.seconds desc limit 6`,
    'parley',
  )
  return sessions.map(
    ({ name, pid, state, seconds, waiting, blockers, query }) =>
      `session ${pid} of ${name}, ${state} for ${seconds.toFixed(1)} s, waits for ${blockers.join() || waiting}: ${query.replace(/\s+/g, ' ').slice(0, 120)}`,
  )
}
