// The paths of the dashboard and of the widget. They are part of Parley's interface.

/** All of them answer with the same file. */
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
  '/contacts',
  '/contacts/:id',
  '/campaigns/:id',
  '/automations',
  '/automations/:id',
  '/developers',
  '/usage',
  '/settings',
]

/** Files with fixed names. Those with a hash in their names are at /assets/. */
export const assetPaths: readonly string[] = ['/pressable.css', '/widget-preview/preview.js']

export const widgetPaths: readonly string[] = ['/widget.js', '/widget-voice.js']

/** Browsers ask for the second one on addresses that are no pages. It is the same picture. */
export const iconPaths: readonly string[] = ['/favicon.svg', '/favicon.ico']
