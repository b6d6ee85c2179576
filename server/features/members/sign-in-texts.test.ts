// Tests that the page for signing in has each of its sentences in all languages, as the server and the page write it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { contract } from '#contract/index.ts'
import { openBrowser } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { refusalOf } from '#testing/automations/flows.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const catalogue = /^const (?:german|french) = (\{.+?^\})/gms
const source = read('page/sign-in.js')
const [german, french] = [...source.matchAll(catalogue)].map(
  ([, text]) => new Function(`return ${text}`)() as Record<string, string>,
)

/** The endpoints that the page requests. */
const { session, members } = contract
const refusals = [
  ...[session.signIn, session.sendCode, session.useLink, session.requestPasswordReset, session.resetPassword],
  ...[session.confirmEmail, members.showInvitation, members.acceptInvitation],
]
  .flatMap((endpoint) => Object.values(endpoint.refusals ?? {}))
  // The page has a sentence of its own.
  .filter(({ status }) => status !== 429)
  .map(({ message }) => String(message))

it('both catalogues translate the same sentences, and every refusal that the page can show', () => {
  assert.deepEqual(Object.keys(french!), Object.keys(german!))
  assert.deepEqual(
    refusals.filter((message) => !Object.hasOwn(german!, message)),
    [],
  )
})

it('every sentence of the catalogues is one of the page or of the server', async () => {
  await using parley = await startTestApp()
  const reset = openBrowser(parley).client.session.resetPassword({ token: 'x'.repeat(40), password: 'short' })
  const [, short] = await refusalOf(reset)
  const page = `${source.replace(catalogue, '')} ${read('page/sign-in.html')} ${read('session-routes.ts')}`
  const sentences = `${page.replace(/\s+/g, ' ')} ${refusals.join(' ')} ${short}`
  assert.deepEqual(
    Object.keys(german!).filter((sentence) => !sentences.includes(sentence)),
    [],
  )
})
