// Endpoints of calendars: accounts at Cal.com and Calendly in which assistants find free slots and book appointments.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, message, requiredText, timestamps, unreadable, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'

const provider = z.enum(['calcom', 'calendly'])

const apiKey = requiredText(2000)
  .regex(/^[\x21-\x7e]*$/)
  .meta({
    description:
      'An API key of Cal.com, or a personal access token of Calendly. Stored encrypted and never returned in full.',
  })

const calendar = z
  .object({
    id,
    provider,
    server_url: personal('url', z.string()),
    owner: z.string().meta({ description: 'The name of the owner of the API key at the provider.' }),
    access_key: z.string().meta({ description: 'Masked: at most the last four characters are shown.' }),
    unreadable,
    event_types: z.array(
      z.object({
        reference: z.string().meta({
          description:
            'The value of `calendly_event_type_uri` or `calcom_event_type` in the tool `calendar_integration`.',
        }),
        name: z.string(),
        duration_minutes: z.int(),
      }),
    ),
    ...timestamps,
  })
  .meta({ id: 'Calendar' })

const changed = z.object({ message: z.string(), data: calendar })
const ofCalendar = ofRecord('CALENDAR_NOT_FOUND', 'Calendar not found')

export const calendars = {
  list: endpoint('GET', '/api/user/calendars', {
    summary: 'List calendars',
    description: 'Returns all connected calendars of the account, oldest first.',
    reply: z.object({ data: z.array(calendar) }),
  }),

  create: endpoint('POST', '/api/user/calendars', {
    summary: 'Connect a calendar',
    description:
      'Checks the API key at the provider and stores the event types of its owner. The calendar of an owner who is connected already is updated. An account can connect up to 20 calendars.',
    body: z.object({
      provider,
      access_key: apiKey,
      server_url: webUrl.optional().meta({
        description:
          'The API of the provider without a version, for example of a self-hosted Cal.com. Defaults to the setting of the installation: `https://api.cal.com` or `https://api.calendly.com`.',
      }),
    }),
    status: 201,
    reply: changed,
  }),

  get: endpoint('GET', '/api/user/calendars/{id}', {
    summary: 'Get a calendar',
    description: 'Returns the calendar with the event types that were stored last.',
    ...ofCalendar,
    reply: z.object({ data: calendar }),
  }),

  update: endpoint('PUT', '/api/user/calendars/{id}', {
    summary: 'Update a calendar',
    description: 'Reads the event types from the provider again, with a new API key of the same owner if one is given.',
    ...ofCalendar,
    body: z.object({ access_key: apiKey.optional() }),
    reply: changed,
  }),

  delete: endpoint('DELETE', '/api/user/calendars/{id}', {
    summary: 'Disconnect a calendar',
    description: 'Deletes the API key. Assistants can then no longer use the event types. Appointments are kept.',
    ...ofCalendar,
    reply: message,
  }),
}
