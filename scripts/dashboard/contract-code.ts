// Writes the copy of the contract that the SDK uses in browsers: without schemas, so that zod is not loaded.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { contract } from '#contract/index.ts'
import { scopes } from '#contract/scopes.ts'
import type { Area, Endpoint } from '#contract/wire/endpoint.ts'
import { uploadFieldOf } from '#contract/wire/forms.ts'
import { inlineReferences, jsonSchemaOf } from '#contract/wire/json-schema.ts'
import { memberRole, rolesOf } from '#contract/wire/roles.ts'
import { dashboardFolder } from '#server/dashboard/built.ts'

export const generatedFolder = join(dashboardFolder, 'generated')

/** Files that have not changed are left alone, so that pages in development are not reloaded. */
export async function writeContractCode(): Promise<void> {
  for (const [name, content] of generatedFiles()) {
    const path = join(generatedFolder, name)
    if ((await readFile(path, 'utf8').catch(() => undefined)) === content) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

/** A form loads the schema of its body when it opens, for the help, the limits and the defaults of its fields. */
function* generatedFiles(): Iterable<[name: string, content: string]> {
  const areas = Object.entries(contract as Record<string, Area>)
  yield ['contract.js', contractCode(areas)]
  const { create, get, sendMessage, uploadFile } = contract.conversations
  const { startAsVisitor } = contract.calls
  const { show } = contract.widgets
  const ofVisitors = {
    conversations: { create, get, sendMessage, uploadFile },
    calls: { startAsVisitor },
    widgets: { show },
  }
  yield ['widget-contract.js', contractCode(Object.entries(ofVisitors) as unknown as [string, Area][])]
  for (const [area, calls] of areas) {
    for (const [name, { body }] of Object.entries(calls)) {
      if (!body || body.shape === undefined) continue
      const schema = inlineReferences(jsonSchemaOf(body as z.ZodType, 'input', (id) => id))
      yield [`bodies/${area}.${name}.json`, JSON.stringify(schema)]
    }
  }
}

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
