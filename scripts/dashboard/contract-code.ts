// Writes the copy of the contract that the SDK uses in browsers: without schemas, so that zod is not loaded.
import type { Area, Endpoint } from '#contract/endpoint.ts'
import { uploadFieldOf } from '#contract/forms.ts'
import { memberRole, rolesOf } from '#contract/roles.ts'
import { scopes } from '#contract/scopes.ts'

/** What the SDK and the pages read of an endpoint, in the shape in which the contract states it. */
function endpointCode(endpoint: Endpoint): string {
  const { method, path, access, query, body, reply, events, otherContentType } = endpoint
  const shape = (schema: Endpoint['query']) =>
    schema && `{ shape: {${Object.keys(schema.shape).map((name) => `${JSON.stringify(name)}: 1`)}} }`
  const parts = {
    method: JSON.stringify(method),
    path: JSON.stringify(path),
    access: JSON.stringify(access),
    query: shape(query),
    body: shape(body),
    upload: JSON.stringify(uploadFieldOf(endpoint)),
    reply: reply.meta()?.['x-file'] === undefined ? 'json' : 'file',
    events: events && 'true',
    otherContentType: otherContentType && JSON.stringify(otherContentType),
  }
  const set = Object.entries(parts).filter(([, code]) => code !== undefined)
  return `{ ${set.map(([name, code]) => `${name}: ${code}`).join(', ')} }`
}

export const contractCode = (areas: readonly [string, Area][]): string => `const json = { meta() {} }
const file = { meta: () => ({ 'x-file': true }) }
export const rolesOf = ${JSON.stringify(rolesOf)}
export const roles = ${JSON.stringify(memberRole.options)}
export const scopes = ${JSON.stringify(scopes)}
export const uploadFieldOf = ({ upload }) => upload
export const contract = {
${areas
  .map(([area, calls]) => {
    const lines = Object.entries(calls).map(([name, endpoint]) => `    ${name}: ${endpointCode(endpoint)},`)
    return `  ${area}: {\n${lines.join('\n')}\n  },`
  })
  .join('\n')}
}
`
