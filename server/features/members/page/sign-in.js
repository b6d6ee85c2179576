// Signs in with a password or a link, accepts invitations, and sets new passwords.
const element = (id) => document.getElementById(id)
const forms = ['sign-in', 'code', 'join', 'accept', 'reset', 'session']

const german = {
  'Sign in to Parley': 'Bei Parley anmelden',
  Email: 'E-Mail',
  Password: 'Passwort',
  'Sign in': 'Anmelden',
  'Forgot the password?': 'Passwort vergessen?',
  'Code of your authenticator app, or a recovery code': 'Code Ihrer Authenticator-App oder ein Wiederherstellungscode',
  Continue: 'Weiter',
  Name: 'Name',
  'Password, at least 10 characters': 'Passwort, mindestens 10 Zeichen',
  Join: 'Beitreten',
  'I already use Parley': 'Ich nutze Parley bereits',
  'Accept the invitation': 'Einladung annehmen',
  'New password, at least 10 characters': 'Neues Passwort, mindestens 10 Zeichen',
  'Set the password': 'Passwort festlegen',
  'Continue to Parley': 'Weiter zu Parley',
  'Sign out': 'Abmelden',
  'Enter the code': 'Code eingeben',
  'You are signed in': 'Sie sind angemeldet',
  'Join Parley': 'Parley beitreten',
  'Sign in to accept': 'Zum Annehmen anmelden',
  'Set a new password': 'Neues Passwort festlegen',
  'The server cannot be reached. Try again in a moment.':
    'Der Server ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
}
const germanRoles = { owner: 'Inhaber', editor: 'Bearbeiter', agent: 'Mitarbeiter', viewer: 'Betrachter' }
const languages = [localStorage.getItem('parley.language'), ...navigator.languages]
const isGerman = languages.find((each) => /^(de|en)\b/.test(each ?? ''))?.startsWith('de') ?? false
const translated = (text) => (isGerman ? (german[text] ?? text) : text)
const roleName = (role) => (isGerman ? (germanRoles[role] ?? role) : role)

function translatePage() {
  document.documentElement.lang = 'de'
  document.title = translated(document.title)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue.trim().replace(/\s+/g, ' ')
    if (text in german) walker.currentNode.nodeValue = german[text]
  }
}
if (isGerman) translatePage()

function show(id, title) {
  for (const form of forms) element(form).hidden = form !== id
  if (title) element('title').textContent = translated(title)
  element(id).querySelector('input, a, button')?.focus()
}

function say(text, isBad = false) {
  element('notice').textContent = text
  element('notice').classList.toggle('bad', isBad)
}

async function request(method, path, body) {
  const init = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const response = await fetch(path, { method, ...init }).catch((error) => {
    throw new Error(translated('The server cannot be reached. Try again in a moment.'), { cause: error })
  })
  const reply = await response.json().catch(() => ({}))
  if (!response.ok)
    throw Object.assign(new Error(reply.message ?? `The server answered with ${response.status}.`), {
      status: response.status,
    })
  return reply
}

/** Runs `submit` with the fields of the form, and shows why it failed. */
function onSubmit(id, submit) {
  element(id).addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = element(id).querySelector('button')
    button.disabled = true
    say('')
    try {
      await submit(Object.fromEntries(new FormData(element(id))))
    } catch (error) {
      say(error.message, true)
    } finally {
      button.disabled = false
    }
  })
}

/** The page that led here; an address elsewhere is ignored. */
function nextPage() {
  const next = new URLSearchParams(location.search).get('next') ?? '/'
  const url = URL.canParse(next, location.origin) ? new URL(next, location.origin) : undefined
  return url?.origin === location.origin ? url.href : '/'
}

function proceed({ status }) {
  if (status === 'code_required') return show('code', 'Enter the code')
  location.replace(nextPage())
}

async function showSession() {
  const { user, account, role } = await request('GET', '/api/session')
  const who = `${user.name} (${user.email})`
  element('who').textContent = isGerman
    ? `${who} ist bei ${account.name} als ${roleName(role)} angemeldet.`
    : `${who} is signed in to ${account.name} as ${role}.`
  say('')
  show('session', 'You are signed in')
}

const parameters = new URLSearchParams(location.hash.slice(1))
const given = {
  token: parameters.get('token'),
  invitation: parameters.get('invitation'),
  reset: parameters.get('reset'),
}
// The secret must not stay in the history of the browser.
if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)

onSubmit('sign-in', async (fields) => {
  const reply = await request('POST', '/api/session', fields)
  if (given.invitation && reply.status === 'signed_in') return showInvitation()
  await proceed(reply)
})
onSubmit('code', async (fields) => {
  const reply = await request('POST', '/api/session/code', fields)
  if (given.invitation) return showInvitation()
  await proceed(reply)
})
onSubmit('join', async (fields) => {
  await request('POST', '/api/invitations/accept', { token: given.invitation, ...fields })
  await proceed({ status: 'signed_in' })
})
onSubmit('accept', async () => {
  await request('POST', '/api/invitations/accept', { token: given.invitation })
  await proceed({ status: 'signed_in' })
})
onSubmit('reset', async (fields) => {
  say((await request('POST', '/api/password-resets/complete', { token: given.reset, ...fields })).message)
  show('sign-in', 'Sign in to Parley')
})
element('forgot').addEventListener('click', async () => {
  const email = element('sign-in').elements.email
  if (!email.reportValidity()) return
  try {
    say((await request('POST', '/api/password-resets', { email: email.value })).message)
  } catch (error) {
    say(error.message, true)
  }
})
element('sign-out').addEventListener('click', async () => {
  await request('DELETE', '/api/session').catch(() => {})
  show('sign-in', 'Sign in to Parley')
})

async function showInvitation() {
  const {
    account,
    email,
    role,
    invited_by: by,
    has_user: hasUser,
  } = await request('POST', '/api/invitations/show', {
    token: given.invitation,
  })
  say(
    isGerman
      ? `${by} lädt ${email} als ${roleName(role)} zu ${account.name} ein.`
      : `${by} invites ${email} to ${account.name} as ${role}.`,
  )
  element('sign-in').elements.email.value = email
  show(hasUser ? 'accept' : 'join', 'Join Parley')
}
element('has-user').addEventListener('click', () => show('sign-in', 'Sign in to accept'))

// Another link was opened in the same tab.
addEventListener('hashchange', () => location.reload())

async function start() {
  if (given.token) return proceed(await request('POST', '/api/session/link', { token: given.token }))
  if (given.invitation) return showInvitation()
  if (given.reset) return show('reset', 'Set a new password')
  await showSession()
}

start().catch((error) => {
  // Without a session, the form is all there is to show.
  if (error.status !== 401 || given.token || given.invitation) say(error.message, true)
  show('sign-in', 'Sign in to Parley')
})
