// Tests of the cycle check.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFault, check } from './sample-tree-fixtures.ts'

describe('the cycle check', () => {
  test('finds a cycle of files that exists only through types', () => {
    assertFault(
      {
        'server/platform/a.ts': "import './b.ts'",
        'server/platform/b.ts': "export { c } from './c.ts'",
        'server/platform/c.ts': "export type C = import('./a.ts').A",
      },
      'server/platform/a.ts:2',
      /cycle of files, server\/platform\/a\.ts → server\/platform\/b\.ts → server\/platform\/c\.ts → server\/platform\/a\.ts/,
    )
  })

  test('finds a cycle of folders without a cycle of files', () =>
    assertFault(
      {
        'server/platform/http/a.ts': "import '../jobs/b.ts'",
        'server/platform/jobs/b.ts': '',
        'server/platform/jobs/c.ts': "import '#server/platform/http/d.ts'",
        'server/platform/http/d.ts': '',
      },
      'server/platform/http/a.ts:2',
      /cycle of folders, server\/platform\/http\/ → server\/platform\/jobs\/ → server\/platform\/http\/ .*c\.ts:2/,
    ))

  test('ignores imports of tests', () =>
    assert.deepEqual(
      check({
        'server/platform/a.test.ts': "import '#testing/app/test-app.ts'",
        'testing/app/test-app.ts': "import '#server/platform/a.ts'",
        'server/platform/a.ts': '',
      }),
      [],
    ))
})
