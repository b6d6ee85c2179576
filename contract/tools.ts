// The endpoints of tools: HTTP functions that assistants may call in mid-conversation.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParam, intBetween, isoMicros, message, requiredText, text, webUrl } from './fields.ts'

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
/** Written by whoever sends the request, never by its author. */
const ownHeaders = /^(host|content-length|transfer-encoding|connection|upgrade|expect|keep-alive|te|trailer|proxy-.*)$/i

const headers = z
  .record(z.string(), z.string().max(4096))
  .refine((values) => Object.keys(values).length <= 50, 'The :attribute may not have more than 50 items.')
  .refine(
    (values) =>
      Object.entries(values).every(
        ([name, value]) => headerName.test(name) && !ownHeaders.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
      ),
    'The :attribute format is invalid.',
  )

/** A JSON Schema whose root is an object, small enough to hand to a model with every request. */
const parameters = z
  .record(z.string(), z.unknown())
  .overwrite((schema) => (isEmptyList(schema['properties']) ? { ...schema, properties: {} } : schema))
  .refine(
    ({ type, properties = {}, required = [] }) => type === 'object' && isObject(properties) && isStrings(required),
    'The :attribute must be a JSON schema of type object.',
  )
  .refine(
    (schema) => JSON.stringify(schema).length <= 16_000,
    'The :attribute may not be greater than 16000 characters.',
  )

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')

const name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]*$/)
  .meta({ description: 'As models call it: letters, digits, `_` and `-`; unique within the account.' })

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const speakDuring = text(255).nullable().meta({ description: 'Said while the tool is at work.' })
const timeout = intBetween(1, 30)

const tool = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    url: z.string(),
    method,
    headers: z.record(z.string(), z.string()).meta({
      description: 'The values masked: the last four characters of those that have 16 or more, else nothing.',
    }),
    parameters: z.record(z.string(), z.unknown()).meta({ description: 'JSON schema of the arguments.' }),
    speak_during: z.string().nullable(),
    timeout_seconds: z.int(),
    created_at: isoMicros,
    updated_at: isoMicros,
  })
  .meta({ id: 'Tool' })

const optional = {
  method: method.optional().meta({ description: 'POST unless given.' }),
  headers: headers.optional().meta({
    description:
      'Kept encrypted and never shown in full. They replace those that the tool had; a masked value that is given back keeps the value behind it.',
  }),
  parameters: parameters.optional().meta({ description: 'JSON schema of the arguments, an object at its root.' }),
  speak_during: speakDuring.optional(),
  timeout_seconds: timeout.optional().meta({ description: '10 unless given.' }),
}

const described = requiredText(1000).meta({ description: 'Tells the model what the tool does and when to use it.' })
const changed = z.object({ message: z.string(), data: tool })
const absent = { id: 'TOOL_NOT_FOUND' }
const refusals = { TOOL_NOT_FOUND: { status: 404, sentence: 'Tool not found' } }

export const tools = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/tools',
    summary: 'List tools',
    description: 'Returns all tools of the account in the order in which they were created.',
    auth: 'key',
    reply: z.object({ data: z.array(tool) }),
    envelope: 'message',
  }),

  create: endpoint({
    method: 'POST',
    path: '/api/user/tools',
    summary: 'Create a tool',
    description: 'With GET and DELETE the arguments travel in the query, else as a JSON body.',
    auth: 'key',
    body: z.object({ name, description: described, url: webUrl, ...optional }),
    status: 201,
    reply: changed,
    envelope: 'message',
  }),

  get: endpoint({
    method: 'GET',
    path: '/api/user/tools/{id}',
    summary: 'Get a tool',
    description: 'Returns the tool, with the values of its headers masked.',
    auth: 'key',
    params: idParam,
    absent,
    reply: z.object({ data: tool }),
    refusals,
    envelope: 'message',
  }),

  update: endpoint({
    method: 'PUT',
    path: '/api/user/tools/{id}',
    summary: 'Update a tool',
    description: 'Absent fields are left alone.',
    auth: 'key',
    params: idParam,
    absent,
    body: z.object({
      name: name.optional(),
      description: described.optional(),
      url: webUrl.optional(),
      ...optional,
    }),
    reply: changed,
    refusals,
    envelope: 'message',
  }),

  delete: endpoint({
    method: 'DELETE',
    path: '/api/user/tools/{id}',
    summary: 'Delete a tool',
    description: 'Assistants that had it go on without it.',
    auth: 'key',
    params: idParam,
    absent,
    reply: message,
    refusals,
    envelope: 'message',
  }),
}
