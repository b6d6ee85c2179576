// The live events that clients receive, derived from the events that features emit, and the endpoint that streams them.
import { z } from 'zod'
import { eventStream } from '../wire/endpoint.ts'
import { assistantId, id, isoMicros, text } from '../wire/fields.ts'
import { type EventName, type EventPayload, events, type InternalEventName, isInternalEvent } from './events.ts'

type LiveEventName = Exclude<EventName, InternalEventName>

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S

type DataOf<E extends EventName> = {
  [K in Exclude<keyof EventPayload<E>, 'accountId'> & string as SnakeCase<K>]: EventPayload<E>[K]
}

interface Envelope<Name extends string, Data> {
  /** The position in the stream, which `Last-Event-ID` repeats. */
  id: number
  event: Name
  created_at: string
  data: Data
}

/** `reset` means that events were lost: the client must read its state again. */
export type LiveEvent =
  | { [E in LiveEventName]: Envelope<E, DataOf<E>> }[LiveEventName]
  | Envelope<'reset', Record<never, never>>

/** Without `reset`. */
export const liveEventNames = (Object.keys(events) as EventName[]).filter(
  (name): name is LiveEventName => !isInternalEvent(name),
)

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const renamed = <V>(fields: Record<string, V>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (name === 'accountId' ? [] : [[snakeCase(name), value]])),
  )

/** Converts a payload into the `data` that clients receive. */
export const liveDataOf = (name: EventName, payload: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(events[name].shape).flatMap((field) =>
      Object.hasOwn(payload, field) ? [[snakeCase(field), payload[field]]] : [],
    ),
  )

const schemaOf = (name: string, description: string, data: z.ZodObject) =>
  z
    .object({
      id: z.int().meta({ description: 'The position in the stream.' }),
      event: z.literal(name),
      created_at: isoMicros,
      data,
    })
    .meta({ id: `${pascalCase(name)}Event`, description })

const pascalCase = (name: string): string =>
  name.replace(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())

const liveEvent = z
  .union([
    ...liveEventNames.map((name) => {
      const { shape, description } = events[name] as z.ZodObject
      return schemaOf(name, description!, z.object(renamed(shape as Record<string, z.ZodType>)))
    }),
    schemaOf(
      'reset',
      'The events after `Last-Event-ID` are no longer known. Read the state again; later events follow.',
      z.object({}),
    ),
  ])
  .meta({ id: 'LiveEvent' }) as unknown as z.ZodType<LiveEvent>

const maxTypes = 50
const areas = new Set(liveEventNames.map((name) => name.split('.')[0]))
const isType = (type: string): boolean =>
  (liveEventNames as string[]).includes(type) || (type.endsWith('.*') && areas.has(type.slice(0, -2)))

export const liveEvents = {
  stream: eventStream('/api/user/events', {
    access: 'follow',
    summary: 'Follow events live',
    description:
      'Streams the events of the account as server-sent events, each within a fraction of a second. The `data` of an event is the JSON object described here, and its `id` is the position in the stream. To continue without a gap after a lost connection, send the last `id` as the header `Last-Event-ID`, as browsers do by themselves, or as `last_event_id`. Events are kept for 24 hours; after that, the stream begins with a `reset` event. A comment line is sent every 20 seconds. A client that reads too slowly is disconnected, and so is one whose access ends. Agents receive events of conversations, messages and contacts only, viewers all others except words of calls, and API keys with scopes the events of the areas that they may read.',
    query: z.object({
      types: text(2000)
        .refine(
          (value) => value.split(',').length <= maxTypes,
          `The :attribute may not have more than ${maxTypes} items.`,
        )
        .refine(
          (value) => value.split(',').every((type) => isType(type.trim())),
          'The :attribute field has an unknown type.',
        )
        .optional()
        .meta({
          description:
            'Only events of these types, separated by commas. `call.*` means all types that begin with `call.`.',
          example: 'call.*,message.received',
        }),
      call_id: id.optional().meta({ description: 'Only events of this call.' }),
      conversation_id: z
        .uuid()
        .optional()
        .meta({ description: 'Only events of this conversation, by its `id` in `/api/user/conversations`.' }),
      assistant_id: assistantId.optional(),
      campaign_id: id.optional().meta({ description: 'Only events of this campaign.' }),
      last_event_id: z.int().min(0).optional().meta({
        description: 'The last `id` that the client has processed. The header `Last-Event-ID` takes precedence.',
      }),
      follow: z.boolean().default(true).meta({
        description: 'If false, the stream ends after the events that are stored already, for clients that poll.',
      }),
    }),
    reply: liveEvent,
    refusals: {
      TOO_MANY_REQUESTS: { status: 429, message: 'The account has too many open event streams.' },
    },
  }),
}
