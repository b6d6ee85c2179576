// Checks that the contract keeps to itself: endpoints told apart, refusals with sentences, replies of plain data.
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

/** Two shapes under one name, or one that JSON Schema cannot say. */
function checkDocument(areas: Record<string, Area>): string[] {
  try {
    openapiOf(areas, { serverUrl: 'http://127.0.0.1', version: '0', webhooks: webhookPayloads })
    return []
  } catch (error) {
    return [`The contract cannot be written as OpenAPI: ${(error as Error).message}`]
  }
}

/** Of the document that a server with these areas serves. */
export function lintContract(areas: Record<string, Area>): Promise<string[]> {
  return lintOpenApi(openapiOf(areas, { serverUrl: 'http://127.0.0.1', version: '0', webhooks: webhookPayloads }))
}

if (import.meta.main) {
  const faults = [...checkContract(contract), ...(await lintContract(contract))]
  for (const fault of faults) console.log(fault)
  const count = endpointsOf(contract).length
  console.log(`contract: ${count} endpoints, ${faults.length === 0 ? 'no fault' : `${faults.length} faults`}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
