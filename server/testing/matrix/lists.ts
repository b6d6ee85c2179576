// Requests every list of the API, with every value of its filters.
import { definitionOf, innermost } from '../examples.ts'
import type { TestApp } from '../test-app.ts'
import { calls } from './positions.ts'

/** Maps the URL of each list to its response. */
export async function listsOf({ app }: TestApp, token: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const { endpoint } of calls) {
    if (endpoint.method !== 'GET' || endpoint.path.includes('{')) continue
    for (const query of queriesOf(Object.entries(endpoint.query?.shape ?? {}))) {
      const url = endpoint.path + query
      const response = await app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
      answers[url] = `${response.statusCode} ${response.payload.replace(/"last_used_at":(?:null|"[^"]*")/g, '')}`
    }
  }
  return answers
}

function queriesOf(fields: [string, unknown][]): string[] {
  const choices = fields.flatMap(([name, schema]) => {
    const { type, entries } = definitionOf(innermost(schema as never))
    return type === 'enum' ? Object.values(entries!).map((value) => `?${name}=${value}`) : []
  })
  return ['', ...choices]
}
