// Endpoints of tools: requests to other services that assistants make.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import { id, intBetween, message, requiredText, text, timestamps, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'
import { findSchemaFaults, isObject, maxSchemaCount, maxSchemaDepth, supportedKeywords } from './tool-parameters.ts'

const duplicate = 'The :attribute field has a duplicate value.'

function refuseDuplicates(names: readonly string[], check: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) check.addIssue({ code: 'custom', path: [index, 'name'], message: duplicate })
    seen.add(name)
  }
}

export const headerItems = z.array(z.object({ name: z.string(), value: z.string() }))
export const argumentItems = z.array(
  z.object({ name: z.string(), type: z.string(), description: z.string().optional(), required: z.boolean() }),
)

/** Converts a list of headers to a map. Names are case-insensitive. */
export const headerList = z
  .array(z.object({ name: requiredText(128), value: text(4096).trim() }))
  .max(50)
  .superRefine((list, check) =>
    refuseDuplicates(
      list.map(({ name }) => name.toLowerCase()),
      check,
    ),
  )
  .transform((list): Record<string, string> => Object.fromEntries(list.map(({ name, value }) => [name, value])))

const argumentType = z
  .enum(['string', 'number', 'integer', 'boolean', 'bool', 'array', 'object'])
  .transform((type) => (type === 'bool' ? 'boolean' : type))

const argument = z.object({
  name: requiredText(64).regex(/^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]*$/),
  type: argumentType,
  description: text(1000).optional(),
  required: z.boolean().default(false),
})

/** Converts a list of arguments to the JSON schema of an object with these properties. */
export const argumentList = z
  .array(argument)
  .max(50)
  .superRefine((list, check) =>
    refuseDuplicates(
      list.map(({ name }) => name),
      check,
    ),
  )
  .transform((list): Record<string, unknown> => {
    const properties = Object.fromEntries(list.map(({ name, required: _, ...property }) => [name, property]))
    const required = list.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []))
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  })

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
/** Headers that the HTTP client sets. */
const reservedHeaders =
  /^(host|content-length|transfer-encoding|connection|upgrade|expect|keep-alive|te|trailer|proxy-.*)$/i

export const isReservedHeader = (name: string): boolean => reservedHeaders.test(name)

export const headers = z
  .record(z.string(), z.string().max(4096))
  .refine((values) => Object.keys(values).length <= 50, 'The :attribute may not have more than 50 items.')
  .refine(
    (values) =>
      Object.entries(values).every(
        ([name, value]) => headerName.test(name) && !isReservedHeader(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
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
    else for (const { path, message } of findSchemaFaults(schema)) refuse(message, path)
  })

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]*$/)
  .meta({ description: 'The name that models use: letters, digits, `_` and `-`. Unique within the account.' })

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const speakDuring = text(255).nullable().meta({ description: 'Spoken while the tool runs.' })
const timeout = intBetween(1, 30)

const tool = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    url: personal('url', z.string()),
    method,
    headers: z.record(z.string(), z.string()).meta({
      description: 'Values are masked: only the last four characters of values with at least 16 characters are shown.',
    }),
    parameters: z.record(z.string(), z.unknown()).meta({ description: 'The JSON schema of the arguments.' }),
    speak_during: z.string().nullable(),
    timeout_seconds: z.int(),
    endpoint: personal('url', z.string().meta({ description: 'The same as `url`.' })),
    timeout: z.int().meta({ description: 'The same as `timeout_seconds`.' }),
    schema: argumentItems.meta({
      description:
        'The properties at the root of `parameters`. If a property has several types, this is the first one that is not null; if it has none, `string`.',
    }),
    ...timestamps,
  })
  .meta({ id: 'Tool' })

const listedTool = z
  .object({
    ...tool.shape,
    headers: headerItems.meta({ description: 'Values are masked as in a single tool.' }),
  })
  .meta({ id: 'ListedTool' })

const parametersDescription = `The JSON schema of the arguments: an object at its root, at most 16,000 characters. Supported keywords: ${supportedKeywords.map((keyword) => `\`${keyword}\``).join(', ')}, and \`$schema\` at the root; others are rejected. Schemas can be nested ${maxSchemaDepth} levels deep, with at most ${maxSchemaCount} schemas in total. \`additionalProperties\` defaults to false at the root: calls with undeclared arguments are rejected, and the model gets the error. \`format\` is passed to the model and not checked.`

const optional = {
  method: method.optional().meta({ description: 'Defaults to `POST`.' }),
  headers: z
    .union([headers, headerList.pipe(headers)])
    .optional()
    .meta({
      description:
        'A map of names to values, or a list of `{name, value}`. Stored encrypted and never returned in full. Replaces all headers of the tool; to keep an existing value, send it back in its masked form.',
    }),
  parameters: parameters.optional().meta({ description: parametersDescription }),
  speak_during: speakDuring.optional(),
  timeout_seconds: timeout.optional().meta({ description: 'Defaults to 10.' }),
  endpoint: webUrl.optional().meta({ description: 'Alias of `url`.' }),
  timeout: timeout.optional().meta({ description: 'Alias of `timeout_seconds`.' }),
  schema: argumentList.pipe(parameters).optional().meta({
    description: 'Alias of `parameters`, as a list of arguments. An argument is optional unless `required` is true.',
  }),
}

const aliases = { endpoint: 'url', timeout: 'timeout_seconds', schema: 'parameters' }
const aliasRule =
  'A field that is set under its name and under its alias must have the same value in both. `url`, header values and the `const` and `default` of arguments at the root of `parameters` can contain placeholders: `customer_phone`, `customer_name`, `call_id`, `conversation_id`, the date and time, variables that an assistant declares or mentions, and `variables.name` for any other variable, each in double braces. Unknown ones are refused. Values are percent-encoded in URLs, and placed on one line in headers. The model does not see an argument whose `const` has a placeholder.'
const url = webUrl.meta({ description: 'Required when a tool is created, under this name or as `endpoint`.' })

const description = requiredText(1000).meta({ description: 'What the tool does and when the model should use it.' })
const changed = z.object({ message: z.string(), data: tool })
const ofTool = ofRecord('TOOL_NOT_FOUND', 'Tool not found')

const trustWarning =
  'The model derives the arguments from the conversation and its variables, and anonymous visitors can set variables (see `visitor_variables` of the assistant). The service behind `url` must never treat an argument or a variable as proof of identity; verify the customer there, for example with a one-time code.'

export const tools = {
  list: endpoint('GET', '/api/user/tools', {
    summary: 'List tools',
    description:
      'Returns all tools of the account, oldest first. Some fields also have the names and forms that existing clients use.',
    reply: z.array(listedTool),
  }),

  create: endpoint('POST', '/api/user/tools', {
    summary: 'Create a tool',
    description: `With GET and DELETE, arguments are sent as query parameters, with other methods as a JSON body. Query parameters in \`url\` are fixed: arguments of the same name are not sent. Credentials in headers and in \`url\` that the service repeats are masked in results, for the model, too, if they have at least 6 characters. ${aliasRule} ${trustWarning}`,
    body: withAliases(z.object({ name, description: description, url, ...optional }), aliases),
    status: 201,
    reply: changed,
  }),

  get: endpoint('GET', '/api/user/tools/{id}', {
    summary: 'Get a tool',
    description: 'Returns the tool, with masked header values.',
    ...ofTool,
    reply: z.object({ data: tool }),
  }),

  update: endpoint('PUT', '/api/user/tools/{id}', {
    summary: 'Update a tool',
    description: `Missing fields stay unchanged. ${aliasRule} ${trustWarning}`,
    ...ofTool,
    body: withAliases(
      z.object({ name: name.optional(), description: description.optional(), url: url.optional(), ...optional }),
      aliases,
    ),
    reply: changed,
  }),

  delete: endpoint('DELETE', '/api/user/tools/{id}', {
    summary: 'Delete a tool',
    description: 'Removes the tool from all assistants.',
    ...ofTool,
    reply: message,
  }),
}
