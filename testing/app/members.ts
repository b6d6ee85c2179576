// Signs members in for tests.
import type { Role } from '#contract/wire/roles.ts'
import { type Client, createClient } from '#sdk/index.ts'
import { createMember, createSignInLink } from '#server/features/members/index.ts'
import { type Account, asAccount } from '#server/platform/context/context.ts'
import { injectFetch } from './inject.ts'
import { type TestAccount, testBaseUrl } from './test-accounts.ts'
import type { TestApp } from './test-app.ts'

/** The headers of a request from a page of Parley, or of one with an API key. */
export const headersOf = (credential: string | undefined): Record<string, string> => {
  if (credential === undefined) return {}
  return isCookie(credential) ? { ...fromOwnPage, cookie: credential } : { authorization: `Bearer ${credential}` }
}

const fromOwnPage = { 'sec-fetch-site': 'same-origin' }
const isCookie = (credential: string): boolean => credential.includes('=')

/** A browser: it keeps the session cookie, and says that its requests come from a page of Parley. */
export interface TestBrowser {
  client: Client
  /** The value of the cookie; undefined before signing in. */
  cookie(): string | undefined
}

export function openBrowser(parley: TestApp, cookie?: string): TestBrowser {
  let current = cookie
  // Every browser has an address of its own, so that tests do not share limits.
  const fetch = injectFetch(parley.app.http, `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`)
  const client = createClient({
    baseUrl: testBaseUrl,
    fetch: async (request) => {
      const headers = new Headers(request.headers)
      for (const [name, value] of Object.entries({ ...fromOwnPage, ...(current && { cookie: current }) }))
        headers.set(name, value)
      const response = await fetch(new Request(request, { headers }))
      const set = response.headers.get('set-cookie')?.split(';')[0]
      if (set !== undefined) current = set.endsWith('=') ? undefined : set
      return response
    },
  })
  return { client, cookie: () => current }
}

export interface TestMember extends TestBrowser {
  userId: number
  email: string
}

/** Creates a user with this role in the account and signs them in. */
export async function signInMember(
  parley: TestApp,
  account: Account,
  role: Role,
  { isOperator = false }: { isOperator?: boolean } = {},
): Promise<TestMember> {
  const { context } = parley.app
  const email = `${role}-${context.newId()}@example.com`
  const userId = await createMember(asAccount(context, account), { email, name: `A ${role}`, role, isOperator })
  const browser = openBrowser(parley)
  const token = (await createSignInLink(context, userId)).split('#token=')[1]!
  await browser.client.session.useLink({ token })
  return { ...browser, userId, email }
}

const owners = new WeakMap<TestAccount, Promise<number>>()

/** Opens another session of one owner of the account. */
export async function signInAgain(
  parley: TestApp,
  owner: TestAccount,
  { isOperator = false }: { isOperator?: boolean } = {},
): Promise<TestBrowser> {
  const { context } = parley.app
  const email = `owner-${context.newId()}@example.com`
  const member = { email, name: 'An owner', role: 'owner', isOperator } as const
  const userId = owners.get(owner) ?? createMember(asAccount(context, owner.account), member)
  owners.set(owner, userId)
  const browser = openBrowser(parley)
  const url = await createSignInLink(context, await userId)
  await browser.client.session.useLink({ token: url.split('=').at(-1)! })
  return browser
}
