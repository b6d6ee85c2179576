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
  'No password, or forgot it? This installation sends no mail. Its operator creates a link on the server:':
    'Kein Passwort, oder vergessen? Diese Installation versendet keine E-Mails. Der Betreiber erstellt auf dem Server einen Link:',
  EMAIL: 'E-MAIL',
  'If a user with this email exists, a link is on its way. If no mail arrives within a few minutes, ask the operator of this installation for a link.':
    'Wenn es einen Benutzer mit dieser E-Mail-Adresse gibt, ist ein Link unterwegs. Wenn nach einigen Minuten keine E-Mail ankommt, bitten Sie den Betreiber dieser Installation um einen Link.',
  'Ask for a new link below.': 'Fordern Sie unten einen neuen Link an.',
  'The email was changed. Sign in with it.': 'Die E-Mail-Adresse wurde geändert. Melden Sie sich damit an.',
  'Another user has this email.': 'Ein anderer Benutzer hat diese E-Mail-Adresse.',
  'Ask for a new one in the settings.': 'Fordern Sie in den Einstellungen einen neuen an.',
  'Ask the person who invited you for a new one.': 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
  'Parley cannot be reached. Check your connection and try again.':
    'Parley ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'Something went wrong on the server. Try again.':
    'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es erneut.',
  'Too many attempts. Wait a moment and try again.':
    'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
  'Enter an email address.': 'Geben Sie eine E-Mail-Adresse ein.',
  'Password changed. Sign in with it.': 'Das Passwort wurde geändert. Melden Sie sich damit an.',
  'The email or the password is not correct.': 'Die E-Mail-Adresse oder das Passwort ist nicht richtig.',
  'The code is not correct, or the sign-in has expired.':
    'Der Code ist nicht richtig, oder die Anmeldung ist abgelaufen.',
  'The link is not valid, was used before or has expired.':
    'Der Link ist ungültig, wurde schon verwendet oder ist abgelaufen.',
  'The invitation is not valid, was accepted or has expired.':
    'Die Einladung ist ungültig, wurde bereits angenommen oder ist abgelaufen.',
  'Sign in with the invited email first, then accept the invitation.':
    'Melden Sie sich zuerst mit der eingeladenen E-Mail-Adresse an und nehmen Sie dann die Einladung an.',
  'A new user needs a name and a password.': 'Ein neuer Benutzer braucht einen Namen und ein Passwort.',
  'This password is too easy to guess. Choose a longer or less regular one.':
    'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein längeres oder weniger regelmäßiges.',
  'The password must be at least 10 characters.': 'Das Passwort muss mindestens 10 Zeichen haben.',
}
const french = {
  'Sign in to Parley': 'Se connecter à Parley',
  Email: 'Adresse e-mail',
  Password: 'Mot de passe',
  'Sign in': 'Se connecter',
  'Forgot the password?': 'Mot de passe oublié ?',
  'Code of your authenticator app, or a recovery code':
    'Code de votre application d’authentification, ou code de secours',
  Continue: 'Continuer',
  Name: 'Nom',
  'Password, at least 10 characters': 'Mot de passe, au moins 10 caractères',
  Join: 'Rejoindre',
  'I already use Parley': 'J’utilise déjà Parley',
  'Accept the invitation': 'Accepter l’invitation',
  'New password, at least 10 characters': 'Nouveau mot de passe, au moins 10 caractères',
  'Set the password': 'Définir le mot de passe',
  'Continue to Parley': 'Continuer vers Parley',
  'Sign out': 'Se déconnecter',
  'Enter the code': 'Saisir le code',
  'You are signed in': 'Votre session est ouverte',
  'Join Parley': 'Rejoindre Parley',
  'Sign in to accept': 'Se connecter pour accepter',
  'Set a new password': 'Définir un nouveau mot de passe',
  'No password, or forgot it? This installation sends no mail. Its operator creates a link on the server:':
    'Pas de mot de passe, ou oublié ? Cette installation n’envoie pas d’e-mails. L’exploitant crée un lien sur le serveur :',
  EMAIL: 'E-MAIL',
  'If a user with this email exists, a link is on its way. If no mail arrives within a few minutes, ask the operator of this installation for a link.':
    'Si un utilisateur a cette adresse e-mail, un lien vient d’être envoyé. Si aucun e-mail n’arrive d’ici quelques minutes, demandez un lien à l’exploitant de cette installation.',
  'Ask for a new link below.': 'Demandez un nouveau lien ci-dessous.',
  'The email was changed. Sign in with it.':
    'L’adresse e-mail a été modifiée. Utilisez-la désormais pour vous connecter.',
  'Another user has this email.': 'Un autre utilisateur a cette adresse e-mail.',
  'Ask for a new one in the settings.': 'Demandez-en un nouveau dans les paramètres.',
  'Ask the person who invited you for a new one.':
    'Demandez une nouvelle invitation à la personne qui vous l’a envoyée.',
  'Parley cannot be reached. Check your connection and try again.':
    'Parley est injoignable. Vérifiez votre connexion, puis réessayez.',
  'Something went wrong on the server. Try again.': 'Une erreur est survenue sur le serveur. Réessayez.',
  'Too many attempts. Wait a moment and try again.': 'Trop de tentatives. Patientez un instant, puis réessayez.',
  'Enter an email address.': 'Saisissez une adresse e-mail.',
  'Password changed. Sign in with it.': 'Le mot de passe a été modifié. Utilisez-le pour vous connecter.',
  'The email or the password is not correct.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'The code is not correct, or the sign-in has expired.': 'Le code est incorrect, ou la connexion a expiré.',
  'The link is not valid, was used before or has expired.': 'Le lien n’est pas valide, a déjà été utilisé ou a expiré.',
  'The invitation is not valid, was accepted or has expired.':
    'L’invitation n’est pas valide, a déjà été acceptée ou a expiré.',
  'Sign in with the invited email first, then accept the invitation.':
    'Connectez-vous d’abord avec l’adresse e-mail invitée, puis acceptez l’invitation.',
  'A new user needs a name and a password.': 'Un nouvel utilisateur a besoin d’un nom et d’un mot de passe.',
  'This password is too easy to guess. Choose a longer or less regular one.':
    'Ce mot de passe est trop facile à deviner. Choisissez-en un plus long ou moins régulier.',
  'The password must be at least 10 characters.': 'Le mot de passe doit comporter au moins 10 caractères.',
}
const languages = {
  en: {
    texts: {},
    roles: {},
    session: (who, account, role) => `${who} is signed in to ${account} as ${role}.`,
    invitation: (by, email, account, role) => `${by} invites ${email} to ${account} as ${role}.`,
  },
  de: {
    texts: german,
    roles: { owner: 'Inhaber', editor: 'Bearbeiter', agent: 'Mitarbeiter', viewer: 'Betrachter' },
    session: (who, account, role) => `${who} ist bei ${account} als ${role} angemeldet.`,
    invitation: (by, email, account, role) => `${by} lädt ${email} als ${role} zu ${account} ein.`,
  },
  fr: {
    texts: french,
    roles: { owner: 'propriétaire', editor: 'éditeur', agent: 'agent', viewer: 'lecteur' },
    session: (who, account, role) => `Session ouverte : ${who}, ${role} du compte ${account}.`,
    invitation: (by, email, account, role) => `${by} invite ${email} à rejoindre ${account} (rôle : ${role}).`,
  },
}
const wanted = [localStorage.getItem('parley.language'), ...navigator.languages].map((each) => each?.split('-')[0])
const language = wanted.find((each) => Object.hasOwn(languages, each ?? '')) ?? 'en'
const { texts, roles, session, invitation } = languages[language]
const translated = (text) => texts[text] ?? text
const roleName = (role) => roles[role] ?? role

function translatePage() {
  document.documentElement.lang = language
  document.title = translated(document.title)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue.trim().replace(/\s+/g, ' ')
    if (text in texts) walker.currentNode.nodeValue = texts[text]
  }
}
if (language !== 'en') translatePage()

const sendsMail = document.documentElement.dataset.mail !== 'none'
element('forgot').hidden = !sendsMail
element('no-mail').hidden = sendsMail

function show(id, title) {
  for (const form of forms) element(form).hidden = form !== id
  if (title) element('title').textContent = translated(title)
  element(id).querySelector('input, a, button')?.focus()
}

function say(text, isBad = false) {
  element('notice').textContent = translated(text)
  element('notice').classList.toggle('bad', isBad)
}

/** In words for people, where the message of the API is for programs. */
function messageOf(status, { message = '' }) {
  if (status === 429) return 'Too many attempts. Wait a moment and try again.'
  if (status >= 500) return 'Something went wrong on the server. Try again.'
  return /^The email (?:format|field)/.test(message) ? 'Enter an email address.' : message
}

async function request(method, path, body) {
  const init = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const response = await fetch(path, { method, ...init }).catch(() => {
    throw new Error('Parley cannot be reached. Check your connection and try again.')
  })
  const reply = await response.json().catch(() => ({}))
  if (!response.ok) throw Object.assign(new Error(messageOf(response.status, reply)), { status: response.status })
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
      if (id === 'reset' && error.status === 404) showDeadLink(error)
      else say(error.message, true)
    } finally {
      button.disabled = false
    }
  })
}

/** What to do now is below the form if this installation sends no mail. */
function showDeadLink(error) {
  show('sign-in', 'Sign in to Parley')
  const hint = given.invitation
    ? 'Ask the person who invited you for a new one.'
    : given.email
      ? 'Ask for a new one in the settings.'
      : sendsMail && 'Ask for a new link below.'
  say([error.message, hint].filter(Boolean).map(translated).join(' '), true)
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
  element('who').textContent = session(who, account.name, roleName(role))
  say('')
  show('session', 'You are signed in')
}

const parameters = new URLSearchParams(location.hash.slice(1))
const given = {
  token: parameters.get('token'),
  invitation: parameters.get('invitation'),
  reset: parameters.get('reset'),
  email: parameters.get('email'),
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
  const { message } = await request('POST', '/api/password-resets/complete', { token: given.reset, ...fields })
  show('sign-in', 'Sign in to Parley')
  say(message)
})
element('forgot').addEventListener('click', async () => {
  const email = element('sign-in').elements.email
  if (!email.reportValidity()) return
  try {
    await request('POST', '/api/password-resets', { email: email.value })
    say(
      'If a user with this email exists, a link is on its way. If no mail arrives within a few minutes, ask the operator of this installation for a link.',
    )
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
  say(invitation(by, email, account.name, roleName(role)))
  element('sign-in').elements.email.value = email
  show(hasUser ? 'accept' : 'join', 'Join Parley')
}
async function confirmEmail() {
  const { message } = await request('POST', '/api/email-changes/complete', { token: given.email })
  await showSession().catch(() => show('sign-in', 'Sign in to Parley'))
  say(message)
}
element('has-user').addEventListener('click', () => show('sign-in', 'Sign in to accept'))

// Another link was opened in the same tab.
addEventListener('hashchange', () => location.reload())

async function start() {
  if (given.token) return proceed(await request('POST', '/api/session/link', { token: given.token }))
  if (given.invitation) return showInvitation()
  if (given.email) return confirmEmail()
  if (given.reset) return show('reset', 'Set a new password')
  await showSession()
}

start().catch((error) => {
  if (error.status === 404) return showDeadLink(error)
  // Without a session, the form is all there is to show.
  if (error.status !== 401 || given.token || given.invitation || given.email) say(error.message, true)
  show('sign-in', 'Sign in to Parley')
})
