// Tests that every URL in replies is marked if it can contain credentials.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { contract } from './index.ts'
import { operationName } from './operation-name.ts'
import type { Area } from './wire/endpoint.ts'

/** They are made by Parley or a vendor, are public, or are shown only to callers that may use them. */
const withoutCredentials =
  /^(?:calls|campaigns|carriers|catalogues|conversations|knowledge|liveCalls|localServers|members|messages|operators|privacy|session|sms|widgets)\.|_page_url$|^voicePacks\..*\.preview_url$|\.inbound_webhook_url$|links\.url$|^assistantTemplates\.draft|^automations\.create|^billing\.(?:checkout|topUp)/

type Schema = Record<string, object>

it('every URL that an account configures is hidden from callers who may not change it', () => {
  const unmarked = Object.values(contract as Record<string, Area>)
    .flatMap((area) => Object.values(area))
    .flatMap((endpoint) => {
      const root = z.toJSONSchema(endpoint.reply, { unrepresentable: 'any' }) as Schema
      return unmarkedUrls(root, root['$defs'] ?? {}).map((path) => `${operationName(endpoint)}.${path}`)
    })
  assert.ok(unmarked.includes('calls.makeWebCall.page_url'))
  const unknown = unmarked.filter((path) => !withoutCredentials.test(path))
  assert.deepEqual([...new Set(unknown)], [])
})

function unmarkedUrls(schema: unknown, named: object, path: string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null || path.length > 12) return []
  const { $ref, properties = {}, items, anyOf = [], additionalProperties } = schema as Schema
  const ref = $ref && Object.entries(named).find(([name]) => String($ref) === `#/$defs/${name}`)?.[1]
  const own = Object.entries(properties).flatMap(([name, property]) =>
    /url$/.test(name) && !('x-personal' in property)
      ? [[...path, name].join('.')]
      : unmarkedUrls(property, named, [...path, name]),
  )
  return [
    ...own,
    ...[ref, items, additionalProperties, ...(anyOf as object[])].flatMap((other) => unmarkedUrls(other, named, path)),
  ]
}
