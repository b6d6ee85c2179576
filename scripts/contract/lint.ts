// Lints the OpenAPI document with the recommended rules of Redocly and Spectral.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'

export async function lintOpenApi(document: object): Promise<string[]> {
  const source = JSON.stringify(document)
  return [...(await byRedocly(source)), ...(await bySpectral(document))]
}

async function byRedocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `redocly ${ruleId} at ${location[0]?.pointer}: ${message}`)
}

async function bySpectral(document: object): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas, 'recommended']] } as never)
  const problems = await spectral.run(document as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `spectral ${code} at ${path.join('/')}: ${message}`)
}
