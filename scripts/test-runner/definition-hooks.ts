// Loads `node:test`, and limits its asynchronous hooks to the time in which a file defines its tests.
import asyncHooks from 'node:async_hooks'

/** A test or a suite; only suites have a promise, which ends when their tests are defined. */
interface Defined {
  buildSuite?: Promise<void>
}

/**
 * `node:test` finds out with asynchronous hooks to which suite a new test belongs. The hooks follow every promise, which
 * takes a tenth of the processor time of tests, although tests are defined only at the beginning of a file.
 */
const { createHook } = asyncHooks
const defined = new Map<number, Defined>()
const followed = new Set<number>()
let hook: asyncHooks.AsyncHook | undefined
let callbacks: asyncHooks.HookCallbacks = {}

asyncHooks.createHook = (options) => {
  callbacks = options
  hook = createHook({
    init(id, type, triggerId, resource) {
      if (type === 'Test') defined.set(id, resource)
      else followed.add(id)
      options.init!(id, type, triggerId, resource)
    },
    destroy(id) {
      followed.delete(id)
      options.destroy!(id)
    },
  })
  return hook
}
// A static import would be loaded before the replacement.
export const { after, run, test } = await import('node:test')
asyncHooks.createHook = createHook

/** Called when a file has been imported. Ends when its suites have defined their tests, and stops the hooks. */
export async function endDefinitions(): Promise<void> {
  for (const { buildSuite } of defined.values()) await buildSuite
  hook?.disable()
  forget(followed)
}

/** Called when the tests of a file have ended. Otherwise `node:test` would keep them and all that they refer to. */
export function forgetTests(): void {
  forget(defined)
}

function forget(ids: Map<number, Defined> | Set<number>): void {
  for (const id of ids.keys()) callbacks.destroy?.(id)
  ids.clear()
}
