// The words with which callers begin, surround and delay a question, besides the stop words of their language.
const fillersOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/**
 * By ISO 639-1. As `searchTerms` writes them: what follows an apostrophe is a word of its own. Words joined by `_` are
 * fillers only in this order, because they have a meaning of their own: `guten Tag` and `am Tag`, `I'd` and `vitamin D`.
 */
const fillers: Record<string, ReadonlySet<string>> = {
  en: fillersOf(`um umm uh uhm er erm hmm hm mhm ah oh hi hello hey yeah yep yes okay ok well please thanks thank sorry
excuse_me all_right right_now could would might wondering wonder wondered tell know guess think thinking maybe perhaps
basically actually really quite kind_of sort_of like want wanted wants need got let mean say ask question quick_question
stuff thing anyway somehow sure i_m i_ve i_d i_ll you_ve you_d you_ll you_re we_ve we_d we_ll we_re they_ve they_d
they_ll they_re he_d he_ll she_d she_ll it_d it_ll that_d that_ll there_d there_ll`),
  de: fillersOf(`äh ähm öh hm hmm mh ja jaja nein hallo guten_tag guten_morgen guten_abend grüss moin also mal denn
eigentlich bitte danke entschuldigung vielleicht irgendwie halt eben gerne gern naja okay ok sagen sag frage fragen
wissen wüsste möchte wollte würde könnten könnte glaube glaub ziemlich schon doch ne gell`),
  fr: fillersOf(`euh heu hum ben bah bon_ben ah_bon bonjour bonsoir allô salut oui non alors voilà donc enfin quoi ok
okay merci pardon excusez svp plaît plait voudrais voulais aimerais savoir demandais demande demander dire dites
pourriez pouvez pourrais peux peut juste fait vraiment sais`),
  es: fillersOf(`eh em este pues bueno hola buenas buenos_días buenas_tardes buenas_noches sí oiga mire oye
gracias favor perdón disculpe quería quisiera querría gustaría saber preguntar pregunta decir decirme dígame podría
puede puedo podrías sabe mira entonces así verdad quizás ok`),
  it: fillersOf(`ehm eh mah boh beh ecco allora dunque cioè sì salve ciao buongiorno buonasera grazie favore scusi scusa
senta guardi volevo vorrei sapere chiedere chiedevo domanda dire dirmi potrebbe può posso praticamente magari insomma
tipo ok`),
  pt: fillersOf(`hum eh ah é então pois olá oi bom_dia boa_tarde boa_noite sim obrigado obrigada favor desculpe olhe
queria gostava gostaria quero saber perguntar pergunta dizer diga pode podia poderia posso tipo assim né bem ok`),
  nl: fillersOf(`eh uh ehm hm hmm ja nee hallo hoi goedemorgen goedemiddag goedenavond goeden_dag goede_morgen
goede_middag goede_avond dus eigenlijk even gewoon misschien alstublieft alsjeblieft bedankt dank sorry pardon graag
wilde wou vraag vragen weten zeggen vertellen zou kunt kan oké ok denk best wel nou`),
}

/** Returns the words that are fillers wherever they occur in the query. */
export function fillerWords(query: readonly string[], language: string): Set<string> {
  const known = fillers[language]
  if (!known) return new Set()
  const isFiller = (word: string, index: number): boolean =>
    known.has(word) || known.has(`${word}_${query[index + 1]}`) || known.has(`${query[index - 1]}_${word}`)
  const others = new Set(query.filter((word, index) => !isFiller(word, index)))
  return new Set(query.filter((word) => !others.has(word)))
}
