// Tests of the page for signing in: what it says when a link or a password does not work, with and without mail.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createSignInLink } from '#server/features/members/index.ts'
import { signInMember } from '../app/members.ts'
import { openSmtpEmulator } from '../emulators/smtp.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const command = 'npm run parley -- member link'

describe('signing in without a mail server', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, chromium, baseUrl } = dashboard

  it('says how to get a link, and promises none', async () => {
    const page = await chromium.newPage({ bypassCSP: true })
    await page.goto(`${baseUrl}/sign-in`)
    await page.getByText('This installation sends no mail.').waitFor()
    await page.getByText(command).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Forgot the password?' }).isVisible(), false)
    await assertAccessible(page, 'signing in without mail')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('violet harbour 92')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The email or the password is not correct.').waitFor()
    await page.close()
  })

  it('explains a link that was used before, in the language of the browser', async () => {
    const { account } = await parley.createAccount()
    const member = await signInMember(parley, account, 'owner')
    const link = await createSignInLink(parley.app.context, member.userId)
    const first = await chromium.newPage()
    await first.goto(link)
    await first.getByRole('navigation', { name: 'Pages' }).waitFor()
    const page = await chromium.newPage({ locale: 'de-DE' })
    await page.goto(link)
    await page.getByText('Der Link ist ungültig, wurde schon verwendet oder ist abgelaufen.').waitFor()
    await page.getByText('Diese Installation versendet keine E-Mails.').waitFor()
    await page.getByText(command).waitFor()
    await page.getByLabel('E-Mail').fill(member.email)
    await page.getByRole('textbox', { name: 'Passwort' }).fill('not the password')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('Die E-Mail-Adresse oder das Passwort ist nicht richtig.').waitFor()
    const french = await chromium.newPage({ locale: 'fr-CA' })
    await french.goto(link)
    await french.getByText('Le lien n’est pas valide, a déjà été utilisé ou a expiré.').waitFor()
    await french.getByText('Cette installation n’envoie pas d’e-mails.').waitFor()
    await french.getByLabel('Adresse e-mail').fill(member.email)
    await french.getByRole('textbox', { name: 'Mot de passe' }).fill('not the password')
    await french.getByRole('button', { name: 'Se connecter' }).click()
    await french.getByText('L’adresse e-mail ou le mot de passe est incorrect.').waitFor()
    assert.equal(await french.locator('html').getAttribute('lang'), 'fr')
    await Promise.all([first, page, french].map((each) => each.close()))
  })

  it('leaves the form of a new password if its link does not work', async () => {
    const page = await chromium.newPage()
    await page.goto(`${baseUrl}/sign-in#reset=${'x'.repeat(40)}`)
    await page.getByLabel('New password, at least 10 characters').fill('violet harbour 92')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The link is not valid, was used before or has expired.').waitFor()
    await page.getByText(command).waitFor()
    await page.getByLabel('Email').waitFor()
    await page.close()
  })

  it('says the same where a session ends', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/calls')
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Campaigns' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByText('This installation sends no mail.').waitFor()
    await dialog.getByText(command).waitFor()
    await assertAccessible(page, 'a session that has ended')
    await page.close()
  })
})

describe('signing in with a mail server', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const mail = await openSmtpEmulator()
  const dashboard = await startDashboard({ config: { mail: mail.options } })
  after(async () => {
    await dashboard[Symbol.asyncDispose]()
    await mail[Symbol.asyncDispose]()
  })

  it('says what to do if no mail arrives, whether or not the address has an account', async () => {
    const { account } = await dashboard.parley.createAccount()
    const member = await signInMember(dashboard.parley, account, 'owner')
    const texts: (string | null)[] = []
    for (const email of [member.email, 'nobody@example.com']) {
      const page = await dashboard.chromium.newPage()
      await page.goto(`${dashboard.baseUrl}/sign-in`)
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Forgot the password?' }).click()
      await page.getByText(/If a user with this email exists, a link is on its way\..*operator/).waitFor()
      assert.equal(await page.getByText('This installation sends no mail.').isVisible(), false)
      texts.push(await page.getByRole('status').textContent())
      await page.close()
    }
    assert.equal(texts[0], texts[1])
  })

  it('offers a new link where one does not work', async () => {
    const page = await dashboard.chromium.newPage({ bypassCSP: true })
    await page.goto(`${dashboard.baseUrl}/sign-in#token=${'x'.repeat(40)}`)
    await page.getByText('The link is not valid, was used before or has expired.').waitFor()
    await page.getByRole('button', { name: 'Forgot the password?' }).waitFor()
    await assertAccessible(page, 'a link that does not work')
    await page.close()
  })
})
