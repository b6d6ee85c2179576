// Measures how many questions find the passage with their answer, by words alone and with embeddings.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { listDocuments, normalizeText, type Question, readDocument, readQuestions } from '#eval/retrieval/questions.ts'
import type { Client } from '#sdk/client.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { percent, tableOf } from '../shared/report.ts'
import { createKnowledgebase, type KnowledgeAccount, startKnowledgeServer, untilProcessed } from './server.ts'

const limit = 10
const languages: Record<string, string> = { en: 'English', de: 'German', fr: 'French', es: 'Spanish' }

/** The rank of the first correct passage from 1, or Infinity. */
type Ranks = Map<Question, number>

export async function benchRecall(account: KnowledgeAccount): Promise<string> {
  const questions = await readQuestions()
  await using site = await serveDocuments()
  let knowledgebaseId: number
  let hybrid: Ranks
  {
    await using server = await startKnowledgeServer(account, { embeddingModel: 'local', website: site.host })
    progress('creating the documents of the evaluation set')
    knowledgebaseId = await createKnowledgebase(server.client, 'Evaluation')
    for (const name of await listDocuments()) await createDocument(server.client, knowledgebaseId, name, site.host)
    const { passages } = await untilProcessed(server.client, knowledgebaseId)
    progress(`${questions.length} questions to ${passages} passages, with embeddings`)
    hybrid = await ask(server.client, knowledgebaseId, questions)
  }
  await using server = await startKnowledgeServer(account, { embeddingModel: 'none' })
  progress('the same questions, by words alone')
  const words = await ask(server.client, knowledgebaseId, questions)
  const misses = questions.filter((question) => hybrid.get(question) === Number.POSITIVE_INFINITY)
  return `${recallTable(words, hybrid)}\n\nNot found with embeddings:\n${misses.map(({ id, question }) => `${id}  ${question}`).join('\n')}`
}

/** Serves the HTML documents, as a website. */
async function serveDocuments(): Promise<{ host: string } & AsyncDisposable> {
  const pages = new Map<string, Buffer>()
  for (const name of await listDocuments()) if (name.endsWith('.html')) pages.set(`/${name}`, await readDocument(name))
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function createDocument(client: Client, knowledgebaseId: number, name: string, host: string): Promise<void> {
  const ending = extname(name)
  if (ending === '.html') {
    const links = [{ link: `http://${host}/${name}` }]
    await client.knowledge.createDocument({ knowledgebaseId, name, type: 'website', links })
    return
  }
  const type = ending === '.pdf' ? 'pdf' : ending === '.docx' ? 'docx' : 'txt'
  const file = new File([new Uint8Array(await readDocument(name))], type === 'txt' ? `${name}.txt` : name)
  await client.knowledge.createDocument({ knowledgebaseId, name, type, file })
}

async function ask(client: Client, id: number, questions: readonly Question[]): Promise<Ranks> {
  const ranks: Ranks = new Map()
  for (const question of questions) {
    stopIfAsked()
    const { data } = await client.knowledge.search({ id, query: question.question, limit })
    const answer = normalizeText(question.answer)
    const index = data.findIndex(
      ({ text, headings, document }) =>
        document.name === question.document && normalizeText([...headings, text].join(' ')).includes(answer),
    )
    ranks.set(question, index < 0 ? Number.POSITIVE_INFINITY : index + 1)
  }
  return ranks
}

function recallTable(words: Ranks, hybrid: Ranks): string {
  const groups: [string, (question: Question) => boolean][] = [
    ...Object.entries(languages).map(([code, name]): [string, (question: Question) => boolean] => [
      `${name}, direct`,
      ({ language, kind }) => language === code && kind === 'direct',
    ]),
    ['all direct', ({ kind }) => kind === 'direct'],
    ['English, paraphrases', ({ kind }) => kind === 'paraphrase'],
  ]
  const rows = groups.flatMap(([name, isInGroup]) =>
    [words, hybrid].map((ranks, index) => {
      const group = [...ranks].filter(([question]) => isInGroup(question)).map(([, rank]) => rank)
      const within = (places: number) => percent(group.filter((rank) => rank <= places).length / group.length)
      const reciprocal = group.reduce((sum, rank) => sum + 1 / rank, 0) / group.length
      const search = index === 0 ? 'words' : 'with embeddings'
      return [name, search, String(group.length), within(1), within(5), within(limit), reciprocal.toFixed(3)]
    }),
  )
  return tableOf(['', 'search', 'questions', 'recall at 1', 'at 5', 'at 10', 'mean reciprocal rank'], rows)
}
