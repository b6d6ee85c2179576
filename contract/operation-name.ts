// The name of an endpoint: its area and its name in the contract, such as `conversations.sendMessage`.

import { contract } from './index.ts'
import type { Area, Endpoint } from './wire/endpoint.ts'

const names = new Map<Endpoint, string>(
  Object.entries(contract as Record<string, Area>).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [endpoint, `${area}.${name}`] as const),
  ),
)

export const operationName = (endpoint: Endpoint): string | undefined => names.get(endpoint)
