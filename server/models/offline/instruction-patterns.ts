// How prompts of the six languages tell an assistant who it is, how to behave, and what to say.
import type { Language } from './phrases/index.ts'

export interface InstructionPatterns {
  /** The beginning of a sentence that says who the assistant is, and how the assistant says it. */
  youAre: readonly (readonly [RegExp, string])[]
  /** The beginning of a sentence that says how to behave, which customers never hear. */
  behave: RegExp
  /** "Tell customers that …": what follows is for customers. */
  tell: RegExp
  /** "If someone asks about prices, say that …", with the groups `subject` and `said`. */
  ifAsked: RegExp
  /** Words for the customer at the beginning of what is said, and how the customer is addressed. */
  addressed: readonly (readonly [RegExp, string])[]
  /** Adjectives for how the assistant behaves. */
  manners: RegExp
}

export const instructionPatterns: Record<Language, InstructionPatterns> = {
  en: {
    youAre: [
      [/^(?:you are|you're|you’re|act as|you work as|your role is(?: that of)?)\s+(?=\S)/i, 'I am '],
      [/^your name is\s+/i, 'My name is '],
      [/^you (?=(?:answer|help|work|assist|take (?:the )?calls|run|represent|support)\b)/i, 'I '],
    ],
    behave:
      /^(?:please )?(?:(?:be|stay|remain|sound|act)\b(?! (?:at|here|on time)\b)|(?:answer|reply|respond|always|never|don[’']t|do not|avoid|greet|speak|talk|introduce yourself|make sure|ensure|try to|remember|repeat|confirm|thank (?:them|the|every)|say (?:hello|goodbye|so|that you)|end the (?:call|conversation)|hang up|transfer (?:the|them|to an? (?:person|human|colleague|agent|manager))|hand (?:over|off)|collect (?:the|their|his|her)|write (?:in|short|briefly|plain|clearly|no|only)|listen|mention|refer (?:them|the|to))\b|let the (?:caller|customer)|keep (?:your|it|them|every|all|answers?|replies|responses|things|calm|sentences)|use (?:no|short|simple|plain|a |an |the tool|formal|informal|polite|emojis|only|everyday)|ask (?:for|if|whether|which|one|only|the |them|him|her|about|what|when|how|questions?|each|every|at most)|offer (?:to|them|a callback|help)|help (?:the|them|customers?|callers?|people|users?)|only (?:answer|ask|speak|use|talk|one)|you (?:must|should|never|always|do not|don[’']t|may not|will)\b|your (?:goal|task|job|role|tone|style|answers?|replies|objective|purpose)\b|when (?:you (?:do not|don[’']t)|the (?:customer|caller))|after the (?:last|greeting)|if (?:you (?:do not|don[’']t|are unsure|cannot)|unsure|asked|the (?:customer|caller|user)|(?:a|any) (?:customer|caller|user)|some(?:one|body)|they)\b)/i,
    tell: /^(?<lead>(?:(?:for|on|at|during|outside) [^,]{2,80}, )?)(?:please )?(?:always )?(?:tell|inform|remind|let) (?:(?:the |all |any |your )?(?:customers?|callers?|people|guests?|clients?|patients?|visitors?|users?|everyone|them|him or her|him|her))(?: know)?(?: politely)?,?(?: that| to|:)?\s+/i,
    ifAsked:
      /^(?:if|when|whenever|in case) (?:you are asked|asked|(?:(?:the |all |any |your )?(?:customers?|callers?|people|guests?|clients?|patients?|visitors?|users?|everyone|them|him or her|him|her))|a (?:customer|caller|guest|client|patient|visitor|user)|some(?:one|body)|any(?:one|body)|they) ?(?:asks?|asking|wants?(?: to know)?|wonders?|needs?|inquires?|enquires?|mentions?)?,? ?(?:for|about|what|whether|if|where|when|how|which|who|why)? ?(?<subject>[^,]{2,120}), (?:then )?(?:please )?(?:say|tell (?:(?:the |all |any |your )?(?:customers?|callers?|people|guests?|clients?|patients?|visitors?|users?|everyone|them|him or her|him|her))|answer|reply|respond|explain|mention|let (?:(?:the |all |any |your )?(?:customers?|callers?|people|guests?|clients?|patients?|visitors?|users?|everyone|them|him or her|him|her)) know)(?: to them)?,?(?: that|:)? (?<said>.{2,})$/i,
    addressed: [
      [
        /^(?:they|he or she|customers|the customer|callers|the caller) (?=should|can|must|may|need|have to|could|will)/i,
        'you ',
      ],
      [/\btheir\b/gi, 'your'],
    ],
    manners:
      /\b(?:(?:a |an )?(?:very )?(?:friendly|helpful|polite|cheerful|warm|kind|professional|patient|efficient|knowledgeable|courteous|calm|chatty|virtual|attentive)(?:,? and |, | ))+(?=\p{L})/giu,
  },
  de: {
    youAre: [
      [/^(?:du bist|sie sind)\s+(?=\S)/i, 'Ich bin '],
      [/^(?:dein|ihr) name ist\s+/i, 'Mein Name ist '],
      [/^(?:du heißt|sie heißen)\s+/i, 'Ich heiße '],
      [/^(?:du arbeitest|sie arbeiten)\s+/i, 'Ich arbeite '],
      [/^(?:du beantwortest|sie beantworten)\s+/i, 'Ich beantworte '],
    ],
    behave:
      /^(?:bitte )?(?:(?:bleiben|seien|antworten|sprechen|reden|fassen|halten|vermeiden|verwenden|benutzen|begrüßen|verabschieden|bestätigen|wiederholen|achten|erfinden|nennen|geben) sie\b|fragen sie (?!uns\b)|(?:bleib|bleibe|sei|antworte|sprich|rede|fasse|halte|vermeide|verwende|benutze|nutze|begrüße|verabschiede|bestätige|wiederhole|achte|erfinde|nenne|frage|frag|duze|sieze|beende|hilf|gib|stelle) |nie\b|niemals|immer\b|(?:du|sie) (?:sollst|sollen|darfst|musst|müssen)\b|(?:dein|ihr)e? (?:ziel|aufgabe|ton|stil)\b|(?:wenn|falls) (?:du|sie) (?:etwas |die antwort )?nicht|(?:wenn|falls) (?:der|die|ein|eine|jemand)\b)/i,
    tell: /^(?:sagen sie|sage?|teilen sie|teile|erklären sie|erkläre|informieren sie|informiere)(?: (?:den |allen |dem )?(?:kunden|anrufern?|patienten|gästen|leuten|ihnen)(?: mit)?)?(?:, dass|:|,) /i,
    ifAsked:
      /^(?:wenn|falls) (?:jemand|(?:der|ein) (?:kunde|anrufer|patient|gast)|(?:sie|du)|kunden|anrufer) (?:nach |wissen will, |wissen möchte, )?(?<subject>.{2,120}?)(?: (?:fragt|fragen|gefragt (?:wirst|werden)|wissen (?:will|möchte|wollen)|will|möchte))?, (?:dann )?(?:sag(?:e|en sie)?|antworte(?:n sie)?|erkläre(?:n sie)?)(?: (?:ihm|ihr|ihnen|bitte))?(?:, dass|:|,) (?<said>.{2,})$/i,
    addressed: [],
    manners:
      /\b(?:(?:sehr )?(?:freundliche|hilfsbereite|höfliche|virtuelle|digitale|nette|telefonische|kompetente)[nrs]?(?:,? und |, | ))+(?=\p{L})/giu,
  },
  fr: {
    youAre: [
      [/^(?:tu es|vous êtes)\s+(?=\S)/i, 'Je suis '],
      [/^(?:ton|votre) nom est\s+/i, 'Mon nom est '],
      [/^(?:tu t['’]appelles|vous vous appelez)\s+/i, 'Je m’appelle '],
      [/^(?:tu réponds|vous répondez)\s+/i, 'Je réponds '],
    ],
    behave:
      /^(?:(?:sois|soyez|réponds|répondez|parle|parlez|demande|demandez|évite|évitez|utilise|utilisez|reste|restez|garde|gardez|salue|saluez|confirme|confirmez|répète|répétez|tutoie|vouvoie|vouvoyez|aide|aidez|commence|commencez|termine|terminez|n['’]invente[sz]?|pose|posez)\s|ne (?:\p{L}+|l['’]\p{L}+) (?:pas|jamais)\b|ne donne|n['’]\p{L}+ (?:pas|jamais)\b|toujours\b|jamais\b|(?:tu|vous) (?:dois|devez|ne dois|ne devez)\b|(?:ton|votre) (?:but|objectif|rôle|ton|style|tâche)\b|si (?:tu|vous) ne\b|si (?:le|un|une|la) (?:client|appelant|cliente|personne)\b)/iu,
    tell: /^(?:dis|dites|informe|informez|rappelle|rappelez|précise|précisez)(?: (?:aux?|à|les|le|la) ?(?:tous les )?(?:clients?|appelants?|patients?|visiteurs?|gens|personnes))? (?:que |qu['’]|: ?)/i,
    ifAsked:
      /^(?:si|quand|lorsque?) (?:on (?:te|vous) (?:demande|interroge|questionne)|(?:un|le) (?:client|appelant|visiteur) (?:demande|veut savoir|veut|souhaite|te demande|vous demande)|quelqu['’]un demande)(?: sur| pour| où est| où| si| quand| comment)? ?(?<subject>[^,]{2,120}), (?:alors )?(?:dis|dites|réponds|répondez|explique|expliquez)(?:-lui|-leur)? (?:que |qu['’]|: ?)(?<said>.{2,})$/i,
    addressed: [],
    manners:
      /\b(?:(?:très )?(?:aimable|sympathique|serviable|virtuelle?|gentille?|chaleureu(?:x|se)|polie?)(?: et | ))+(?=\p{L})/giu,
  },
  es: {
    youAre: [
      [/^(?:eres|usted es)\s+(?=\S)/i, 'Soy '],
      [/^(?:te llamas|se llama|tu nombre es|su nombre es)\s+/i, 'Me llamo '],
    ],
    behave:
      /^(?:(?:sé|sea|responde|responda|contesta|conteste|habla|hable|pregunta|pregunte|evita|evite|usa|use|utiliza|utilice|saluda|salude|mantén|mantenga|confirma|confirme|ayuda|ayude|trata)\s|nunca\b|siempre\b|no (?:des|dé|digas|diga|menciones|mencione|uses|use|inventes|invente|hables|hable)\b|(?:debes|debe|no debes)\b|(?:tu|su) (?:objetivo|tarea|tono|estilo|papel)\b|si (?:el|un|la|una) (?:cliente|persona)\b|si no (?:sabes|sabe)\b)/i,
    tell: /^(?:di|diga|informa|informe|recuerda|recuerde)(?: (?:a |al )?(?:los |las |todos los )?(?:clientes?|pacientes?|personas))? que /i,
    ifAsked:
      /^si (?:te |le )?(?:preguntan|alguien pregunta|un cliente pregunta|el cliente pregunta)(?: por| sobre| si| cuándo| dónde)? ?(?<subject>[^,]{2,120}), (?:di|diga|responde|responda|explica|explique)(?:les|le)? que (?<said>.{2,})$/i,
    addressed: [],
    manners: /\b(?:(?:muy )?(?:amable|simpátic[oa]|servicial|virtual|cordial)(?: y | ))+(?=\p{L})/giu,
  },
  it: {
    youAre: [
      [/^(?:sei|lei è)\s+(?=\S)/i, 'Sono '],
      [/^(?:ti chiami|si chiama|il tuo nome è|il suo nome è)\s+/i, 'Mi chiamo '],
    ],
    behave:
      /^(?:(?:sii|sia|rispondi|risponda|parla|parli|chiedi|chieda|evita|eviti|usa|usi|saluta|saluti|mantieni|mantenga|conferma|confermi|aiuta|aiuti|cerca di)\s|mai\b|sempre\b|non (?:dare|dire|menzionare|usare|inventare|parlare|dia|dica)\b|(?:devi|deve|non devi)\b|(?:il tuo|il suo) (?:obiettivo|compito|tono|stile)\b|se (?:il|un|la|una) (?:cliente|persona)\b|se non sai\b)/i,
    tell: /^(?:di['’]|dica|informa|informi|ricorda|ricordi)(?: (?:ai|al|agli|a tutti i) (?:clienti|cliente|pazienti))? che /i,
    ifAsked:
      /^se (?:qualcuno|un cliente|il cliente|ti|le) (?:chiede|chiedono|domanda)(?: di| del| della| dei| se| quando| dove)? ?(?<subject>[^,]{2,120}), (?:di['’]|dica|rispondi|risponda|spiega|spieghi) che (?<said>.{2,})$/i,
    addressed: [],
    manners: /\b(?:(?:molto )?(?:gentile|cordiale|simpatic[oa]|disponibile|virtuale)(?: e | ))+(?=\p{L})/giu,
  },
  pt: {
    youAre: [
      [/^(?:você é|tu és|és)\s+(?=\S)/i, 'Sou '],
      [/^(?:você se chama|chamas-te|o (?:seu|teu) nome é|seu nome é)\s+/i, 'Chamo-me '],
    ],
    behave:
      /^(?:(?:seja|sê|responda|responde|fale|fala|pergunte|pergunta|evite|evita|use|usa|utilize|cumprimente|mantenha|confirme|ajude|tente)\s|nunca\b|sempre\b|não (?:dê|diga|mencione|use|invente|fale)\b|(?:deve|deves|você deve)\b|(?:o )?(?:seu|teu) (?:objetivo|papel|tom|estilo)\b|se (?:o|um|a|uma) (?:cliente|pessoa)\b|se não souber\b)/i,
    tell: /^(?:diga|diz|informe|informa|lembre)(?: (?:aos|ao|a todos os) (?:clientes|cliente|pacientes))? que /i,
    ifAsked:
      /^se (?:perguntarem|alguém perguntar|um cliente perguntar|o cliente perguntar)(?: por| pelo| pela| sobre| se| quando| onde)? ?(?<subject>[^,]{2,120}), (?:diga|diz|responda|explique)(?:-lhes?)? que (?<said>.{2,})$/i,
    addressed: [],
    manners: /\b(?:(?:muito )?(?:simpátic[oa]|amável|prestáve(?:l|is)|virtual|gentil|cordial)(?: e | ))+(?=\p{L})/giu,
  },
}

/** Headings and labels of parts that say how to behave. */
export const behaviourTitle =
  /^(?:internal|confidential|staff only|intern|vertraulich|interne|interno|rules?|style|tone|voice|goals?|task|your (?:task|role|job|goals?|tone|style|personality)|role|personality|persona|identity|language|instructions?|guidelines?|steps?|how you (?:speak|talk|behave)|how to (?:speak|behave|answer)|how the call ends|what you (?:do not|don[’']t|must not|never) do|don[’']ts?|do not|restrictions|limits?|objective|tools?|format|output|greeting|first message|initial message|opening line|welcome message|settings?|configuration|config|examples?|regeln|stil|ton|tonfall|ziel|aufgabe|deine (?:aufgabe|rolle)|ihre (?:aufgabe|rolle)|rolle|sprache|persönlichkeit|anweisungen|schritte|ablauf|so sprichst du|was du nicht tust|grenzen|begrüßung|werkzeuge|beispiele?|règles|style|ton|objectif|rôle|langue|consignes|instructions|étapes|comment (?:tu parles|parler)|ce que (?:tu ne fais pas|vous ne faites pas)|accueil|outils|exemples?|reglas|estilo|tono|objetivo|papel|idioma|instrucciones|pasos|saludo|herramientas|ejemplos?|regole|stile|tono|obiettivo|ruolo|lingua|istruzioni|passi|saluto|strumenti|esempi|regras|tom|função|instruções|passos|saudação|ferramentas|exemplos?)(?:\s(?:for|of|and|to|guide|guidelines|rules|instructions|und|et|y|e)\b.{0,20})?\W*$/iu
