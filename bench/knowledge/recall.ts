// Measures how many questions find the passage with their answer, by each stage of a search.
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { type FaqQuestion, readFaqQuestions, readFaqs, withoutQuestions } from '#eval/retrieval/faqs.ts'
import { listDocuments, normalizeText, type Question, readDocument, readQuestions } from '#eval/retrieval/questions.ts'
import type { Client } from '#sdk/client.ts'
import { type SearchStage, searchStages } from '#server/features/knowledge/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { listen } from '../shared/child.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { tableOf } from '../shared/report.ts'
import { createKnowledgebase, untilProcessed, uploadText } from './server.ts'

/** `headings` is the search by words alone; `all` adds the local embedding model. */
const stages: readonly SearchStage[] = ['words', 'headings', 'meaning', 'all']

interface Asked {
  knowledgebaseId: number
  question: string
  document: string
  answer: string
  /** The rows of the table to which it belongs. */
  groups: string[]
}

/** The languages of the FAQs, the most documents of each knowledgebase, and the most questions to it. */
export interface RecallSize {
  languages: readonly string[]
  documents: number
  questions: number
}

/** A server with the local embedding model, and the same search in this process. */
export interface LocalSearch {
  client: Client
  ctx: AccountContext
  /** That of the website with the HTML documents. */
  host: string
}

/** The documents and questions of the evaluation set. */
export async function benchRecall({ client, ctx, host }: LocalSearch, size: RecallSize): Promise<string> {
  const names = (await listDocuments()).slice(0, size.documents)
  const knowledgebaseId = await createKnowledgebase(client, 'Evaluation')
  for (const name of names) await createDocument(client, knowledgebaseId, name, host)
  await untilProcessed(client, knowledgebaseId)
  const groupsOf = ({ kind, language }: Question): string[] =>
    kind === 'direct' ? [`direct, ${language}`, 'direct, all'] : [`paraphrase, ${language}`]
  const questions = (await readQuestions()).filter(({ document }) => names.includes(document)).slice(0, size.questions)
  const asked = questions.map((question) => ({ ...question, knowledgebaseId, groups: groupsOf(question) }))
  return await recallTable(ctx, asked)
}

/** Serves the HTML documents, as a website. */
export async function serveDocuments() {
  const pages = new Map<string, Buffer>()
  for (const name of await listDocuments()) if (name.endsWith('.html')) pages.set(`/${name}`, await readDocument(name))
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  const { host } = new URL(await listen(server))
  return {
    host,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
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

/** Questions to public FAQs, with and without the headings that are the questions, by the half of the set. */
export async function benchFaqs({ client, ctx }: LocalSearch, size: RecallSize): Promise<string> {
  const faqs = await readFaqs()
  const questions = await readFaqQuestions(faqs)
  const asked: Asked[] = []
  for (const hasHeadings of [true, false])
    for (const language of size.languages) {
      const known = faqs.filter((faq) => faq.language === language).slice(-size.documents)
      const without = hasHeadings ? '' : ', headings removed'
      const knowledgebaseId = await createKnowledgebase(client, `FAQs in ${language}${without}`)
      for (const { name, text } of known)
        await uploadText(client, knowledgebaseId, name, hasHeadings ? text : withoutQuestions(text))
      await untilProcessed(client, knowledgebaseId)
      const groupOf = (question: FaqQuestion): string => {
        const subject = question.kind === 'heading' ? question.faq.split(/[-.]/)[0]! : question.kind
        return `${subject}, ${question.language}${without}, ${question.isHeldOut ? 'held out' : 'tuned'}`
      }
      const its = questions.filter(({ faq }) => known.some(({ name }) => name === faq)).slice(0, size.questions)
      for (const one of its) asked.push({ ...one, knowledgebaseId, document: one.faq, groups: [groupOf(one)] })
    }
  return await recallTable(ctx, asked)
}

async function recallTable(ctx: AccountContext, asked: readonly Asked[]): Promise<string> {
  progress(`${asked.length} questions`)
  /** The ranks of the first correct passage from 1, or Infinity, by stage. */
  const groups = new Map<string, Record<string, number>[]>()
  for (const one of asked) {
    stopIfAsked()
    const found = await searchStages(ctx, { knowledgebaseId: one.knowledgebaseId, query: one.question, limit: 5 })
    const answer = normalizeText(one.answer)
    const rankIn = (stage: SearchStage): number => {
      const index = found[stage].findIndex(
        ({ document, headings, text }) =>
          document.name === one.document && normalizeText([...headings, text].join(' ')).includes(answer),
      )
      return index < 0 ? Number.POSITIVE_INFINITY : index + 1
    }
    const ranks = Object.fromEntries(stages.map((stage) => [stage, rankIn(stage)]))
    for (const group of one.groups) groups.set(group, [...(groups.get(group) ?? []), ranks])
  }
  const rows = [...groups].map(([name, group]) => {
    const share = (stage: string, places: number): string =>
      (group.filter((ranks) => ranks[stage]! <= places).length / group.length).toFixed(2)
    return [name, String(group.length), ...stages.map((stage) => `${share(stage, 1)} / ${share(stage, 5)}`)]
  })
  return tableOf(['recall at 1 / at 5', 'questions', ...stages], rows)
}
