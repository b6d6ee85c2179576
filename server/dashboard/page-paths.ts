// The paths at which the server answers with the dashboard. They are part of Parley's interface.
export const pagePaths: readonly string[] = [
  '/',
  '/assistants',
  '/assistants/:id',
  '/inbox',
  '/calls',
  '/calls/:id',
  '/knowledge',
  '/messages',
  '/numbers',
  '/campaigns',
  '/campaigns/:id',
  '/automations',
  '/automations/:id',
  '/developers',
  '/usage',
  '/settings',
]
