// The knowledgebase of the demo account: what customers of the bakery ask.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UploadedFile } from '#contract/wire/fields.ts'
import { createDocument, createKnowledgebase, selectKnowledgebases } from '../features/knowledge/index.ts'
import type { AccountContext } from '../platform/context/context.ts'

const name = 'Harbour Street Bakery'

const handbook = `# Questions of our customers

## Allergens

Our rye bread, the oat rolls and the almond cake contain no lactose. The almond cake is also free of gluten. Everything
else is baked in a kitchen in which we use wheat, milk, eggs and nuts.

## Cakes to order

Please order birthday cakes two days in advance, and wedding cakes four weeks in advance. A birthday cake for twelve
people costs 38 euros. You can cancel an order free of charge until noon of the day before.

## Delivery

We deliver within eight kilometres of Harbour Street, from Monday to Saturday. Orders until 5 o’clock in the afternoon
arrive the next morning before 7:30.

## Payment

We accept cash, bank cards and mobile payments. Companies with a monthly invoice receive it on the third working day.
`

/** Returns the id of the knowledgebase, and creates it and its document if they are missing. */
export async function openDemoKnowledge(ctx: AccountContext): Promise<number> {
  const existing = (await selectKnowledgebases(ctx.db, ctx.account.id)).find((candidate) => candidate.name === name)
  if (existing && existing.documentsCount > 0) return existing.id
  const description = 'Allergens, orders, delivery and payment'
  const { id } = existing ?? (await createKnowledgebase(ctx, { name, description }))
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-'))
  try {
    const path = join(folder, 'handbook.txt')
    await writeFile(path, handbook)
    const data = Buffer.from(handbook)
    const file = new UploadedFile({
      path,
      name: 'handbook.txt',
      contentType: 'text/plain',
      sizeBytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
      head: data.subarray(0, 4_100),
    })
    await createDocument(ctx, id, { name: 'Handbook', type: 'txt', relative_links_limit: 10, file })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return id
}
