// Declares the personal data in calls and transfers.
import { sql } from 'kysely'
import type { Person } from '#server/platform/person.ts'
import { hasValue } from '#server/platform/person.ts'
import type { PersonalTable, Retained } from '#server/platform/personal-data.ts'
import { recordingKeyOf } from '../recording/serve-recording.ts'
import { deleteRecordings, deleteTranscripts, erasePersonsOf } from './erase-calls.ts'

/** Values that anyone could have given are no addresses of the customer. */
const givenByAccount = sql`(case when t.visitor_day is not null then '{}' else t.variables::jsonb - t.unverified_variables end)`

/** A web call has no number, but can have variables. */
const isOf = ({ phoneNumbers, uuids, texts }: Person) => sql`t.erased_at is null and (
  t.client_phone = any(${phoneNumbers}::text[]) or t.uuid = any(${uuids}::uuid[])
  or (t.client_phone is null and ${hasValue(phoneNumbers, givenByAccount)}) or ${hasValue(texts, givenByAccount)})`

/** The call has ended and was reported, or cannot be reported. */
const isOver = sql`t.ended_at is not null
  and (t.reported_at is not null or t.ended_at < app_now() - interval '15 minutes')
  and not exists (
    select from call_transfers o
    where o.account_id = t.account_id and o.call_id = t.id and o.deadline_at > app_now() - interval '15 minutes')`

/** Each condition has an index. */
const hasRecording = sql`t.recording_key is not null`
const hasWords = sql`t.ended_at is not null and t.words_deleted_at is null`
const hasPerson = sql`t.ended_at is not null and t.erased_at is null`

const columns = sql`t.id, t.uuid`
const batch = 50

const agedCalls = (kind: Retained['kind'], of: typeof hasWords, remove?: typeof deleteTranscripts): Retained => ({
  kind,
  isOld: (before) => sql`t.ended_at < ${before} and ${of}`,
  order: 'ended_at',
  oldest: { time: 'ended_at', of },
  ...(remove && { removal: { batch, columns, remove } }),
})

const personalCalls: PersonalTable = {
  name: 'calls',
  children: ['call_transcript', 'call_timeline', 'call_requests'],
  isOf,
  // Hidden numbers are words of the carrier, which many callers share.
  finds: { phoneNumbers: sql`array[t.client_phone]`, uuid: sql`t.uuid` },
  isBusy: sql`not (${isOver})`,
  removal: { batch, columns, remove: erasePersonsOf },
  exported: {
    name: 'calls',
    columns: sql`t.id, t.uuid, t.type, t.status, t.client_phone, t.extension, t.assistant_phone, t.variables, t.evaluation,
      t.ended_reason, t.duration_seconds, t.recording_key is not null as has_recording, t.created_at, t.answered_at,
      t.ended_at,
      coalesce((
        select json_agg(json_strip_nulls(json_build_object('speaker', w.speaker, 'text', w.text,
          'unspoken', w.unspoken, 'at_ms', w.at_ms)) order by w.position)
        from call_transcript w where w.account_id = t.account_id and w.call_id = t.id), '[]') as transcript,
      coalesce((
        select json_agg(json_build_object('at', e.at, 'type', e.type, 'detail', e.detail) order by e.at, e.id)
        from call_timeline e where e.account_id = t.account_id and e.call_id = t.id), '[]') as timeline`,
    pageSize: 20,
    files: {
      name: 'recordings',
      fileOf: ({ uuid, hasRecording }: { uuid: string; hasRecording: boolean }, accountId) =>
        hasRecording ? { name: `${uuid}.wav`, key: recordingKeyOf({ accountId, id: uuid }) } : undefined,
    },
  },
  retained: [
    agedCalls('recordings', hasRecording, deleteRecordings),
    agedCalls('transcripts', hasWords, deleteTranscripts),
    agedCalls('calls', hasPerson),
  ],
}

/** Calls were transferred to the person. The cost of the transfers remains. */
const personalTransfers: PersonalTable = {
  name: 'call_transfers',
  isOf: ({ phoneNumbers }) => sql`t.phone_number = any(${phoneNumbers}::text[])
    and (t.deadline_at is null or t.deadline_at < app_now() - interval '15 minutes')`,
  erasedAs: 'transfers',
  removal: { set: () => sql`phone_number = ''` },
}

export const personalData = [personalCalls, personalTransfers]
