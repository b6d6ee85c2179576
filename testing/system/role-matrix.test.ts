// Every endpoint answers every role, scope and kind of credential as the contract says.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { scopeOf, scopes } from '#contract/scopes.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { type Role, rolesOf } from '#contract/wire/roles.ts'
import { headersOf, signInAgain, signInMember } from '../app/members.ts'
import { allowRefused, refusedCalendars, unlimitedVisitors } from '../app/open-settings.ts'
import { startTestApp } from '../app/test-app.ts'
import { calls, waysOf } from '../matrix/positions.ts'

const parley = await startTestApp({
  config: { allowPrivate: allowRefused },
  settings: { ...unlimitedVisitors, ...refusedCalendars },
})
after(() => parley[Symbol.asyncDispose]())

const roles: readonly Role[] = ['owner', 'editor', 'agent', 'viewer']
const { account, client, token } = await parley.createAccount()
const members = await Promise.all(roles.map(async (role) => [role, await signInMember(parley, account, role)] as const))
const operator = await signInMember(parley, account, 'viewer', { isOperator: true })
const keyOf = async (given: readonly string[]) =>
  (await client.accounts.createApiKey({ name: 'limited', scopes: [...given] })).api_key.token

/** Nothing is found and no body is valid, so that an allowed request changes nothing. */
async function statusOf({ method, path }: { method: string; path: string }, credential: string | undefined, more = {}) {
  const response = await parley.app.http.inject({
    method: method as 'GET',
    // Without `follow`, the event stream ends.
    url: `${path.replace(/\{\w*[uU]uid\}/g, crypto.randomUUID()).replace(/\{\w+\}/g, '1999999937')}?follow=false`,
    headers: { ...headersOf(credential), ...more },
  })
  response.stream().destroy()
  return response.statusCode
}

/** These succeed without a body, and would end the session or create what later requests find. */
const changing = (endpoint: Endpoint): boolean =>
  endpoint.auth === 'session' && endpoint.method === 'DELETE' && !endpoint.path.includes('{')

const ofAccounts = calls.filter(({ endpoint }) => endpoint.auth === 'key')
const ofMembers = calls.filter(({ endpoint }) => endpoint.auth === 'session' || endpoint.auth === 'operator')

describe('a role', () => {
  for (const { name, endpoint } of ofAccounts)
    it(`is allowed or refused by ${name} as declared, at every path`, async () => {
      for (const way of waysOf(endpoint))
        for (const [role, { cookie }] of members) {
          const status = await statusOf(way, cookie())
          const isAllowed = rolesOf[endpoint.access].includes(role)
          assert.equal(status !== 403 && status !== 401, isAllowed, `${way.method} ${way.path} as ${role}: ${status}`)
        }
    })
})

describe('endpoints of members', () => {
  for (const { name, endpoint } of ofMembers)
    it(`${name} needs a session${endpoint.auth === 'operator' ? ' of an operator' : ''}`, async () => {
      for (const way of waysOf(endpoint)) {
        assert.equal(await statusOf(way, undefined), 401)
        assert.equal(await statusOf(way, token), 403)
        for (const [role, { cookie }] of members) {
          const isAllowed = endpoint.auth === 'session'
          if (isAllowed && changing(endpoint)) continue
          assert.equal((await statusOf(way, cookie())) !== 403, isAllowed, role)
        }
        if (endpoint.auth === 'operator') assert.notEqual(await statusOf(way, operator.cookie()), 403)
      }
    })
})

describe('a page of another site', () => {
  it('can use the session cookie for nothing that changes', async () => {
    const { cookie } = await signInAgain(parley, { account, client, token })
    for (const { endpoint } of [...ofAccounts, ...ofMembers].filter(({ endpoint }) => endpoint.method !== 'GET'))
      for (const way of waysOf(endpoint)) {
        const status = await statusOf(way, cookie(), { 'sec-fetch-site': 'cross-site' })
        assert.equal(status, 403, `${way.method} ${way.path}`)
      }
  })
})

describe('an API key', () => {
  it('with one scope may call the endpoints of that scope and no others', async () => {
    const chosen = scopes.filter((_, index) => index % 5 === 0)
    for (const scope of chosen) {
      const key = await keyOf([scope])
      for (const { name, endpoint } of ofAccounts) {
        const status = await statusOf(waysOf(endpoint)[0]!, key)
        assert.equal(status !== 403, scopeOf(endpoint) === scope, `${name} with ${scope}: ${status}`)
      }
    }
  })
})
