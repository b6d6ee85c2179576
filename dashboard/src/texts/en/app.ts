// The texts of the navigation, the account menu and what all pages share, in English.
export const texts = {
  accountMenu: {
    account: 'Account and appearance',
    signOut: 'Sign out',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
    switchTo: (name: string) => `Switch to ${name}`,
  },
  attachments: {
    files: 'Files',
    image: 'Picture',
    open: (name: string) => `Open picture ${name}`,
    kilobytes: (size: string) => `${size} kB`,
    megabytes: (size: string) => `${size} MB`,
  },
  connectionNotice: {
    lost: 'The server cannot be reached. This page shows the last known state and tries again.',
  },
  drawers: { pages: 'Pages', requests: 'Requests of this page' },
  leaveQuestion: {
    title: 'Leave without saving?',
    text: 'You have unsaved changes. Leaving discards them.',
    action: 'Leave',
  },
  messages: { messages: 'Messages' },
  navigation: {
    home: 'Home',
    calls: 'Calls',
    contacts: 'Contacts',
    messages: 'Messages',
    knowledge: 'Knowledge',
    developers: 'Developers',
    usage: 'Usage',
  },
  page: { loading: 'Loading', failed: 'This could not be loaded.' },
  reason: {
    unavailable: 'Parley cannot reach its database. It keeps trying.',
    unreachable: 'The server cannot be reached. This page keeps trying.',
  },
  requests: {
    text: 'Everything on these pages is done with the public API. Each request can be repeated with an API key in $PARLEY_API_KEY.',
    command: 'Command',
    none: 'lost',
  },
  router: {
    title: 'There is no such page',
    text: 'Check the address, or choose a page from the navigation.',
    home: 'Go to the home page',
  },
  sessionEnded: {
    title: 'Your session has ended',
    explanation: 'Sign in again in another tab, then continue here. Nothing that you have entered is lost.',
    noMail: 'No password? This installation sends no mail. Its operator creates a link on the server:',
    signIn: 'Sign in',
    proceed: 'Continue',
  },
  shell: {
    navigation: 'Pages',
    openNavigation: 'Open the list of pages',
    skip: 'Go to the content',
    requests: 'Requests of this page',
  },
  unreachable: { message: 'The server cannot be reached. Nothing on this page is lost. Try again in a moment.' },
  values: { copy: 'Copy', copied: 'Copied' },
  visitingNotice: {
    label: 'Visit as an operator',
    text: (name: string) => `You are visiting ${name} as an operator. The audit log of the account shows what you do.`,
    leave: (name: string) => `Return to ${name}`,
  },
  finderButton: {
    find: 'Find',
    key: 'Ctrl+K',
  },
  filters: {
    active: (count: number) => `Filters (${count})`,
    noMatch: 'Nothing matches these filters.',
  },
}
