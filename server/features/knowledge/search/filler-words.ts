// The words with which callers begin, surround and delay a question, besides the stop words of their language.
const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** By ISO 639-1. As `searchTerms` writes them: what follows an apostrophe is a word of its own. */
const fillerWords: Record<string, ReadonlySet<string>> = {
  en: wordsOf(`um umm uh uhm er erm hmm hm mhm ah oh hi hello hey yeah yep yes okay ok well please thanks thank sorry
excuse right could would might wondering wonder wondered tell know guess think thinking maybe perhaps basically actually
really quite kind sort like want wanted wants need m ve d ll re got let mean say ask question quick stuff thing anyway
somehow sure`),
  de: wordsOf(`äh ähm öh hm hmm mh ja jaja nein hallo guten tag morgen abend grüß moin also mal denn eigentlich bitte danke
entschuldigung vielleicht irgendwie halt eben gerne gern naja okay ok sagen sag frage fragen wissen wüsste möchte wollte
würde könnten könnte glaube glaub ziemlich schon doch ne gell`),
  fr: wordsOf(`euh heu hum ben bah bon bonjour bonsoir allô salut oui non alors voilà donc enfin quoi ok okay merci pardon
excusez svp plaît plait voudrais voulais aimerais savoir demandais demande demander dire dites pourriez pouvez pourrais
peux peut juste fait vraiment sais`),
  es: wordsOf(`eh em este pues bueno hola buenas buenos días tardes sí vale oiga mire oye gracias favor perdón disculpe
quería quisiera querría gustaría saber preguntar pregunta decir decirme dígame podría puede puedo podrías sabe mira
entonces así verdad quizás ok`),
  it: wordsOf(`ehm eh mah boh beh ecco allora dunque cioè sì salve ciao pronto buongiorno buonasera grazie favore scusi
scusa senta guardi volevo vorrei sapere chiedere chiedevo domanda dire dirmi potrebbe può posso praticamente magari
insomma tipo ok`),
  pt: wordsOf(`hum eh ah é então pronto pois olá oi bom boa dia tarde noite sim obrigado obrigada favor desculpe olhe
queria gostava gostaria quero saber perguntar pergunta dizer diga pode podia poderia posso tipo assim né bem ok`),
  nl: wordsOf(`eh uh ehm hm hmm ja nee hallo hoi goedemorgen goedemiddag goedenavond dag dus eigenlijk even gewoon misschien
alstublieft alsjeblieft bedankt dank sorry pardon graag wilde wou vraag vragen weten zeggen vertellen zou kunt kan oké ok
denk best wel nou`),
}

export const isFillerWord = (word: string, language: string): boolean => fillerWords[language]?.has(word) ?? false
