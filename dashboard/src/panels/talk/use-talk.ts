// The call with an assistant, which goes on while any part of the page uses it.
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { say } from '../../ui/say.ts'
import { useKept } from '../shared/use-kept.ts'
import { createTalk, type Talk } from './talk.ts'

const texts = textsOf('panels', 'useTalk')

/** Another assistant or a closed panel ends the call. */
export function useTalk(assistantId: number): Talk {
  const t = useTexts(texts)
  return useKept(`talk ${assistantId}`, () => createTalk({ onLeft: () => say(t.left) }))
}
