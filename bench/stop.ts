// A signal ends a bench at its next step, so that its servers are stopped and its files are deleted.

export class Stopped extends Error {}

let isAsked = false

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isAsked = true
  })
}

/** To be called between steps, of seconds at most. */
export function stopIfAsked(): void {
  if (isAsked) throw new Stopped('The bench was stopped.')
}
