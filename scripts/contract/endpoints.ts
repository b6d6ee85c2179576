// Checks the names, fields, paths and refusals of endpoints.

import type { NamedEndpoint } from '#contract/openapi/operation.ts'
import { type Endpoint, pathsOf, placeholdersOf } from '#contract/wire/endpoint.ts'
import { inputFieldsOf } from '#contract/wire/input-fields.ts'

/** Flags of `parley api` that are not fields. */
const reservedFields = ['json', 'base_url', 'api_key', 'stream', 'help', 'idempotency_key']

export function checkEndpoint({ area, name, endpoint }: NamedEndpoint): string[] {
  const faults = [
    ...checkNames(area, name),
    ...checkSummary(endpoint),
    ...(endpoint.description?.trim() ? [] : ['has no description']),
    ...checkFields(endpoint),
    ...checkPath(endpoint),
    ...checkRefusals(endpoint),
  ]
  return faults.map((fault) => `${area}.${name} ${fault}`)
}

function checkNames(area: string, name: string): string[] {
  return [area, name].every((part) => /^[a-z][a-zA-Z0-9]*$/.test(part)) ? [] : ['has a name that is not in camelCase']
}

function checkSummary({ summary }: Endpoint): string[] {
  if (summary.trim() === '') return ['has no summary']
  return summary.length > 80 || /[.\n]$/.test(summary) ? ['has a summary that is too long or ends with a period'] : []
}

/** The SDK accepts path, query and body fields in one object. */
function checkFields(endpoint: Endpoint): string[] {
  const fields = inputFieldsOf(endpoint)
  const twice = fields.filter(({ name }, index) => fields.findIndex((other) => other.name === name) !== index)
  return [
    ...twice.map(({ name }) => `has the field ${name} twice among path, query and body`),
    ...fields
      .filter(({ name }) => reservedFields.includes(name))
      .map(({ name }) => `has a field ${name}, which is a flag of \`parley api\``),
    ...(endpoint.method === 'GET' && endpoint.body ? ['is a GET with a body'] : []),
  ]
}

function checkPath(endpoint: Endpoint): string[] {
  const { path, aliases = [], params, notFoundCode = {}, refusals = {} } = endpoint
  const names = placeholdersOf(path)
  const described = Object.keys(params?.shape ?? {})
  return [
    ...names.filter((name) => !described.includes(name)).map((name) => `does not describe {${name}} in its path`),
    ...described.filter((name) => !names.includes(name)).map((name) => `describes {${name}}, which is not in its path`),
    ...aliases
      .filter((alias) => placeholdersOf(alias).sort().join() !== names.toSorted().join())
      .map((alias) => `has other parameters at ${alias}`),
    ...names.flatMap((name) => {
      const code = notFoundCode[name]
      if (code === undefined) return [`does not declare the error code for an unknown {${name}}`]
      return Object.hasOwn(refusals, code)
        ? []
        : [`answers an unknown {${name}} with ${code}, which it does not declare`]
    }),
  ]
}

function checkRefusals({ refusals = {} }: Endpoint): string[] {
  return Object.entries(refusals).flatMap(([code, { status, message }]) => [
    ...(message.trim() === '' ? [`has no message for ${code}`] : []),
    ...(Number.isInteger(status) && status >= 400 && status <= 599 ? [] : [`has the status ${status} for ${code}`]),
  ])
}

/** Each method and path, including aliases, belongs to one endpoint, and each path has one set of parameter names. */
export function checkRoutes(endpoints: readonly NamedEndpoint[]): string[] {
  const owners = new Map<string, string>()
  const spellings = new Map<string, string>()
  const faults: string[] = []
  for (const { area, name, endpoint } of endpoints) {
    for (const path of new Set(pathsOf(endpoint))) {
      const form = path.replace(/\{\w+\}/g, '{}')
      const spelling = spellings.get(form) ?? path
      spellings.set(form, spelling)
      if (spelling !== path) faults.push(`${area}.${name} has the path ${path}, another endpoint has ${spelling}`)
      for (const method of [endpoint.method, ...(endpoint.alsoMethods ?? [])]) {
        const owner = owners.get(`${method} ${form}`)
        if (owner) faults.push(`${area}.${name} has the same route as ${owner}: ${method} ${path}`)
        else owners.set(`${method} ${form}`, `${area}.${name}`)
      }
    }
  }
  return faults
}
