// Checks the endpoints and replies of the contract, and its OpenAPI document.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { webhookPayloads } from '#contract/events/webhook-payloads.ts'
import { contract } from '#contract/index.ts'
import { endpointsOf, openapiOf } from '#contract/openapi/index.ts'
import type { Area } from '#contract/wire/endpoint.ts'
import { checkEndpoint, checkRoutes } from './contract/endpoints.ts'
import { checkJoinedNames, checkReply, checkSharedShapes } from './contract/replies.ts'

export function checkContract(areas: Record<string, Area>): string[] {
  const endpoints = endpointsOf(areas)
  return [
    ...endpoints.flatMap((endpoint) => [
      ...checkEndpoint(endpoint),
      ...checkReply(endpoint),
      ...checkJoinedNames(endpoint),
    ]),
    ...checkRoutes(endpoints),
    ...checkSharedShapes(endpoints),
    ...checkDocument(areas),
  ]
}

/** Finds schemas with the same name, and schemas that JSON Schema cannot express. */
function checkDocument(areas: Record<string, Area>): string[] {
  try {
    documentOf(areas)
    return []
  } catch (error) {
    return [`The contract cannot be written as OpenAPI: ${(error as Error).message}`]
  }
}

const documentOf = (areas: Record<string, Area>) =>
  openapiOf(areas, { serverUrl: 'http://127.0.0.1', version: '0', webhooks: webhookPayloads })

/** Lints the OpenAPI document of these areas with Redocly's recommended rules and two more. */
export async function lintContract(areas: Record<string, Area>): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-description': 'error', 'operation-tag-defined': 'error' },
  })
  const source = JSON.stringify(documentOf(areas))
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)
}

if (import.meta.main) {
  const faults = [...checkContract(contract), ...(await lintContract(contract))]
  for (const fault of faults) console.log(fault)
  const count = endpointsOf(contract).length
  console.log(`contract: ${count} endpoints, ${faults.length === 0 ? 'no faults' : `${faults.length} faults`}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
