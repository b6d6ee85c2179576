// Declares the personal data in runs of automations, and in the examples of their triggers.
import { sql } from 'kysely'
import { mentionedIn, type Person } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'

const stepsOf = sql`from automation_steps s where s.account_id = t.account_id and s.run_id = t.id`

/** Anyone can name the person in a conversation of a visitor. */
const isAbout = (person: Person) => sql`(t.trigger ->> 'conversation_id' = any(${person.uuids}::text[])
    or not is_of_visitor(t.account_id, t.trigger ->> 'conversation_id'))
  and (${mentionedIn(person, 't.trigger', 't.response')}
  or exists (select ${stepsOf} and ${mentionedIn(person, 's.input', 's.output', 's.error')}))`

/** A process that executes a deleted run notices it. */
const personalRuns: PersonalTable = {
  name: 'automation_runs',
  children: ['automation_steps'],
  isOf: isAbout,
  scanned: 200,
  erasedAs: 'runs',
  exported: {
    name: 'runs',
    columns: sql`t.id, t.automation_id, t.status, t.trigger, t.response, t.started_at, t.ended_at, coalesce((
      select json_agg(json_build_object('name', s.name, 'type', s.type, 'status', s.status, 'input', s.input,
        'output', s.output, 'error', s.error) order by s.position, s.attempt) ${stepsOf}), '[]') as steps`,
    pageSize: 1,
  },
  retained: [
    {
      kind: 'runs',
      maximumDays: ({ automationRunDays }) => automationRunDays,
      // The index is by the start.
      isOld: (before) => sql`t.started_at < ${before} and t.ended_at < ${before}`,
      oldest: { time: 'ended_at', of: sql`t.ended_at is not null` },
    },
  ],
}

const personalSamples: PersonalTable = {
  name: 'automations',
  isOf: (person) => mentionedIn(person, 't.sample'),
  erasedAs: null,
  removal: { set: () => sql`sample = null` },
}

export const personalData = [personalRuns, personalSamples]
