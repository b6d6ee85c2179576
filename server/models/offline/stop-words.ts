// Words that say little about the subject of a text, by language.
import type { Language } from './phrases/index.ts'

const lists = {
  en: `a about above after again all also am an and any anything are as at be because been before being but by can cannot
    could did do does doing don down during each else ever every few for from further get gets give got had has have having
    he her here hers him his how i if in into is it its just kind know let like long look m many may me mean might more most
    much must my need no nor not now of off on once only or other our ours out over own please possible re s same say says
    shall she should so some something still such sure t take takes tell than thank thanks that the their them then there
    these they thing this those through to too under until up us use ve very want was we well were what when where which
    while who whom why will with would yes you your yours
    going anything there's hello hi hey um uh er oh okay ok well really actually thanks guys great good fine think guess happen happens two three four five six seven eight nine ten eleven twelve perfect nice cool alright sure super help wow
    back one ones item items product products thing things offer offers sell sells allowed available looking`,
  de: `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bitte bist brauche da damit dann darf
    das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine
    einem einen einer eines er es etwas euch euer eure fur gern gerne gibt gibts habe haben hat hatte hier hin ich ihm ihn ihnen
    ihr ihre ihrem ihren ihrer im in irgend ist ja jede jeden jeder jetzt kann kein keine konnen konnte konnten lange man mal
    mehr mein meine meinem meinen meiner mich mir mit mochte muss mussen nach nein nicht noch nun nur ob oder ohne sagen schon
    sehr sein seine seit sich sie sind so sollte um und uns unser unsere unter viel viele vom von vor wann war waren warum was
    weiss welche welchem welchen welcher welches wenn wer werde werden wie wieder wieviel will wir wird wissen wo wohin woher
    wurde wurden zu zum zur zwischen
    ganz ahm aeh ah jemand denn mal hallo guten tag genau eigentlich bitte nehmen nimmt soll sollen gut prima toll super perfekt schon hilfe zwei drei vier funf sechs sieben acht neun zehn elf zwolf
    artikel produkt produkte verkaufen verkauft bieten bietet anbieten`,
  es: `a al algo algun alguna algunos ante antes aqui asi aun cada como con cual cuales cuando cuanta cuantas cuanto cuantos
    de debe debo decir del desde dime donde dos durante e el ella ellos en entre era eres es esa ese eso esta estan estar este
    esto estos favor fue ha hace hacen hacer hasta hay la las le les lo los mas me mi mis mucho muy nada necesito ni no nos
    nosotros nuestra nuestro o para pero poco por porque puede pueden puedo que quien quiero sabe saber se segun ser si sin
    sobre son su sus tambien tan te tengo tiene tienen tienes todo todos tu un una unas uno unos usted ustedes y ya yo
    hola buenos dias alguien pues eh acepta aceptan ir somos soy perfecto bien vale ayuda tres cuatro cinco seis siete ocho nueve diez once doce
    articulo articulos producto productos venden ofrecen`,
  fr: `a ai ainsi alors apres as au aucun aussi autre aux avant avec avez avoir avons bien c ce cela ces cet cette ceux chaque
    chez comme comment combien d dans de des dites dois donc dont du elle elles en encore est et etes etre eu faire fait faut il
    ils j je jusqu l la le les leur leurs lui m ma mais me mes moi moins mon n ne ni nos notre nous on ont ou par parce pas peu
    peut peuvent peux plait plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels qui quoi s sa sans savoir
    se sera ses si sil son sont sous sur t ta te tes toi ton tous tout tres tu un une vers veux vos votre voudrais vous y
    bonjour euh quelqu chose arriver vraiment exactement moment ca aura deja plusieurs parfait super bien aide aider deux trois quatre cinq sept huit neuf dix onze douze
    article articles produit produits vendez proposez`,
  it: `a ad ai al alla alle allo anche ancora avere avete c che chi ci cio come con cosa cui d da dai dal dalla de degli dei
    del della delle dello deve devo di dimmi dopo dove due e ed era essere fa fare favore fino fra gia gli ha hai hanno ho i il in
    io l la le lei li lo loro ma me mi mia mio molto ne nei nel nella no noi non nostra nostro o ogni per perche piu poi posso
    possono posti potete prima puo quale quali quando quanta quante quanti quanto quella quello questa queste questi questo qui
    sapere se sei senza si sia siete sono sta su sua sugli sul sulla suo ti tra tu tutti tutto un una uno vi voglio voi vorrei
    vostra vostri vostro
    buongiorno ciao ehm qualcuno perfetto bene aiuto tre quattro cinque sei sette otto nove dieci undici dodici
    articolo articoli prodotto prodotti vendete offrite`,
  pt: `a ao aos algum alguma ali antes ao apos as ate cada com como da das de dela dele depois desde deve diga do dois dos e ela
    eles em entre era essa esse esta estao estar este eu favor faz fazer foi ha isso isto ja la lhe mais mas me mesmo meu meus
    minha muito muita muitos na nao nas nem nenhum no nos nossa nosso num o ou onde os para pela pelo pode podem por porque posso
    precisa preciso qual quais quando quanta quantas quanto quantos que quem quero saber se sem ser seu seus sim sobre sua suas sao
    tambem tem tenho ter teu todo todos tu tua um uma umas uns vai voce voces
    ola bom boa alguem perfeito bem ajuda quatro sete oito dez onze doze
    artigo artigos produto produtos vendem oferecem`,
}

const byLanguage = Object.entries(lists).map(
  ([language, list]) => [language as Language, new Set(list.split(/\s+/))] as const,
)
const stopWords = new Set(byLanguage.flatMap(([, list]) => [...list]))

/** `word` has no accents and no capital letters. */
export const isStopWord = (word: string): boolean => stopWords.has(word) || /^(?:some|any)(?:body|one)$/.test(word)

/** What a business does with almost everything, and what almost every business is. */
const lightWords = new Set(
  `do work works working treat handle serve serves use come go visit shop store business company place salon office clinic
  restaurant hotel car cars people customer customers speak talk today tomorrow now
  machen mache tun behandeln arbeiten kommen laden geschaft firma unternehmen praxis auto heute morgen kunden
  extra
  hacer trabajar venir tienda negocio empresa coche hoy manana clientes
  travailler venir magasin boutique entreprise etablissement voiture aujourd hui demain clients
  lavorare venire negozio azienda ditta macchina oggi domani clienti
  trabalhar vir loja empresa carro hoje amanha clientes`.split(/\s+/),
)

export const isLightWord = (word: string): boolean => lightWords.has(word)

const minWords = 4

/** The language with the most stop words in the text; undefined if there are too few to say. */
export function guessLanguage(words: readonly string[]): Language | undefined {
  const counts = byLanguage.map(([language, list]) => ({
    language,
    count: words.filter((word) => list.has(word)).length,
  }))
  const [first, second] = counts.sort((a, b) => b.count - a.count)
  return first && first.count >= minWords && first.count > second!.count ? first.language : undefined
}
