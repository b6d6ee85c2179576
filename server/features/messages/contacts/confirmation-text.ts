// What a customer reads after an opt-out, an opt-in or a question for help, in the language of the conversation.
import { detectLanguage } from '@parley/documents'
import { findAssistant } from '#server/features/assistants/index.ts'
import { findLanguage } from '#server/features/catalogues/index.ts'
import { findConversationIdentity, selectLatestTexts } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Contact } from '../message/message.ts'
import { isOptOutLanguage, optOutLanguages } from './languages/index.ts'
import type { OptOutLanguage } from './languages/language.ts'

type Texts = Pick<OptOutLanguage, 'optedOut' | 'optedIn' | 'helpText'>

export const confirmationText = ({ optedOutAt }: Pick<Contact, 'optedOutAt'>, texts: Texts): string =>
  optedOutAt === null ? texts.optedIn : texts.optedOut

/**
 * The language is that of the request if only one has it, or else that of what the customer and the account wrote, or
 * that of the assistant.
 */
export async function optOutTextsOf(
  ctx: AccountContext,
  conversationId: number,
  languages: readonly string[],
): Promise<Texts> {
  const [only, ...others] = languages
  const code = only !== undefined && others.length === 0 ? only : await languageOf(ctx, conversationId, languages)
  return optOutLanguages[code]!
}

async function languageOf(ctx: AccountContext, conversationId: number, languages: readonly string[]): Promise<string> {
  const { db, account } = ctx
  const texts = await selectLatestTexts(db, account.id, conversationId)
  const written = (byCustomer: boolean): string =>
    texts.flatMap(({ author, content }) => ((author === 'customer') === byCustomer ? [content] : [])).join('\n')
  const detected = [detectLanguage(written(true)), detectLanguage(written(false))]
  const found = [...detected, await languageOfAssistant(ctx, conversationId)].find(
    (code) => isOptOutLanguage(code) && (languages.length === 0 || languages.includes(code)),
  )
  return found ?? languages[0] ?? 'en'
}

async function languageOfAssistant(ctx: AccountContext, conversationId: number): Promise<string | undefined> {
  const { db, account } = ctx
  const id = (await findConversationIdentity(db, account.id, conversationId))?.assistantId ?? null
  const assistant = id === null ? undefined : await findAssistant(db, account.id, id)
  return assistant && (await findLanguage(ctx, assistant.languageId))?.iso2
}
