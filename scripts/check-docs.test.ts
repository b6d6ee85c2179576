// Tests of the document check.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsIn } from './architecture/sample-tree-fixtures.ts'
import { checkDocuments } from './check-docs.ts'

const check = (files: Record<string, string>, settings: string[] = []) =>
  faultsIn(files, (root) => checkDocuments(root, settings))

const tree = {
  'server/features/calls/store.ts': '',
  'docs/scaling.md': '# Scaling',
  '.gitignore': 'node_modules/\ndata/\n.env\n',
  '.env.example': '',
}

test('existing paths are accepted from the root, from the document and by their end', () => {
  const page = `
Read \`docs/scaling.md\`, \`server/features/\`, \`store.ts\`, \`calls/store.ts:12\`, \`.env.example\`, \`./scaling.md\`.
See [scaling](scaling.md#measure), [the plan](../docs/scaling.md "Plan") and [here](#top).`
  assert.deepEqual(check({ ...tree, 'docs/architecture.md': page }), [])
})

test('missing paths are reported with their line', () => {
  const page = 'Read `docs/growth.md`.\n\n`server/faxes/`, `fax.ts`, `./missing`, [x](scaling.md), [y](<./docs/z.md>).'
  assert.deepEqual(check({ ...tree, 'README.md': page }), [
    'README.md:1 names docs/growth.md, which does not exist',
    'README.md:3 names server/faxes/, which does not exist',
    'README.md:3 names fax.ts, which does not exist',
    'README.md:3 names ./missing, which does not exist',
    'README.md:3 names scaling.md, which does not exist',
    'README.md:3 names ./docs/z.md, which does not exist',
  ])
})

test('commands, globs, URLs, API paths, packages, patterns and fenced blocks are ignored', () => {
  const page = `
\`npm test -- server/faxes\` \`server/**/*.test.ts\` \`https://x.example/a.md\` \`/api/user/me\` \`GET /healthz\`
\`@fastify/static\` \`application/json\` \`server/<feature>/x.ts\` \`NNNN-{feature}.sql\` \`#server/…\` \`./data\` \`.env\`
\`chatapp/send\` [site](https://x.example/a.md) [mail](mailto:a@b.example) \`[x](gone.md)\`

\`\`\`sh
node \`server/gone.ts\` [x](gone.md)
\`\`\``
  assert.deepEqual(check({ ...tree, 'README.md': page }), [])
})

test('ignored paths are accepted whether they have been built or not', () => {
  const page = '`dashboard/dist` `dashboard/dist/index.html` `dashboard/other`'
  const sources = { ...tree, '.gitignore': '/dashboard/dist/\n', 'dashboard/main.ts': '', 'docs/x.md': page }
  const missing = ['docs/x.md:1 names dashboard/other, which does not exist']
  assert.deepEqual(check(sources), missing)
  assert.deepEqual(
    check({ ...sources, 'dashboard/dist/index.html': '', 'dashboard/dist/x.md': '[x](gone.md)' }),
    missing,
  )
})

test('the change log may name missing paths', () => {
  assert.deepEqual(check({ ...tree, 'CHANGELOG.md': 'Removes `server/gone.ts`.' }), [])
})

test('exactly the runtime dependencies must be explained', () => {
  const faults = check({
    'package.json': JSON.stringify({
      dependencies: { pg: '1', zod: '4', 'a.js': '1' },
      devDependencies: { knip: '6' },
    }),
    'docs/decisions/dependencies.md':
      '| package | saves |\n|---|---|\n| `pg` | it |\n| `a.js` | it |\n| `left-pad` | it |',
  })
  assert.deepEqual(faults, [
    'docs/decisions/dependencies.md does not explain the dependency zod',
    'docs/decisions/dependencies.md explains left-pad, which is not a dependency',
  ])
})

test('the dependencies of packages must be explained, but not the packages themselves', () => {
  const faults = check({
    'package.json': JSON.stringify({ dependencies: { '@ours/a': '*', pg: '1' } }),
    'packages/a/package.json': JSON.stringify({ name: '@ours/a', dependencies: { pg: '1', heap: '2' } }),
    'docs/decisions/dependencies.md': '| `pg` | it |',
  })
  assert.deepEqual(faults, ['docs/decisions/dependencies.md does not explain the dependency heap'])
})

test('every setting of the server must be listed', () => {
  assert.deepEqual(check({ '.env.example': '# Where.\n#HOST=127.0.0.1\n' }, ['HOST', 'PORT']), [
    '.env.example does not list PORT of server/environment.ts',
  ])
})
