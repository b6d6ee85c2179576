// The scopes of API keys: an area of the contract, and whether it is read or written.

import { contract } from './index.ts'
import { operationName } from './operation-name.ts'
import type { Area, Endpoint } from './wire/endpoint.ts'

/** The scope that a limited API key needs for the endpoint, such as `calls:write`; undefined if only unlimited keys may call it. */
export function scopeOf(endpoint: Endpoint): string | undefined {
  if (endpoint.access === 'manage') return undefined
  const area = areaOf(endpoint)
  return area && `${area}:${endpoint.method === 'GET' ? 'read' : 'write'}`
}

/** The scope with which an API key can change what the endpoint shows. */
export const writeScopeOf = (endpoint: Endpoint): string => `${areaOf(endpoint)}:write`

const areaOf = (endpoint: Endpoint): string | undefined => operationName(endpoint)?.split('.')[0]

/** In the order of the contract. */
export const scopes: readonly string[] = [
  ...new Set(
    Object.values(contract as Record<string, Area>)
      .flatMap((area) => Object.values(area))
      .filter(({ auth }) => auth === 'key' || auth === 'optional')
      .flatMap((endpoint) => scopeOf(endpoint) ?? []),
  ),
]
