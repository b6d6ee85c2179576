// The endpoints of tools: HTTP functions that assistants may call in mid-conversation.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withAliases } from './field-aliases.ts'
import { id, idParam, intBetween, isoMicros, message, requiredText, text, webUrl } from './fields.ts'
import { argumentList, headerList } from './tool-lists.ts'
import { faultsInSchema, isObject, maxSchemaCount, maxSchemaDepth, supportedKeywords } from './tool-parameters.ts'

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

const parameters = z
  .record(z.string(), z.unknown())
  .overwrite((schema) => (isEmptyList(schema['properties']) ? { ...schema, properties: {} } : schema))
  .superRefine((schema, { addIssue }) => {
    const { type, properties = {}, required = [] } = schema
    const refuse = (message: string, path: string[] = []) => addIssue({ code: 'custom', message, path })
    if (JSON.stringify(schema).length > 16_000) refuse('The :attribute may not be greater than 16000 characters.')
    else if (type !== 'object' || !isObject(properties) || !Array.isArray(required))
      refuse('The :attribute must be a JSON schema of type object.')
    else for (const { path, sentence } of faultsInSchema(schema)) refuse(sentence, path)
  })

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

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

const aboutParameters = `JSON schema of the arguments, an object at its root, at most 16,000 characters. Supported keywords: ${supportedKeywords.map((keyword) => `\`${keyword}\``).join(', ')}, and \`$schema\` at the root; others are refused. Schemas nest up to ${maxSchemaDepth} levels deep, ${maxSchemaCount} in all. \`additionalProperties\` is false at the root unless given: a call with an argument that is not declared is refused, and the model is told why. \`format\` is shown to the model and not checked.`

const optional = {
  method: method.optional().meta({ description: 'POST unless given.' }),
  headers: z
    .union([headers, headerList.pipe(headers)])
    .optional()
    .meta({
      description:
        'A map of names to values, or a list of `{name, value}`. Kept encrypted and never shown in full. They replace those that the tool had; a masked value that is given back keeps the value behind it.',
    }),
  parameters: parameters.optional().meta({ description: aboutParameters }),
  speak_during: speakDuring.optional(),
  timeout_seconds: timeout.optional().meta({ description: '10 unless given.' }),
  endpoint: webUrl.optional().meta({ description: 'Alias of `url`.' }),
  timeout: timeout.optional().meta({ description: 'Alias of `timeout_seconds`.' }),
  schema: argumentList.pipe(parameters).optional().meta({
    description: 'Alias of `parameters`, as a list of arguments. An argument is optional unless `required` is true.',
  }),
}

const aliases = { endpoint: 'url', timeout: 'timeout_seconds', schema: 'parameters' }
const aboutAliases = 'A field that is given under two names needs the same value under both.'
const url = webUrl.meta({ description: 'Required when a tool is created, under this name or as `endpoint`.' })

const described = requiredText(1000).meta({ description: 'Tells the model what the tool does and when to use it.' })
const changed = z.object({ message: z.string(), data: tool })
const notFoundCode = { id: 'TOOL_NOT_FOUND' }
const refusals = { TOOL_NOT_FOUND: { status: 404, message: 'Tool not found' } }

const untrusted =
  'The model chooses the arguments from what was said and from the variables of the conversation, and anonymous visitors can set variables (see `visitor_variables` of the assistant). The service behind `url` must not take an argument or a variable, in an address, a header or a body, as proof of who the customer is: check it there, for example against a one-time code.'

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
    description: `With GET and DELETE the arguments travel in the query, else as a JSON body. Query parameters that the URL itself holds are fixed: an argument of the same name is not sent. ${aboutAliases} ${untrusted}`,
    auth: 'key',
    body: withAliases(z.object({ name, description: described, url, ...optional }), aliases),
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
    notFoundCode,
    reply: z.object({ data: tool }),
    refusals,
    envelope: 'message',
  }),

  update: endpoint({
    method: 'PUT',
    path: '/api/user/tools/{id}',
    summary: 'Update a tool',
    description: `Absent fields are left alone. ${aboutAliases} ${untrusted}`,
    auth: 'key',
    params: idParam,
    notFoundCode,
    body: withAliases(
      z.object({ name: name.optional(), description: described.optional(), url: url.optional(), ...optional }),
      aliases,
    ),
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
    notFoundCode,
    reply: message,
    refusals,
    envelope: 'message',
  }),
}
