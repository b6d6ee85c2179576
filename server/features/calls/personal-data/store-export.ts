// The SQL that reads the calls of a person for an export.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Person } from '#server/platform/person.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { isOf } from './store-person.ts'

interface ExportedCall {
  id: number
  uuid: string
  type: string
  status: string
  clientPhone: string | null
  assistantPhone: string | null
  variables: object
  evaluation: object | null
  endedReason: string | null
  durationSeconds: number | null
  hasRecording: boolean
  createdAt: Timestamp
  answeredAt: Timestamp | null
  endedAt: Timestamp | null
  transcript: object[]
  timeline: object[]
}

const pageSize = 20

/** In the order of their ids. */
export async function selectExportedCalls(
  db: Db,
  accountId: number,
  person: Person,
  after: number,
): Promise<ExportedCall[]> {
  const { rows } = await sql<ExportedCall>`
    select c.id, c.uuid, c.type, c.status, c.client_phone, c.assistant_phone, c.variables, c.evaluation,
      c.ended_reason, c.duration_seconds, c.recording_key is not null as has_recording, c.created_at, c.answered_at,
      c.ended_at,
      coalesce((
        select json_agg(json_strip_nulls(json_build_object('speaker', t.speaker, 'text', t.text,
          'unspoken', t.unspoken, 'at_ms', t.at_ms)) order by t.position)
        from call_transcript t where t.account_id = c.account_id and t.call_id = c.id), '[]') as transcript,
      coalesce((
        select json_agg(json_build_object('at', e.at, 'type', e.type, 'detail', e.detail) order by e.at, e.id)
        from call_timeline e where e.account_id = c.account_id and e.call_id = c.id), '[]') as timeline
    from calls c
    where c.account_id = ${accountId} and c.id > ${after} and ${isOf(person)} order by c.id limit ${pageSize}`.execute(
    db,
  )
  return rows
}
