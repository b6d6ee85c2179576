// Checks the endpoints and replies of the contract, and its OpenAPI document.
import type { Area } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { endpointsOf, openapiOf } from '#contract/openapi/index.ts'
import { webhookPayloads } from '#contract/webhook-payloads.ts'
import { checkEndpoint, checkRoutes } from './contract/endpoints.ts'
import { lintOpenApi } from './contract/lint.ts'
import { checkReply, checkSharedShapes } from './contract/replies.ts'

export function checkContract(areas: Record<string, Area>): string[] {
  const endpoints = endpointsOf(areas)
  return [
    ...endpoints.flatMap((one) => [...checkEndpoint(one), ...checkReply(one)]),
    ...checkRoutes(endpoints),
    ...checkSharedShapes(endpoints),
    ...checkDocument(areas),
  ]
}

/** Finds schemas with the same name, and schemas that JSON Schema cannot express. */
function checkDocument(areas: Record<string, Area>): string[] {
  try {
    openapiOf(areas, { serverUrl: 'http://127.0.0.1', version: '0', webhooks: webhookPayloads })
    return []
  } catch (error) {
    return [`The contract cannot be written as OpenAPI: ${(error as Error).message}`]
  }
}

/** Lints the OpenAPI document of these areas. */
export function lintContract(areas: Record<string, Area>): Promise<string[]> {
  return lintOpenApi(openapiOf(areas, { serverUrl: 'http://127.0.0.1', version: '0', webhooks: webhookPayloads }))
}

if (import.meta.main) {
  const faults = [...checkContract(contract), ...(await lintContract(contract))]
  for (const fault of faults) console.log(fault)
  const count = endpointsOf(contract).length
  console.log(`contract: ${count} endpoints, ${faults.length === 0 ? 'no faults' : `${faults.length} faults`}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
