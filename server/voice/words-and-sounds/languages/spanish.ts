// The word lists for turn-taking in Spanish.
import { phraseMap, phraseSet } from '../words.ts'
import type { TurnLanguage } from './language.ts'

export const spanish: TurnLanguage = {
  goesOn: phraseSet(
    'y, o, pero, porque, pues, eh, em, este, mmm, el, la, los, las, un, una, unos, unas, mi, mis, su, sus, de, del, que, y luego, y después, o sea, es decir, a ver, déjeme ver, déjame pensar, mi número es, mi número es el, el número es, mi nombre es, me llamo, mi dirección es, mi correo es, mi correo electrónico es, mi email es, el código es, quisiera, me gustaría, quiero que',
  ),
  mayGoOn: phraseSet(
    'es, son, era, soy, está, estoy, a, al, para, por, en, con, sin, sobre, desde, hasta, entre, como, si, cuando, donde, quien, cual, entonces, quizás, tal vez, también, además, yo, nosotros, usted, él, ella, puedo, puede, podría, quiero, tengo, tiene, había, no, muy, más, creo que, pienso que, esta, ese, esa, estos, estas, nuestro, nuestra, lo, se, me',
  ),
  shortAnswers: phraseSet(
    'sí, si, no, claro, claro que sí, vale, ok, okay, correcto, exacto, exactamente, así es, eso es, por supuesto, de acuerdo, perfecto, sí por favor, no gracias, sí gracias, sí claro, sí correcto, está bien, muy bien, desde luego, todavía no, aún no, la verdad no, me parece bien, por favor, cierto, es correcto, ajá, dale, bueno',
  ),
  questionWords: phraseSet(
    'qué, cuál, cuáles, cuándo, dónde, quién, quiénes, cómo, cuánto, cuánta, cuántos, cuántas, o',
  ),
  digits: phraseMap(
    'cero 0, uno 1, un 1, dos 2, tres 3, cuatro 4, cinco 5, seis 6, siete 7, ocho 8, nueve 9, doble ×2, más +',
  ),
  soundsLikeDigits: phraseMap(''),
  soundsLikeLetters: phraseMap(''),
  pairs: phraseSet(
    'diez, once, doce, trece, catorce, quince, dieciséis, diecisiete, dieciocho, diecinueve, veinte, veintiuno, veintidós, veintitrés, veinticuatro, veinticinco, veintiséis, veintisiete, veintiocho, veintinueve, treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa',
  ),
  spellingLinks: phraseSet('de, como, como en'),
  atSigns: phraseSet('arroba'),
  signs: phraseMap('punto ., guión bajo _, guion bajo _, guion -'),
  asksForPhone: phraseSet('teléfono, móvil, celular'),
  digitNouns: phraseSet('dígito, dígitos, cifras'),
  asksForNumber: phraseSet(
    'número, teléfono, móvil, celular, código, código postal, dígitos, fecha de nacimiento, dni, nif, cédula, iban',
  ),
  asksForEmail: phraseSet('correo, correo electrónico, email, e-mail'),
  asksForSpelling: phraseSet('deletrear, deletree, deletrea, deletreármelo, letra por letra'),
  backchannels: phraseSet(
    'sí, si, ajá, aja, ok, okay, vale, claro, ya, ya veo, entiendo, comprendo, entendido, mm, mhm, hm, hmm, ah, ah sí, ah ya, oh, eh, bien, muy bien, bueno, exacto, correcto, cierto, perfecto, de acuerdo, así es, gracias, genial, por supuesto, estupendo, eso es, anda, qué bien, dale',
  ),
  commands: phraseSet(
    'para, pare, alto, basta, espere, espera, un momento, un momentito, un segundo, un minuto, espere un momento, pausa, silencio, cállese, cállate, ya basta, suficiente, disculpe, perdone, perdón, déjeme hablar, déjeme terminar, escuche, oiga, hola, sigue ahí, me oye, me escucha, más despacio, más lento, repita, puede repetir, cómo, cómo dice, tengo una pregunta, una pregunta, cancelar, adiós',
  ),
  politeWords: phraseSet('por favor, no, oye, oiga, ay, oh, ok, okay, sí, pero, y, bueno, perdón, eh, a ver, disculpe'),
  farewells: phraseSet(
    'adiós, hasta luego, hasta pronto, hasta mañana, hasta la vista, hasta otra, chao, chau, bye, nos vemos, que tenga un buen día, que tenga buen día, que tengas un buen día, que le vaya bien, que te vaya bien, cuídese, cuelgue, puede colgar, cuídate, buen fin de semana, igualmente',
  ),
  beforeMentions: phraseSet(
    'decir, digo, dice, dijo, diciendo, a, un, el, mi, nuestro, no, nunca, sin, antes, si, cuando, o',
  ),
  positiveWords: phraseSet(
    'genial, perfecto, excelente, estupendo, maravilloso, fantástico, gracias, encanta, feliz, contento, contenta, bien, muy bien, bueno, buenísimo, increíble, fenomenal, satisfecho, satisfecha, alegro, alegra',
  ),
  negativeWords: phraseSet(
    'problema, problemas, roto, rota, mal, malo, mala, equivocado, desgraciadamente, lamentablemente, enfadado, enojado, molesto, molesta, queja, quejarme, reclamación, terrible, horrible, frustrado, decepcionado, decepcionada, triste, enfermo, enferma, murió, perdido, perdí, herido, preocupado, preocupada, cancelar, reembolso, tarde, no funciona, nunca llegó, inaceptable, odio, error, robado, avería, dolor',
  ),
  negations: phraseSet('no, sin, ningún, ninguna, nunca, nada, tampoco'),
  leavesMessage: phraseSet(
    'deje un mensaje, deja un mensaje, deje su mensaje, deja tu mensaje, dejar un mensaje, deje su nombre',
  ),
  voicemail: phraseSet(
    'no estoy disponible, no está disponible, no disponible, no puedo atender, no puedo atenderte, no podemos atender, no puede atender, en este momento no, te devolveré la llamada, le devolveré la llamada, le llamaré, te llamaré, se ha comunicado con, ha llamado a',
  ),
  persons: phraseSet(
    'conmigo, a mi móvil, mi móvil, mi celular, persona correcta, persona indicada, número equivocado, él no, ella no, le digo, le aviso, decirle, quiere usted, quiere dejar, quieres, de parte de, quién habla, qué desea, le escucho',
  ),
  handsOver: phraseSet('adelante, dígame, dime, diga, le escucho, te escucho'),
  networks: phraseSet(
    'el número, el teléfono al que, el abonado, el usuario, el cliente, que ha marcado, al que llama, inténtelo, intente más tarde, más tarde',
  ),
  tone: phraseSet(
    'después de la señal, tras la señal, después del tono, después de oír la señal, al oír la señal, después del bip, buzón de voz, contestador, contestadora, buzón, correo de voz, mensaje de voz',
  ),
  menu: phraseSet(
    'pulse, presione, oprima, marque uno, marque el, marque 1, marque la extensión, menú principal, tecla, llamada puede ser grabada, esta llamada será grabada, por motivos de calidad, todos nuestros agentes, nuestros operadores, no cuelgue, permanezca en línea, manténgase en la línea, horario de atención, diga sí o',
  ),
  screening: phraseSet(
    'diga su nombre, indique su nombre, grabe su nombre, su nombre y el motivo, motivo de su llamada, motivo de la llamada, quién llama, filtro de llamadas, di tu nombre, dígame su nombre y',
  ),
  services: phraseSet(
    'espere, por favor espere, un momento, no cuelgue, permanezca en, manténgase en, en línea, le comunico, le paso, le conecto, conectar su llamada, transfiriendo, transferir su llamada, voy a comprobar, compruebo, si esta persona, por llamar, por su llamada, por esperar, su paciencia, bienvenido, bienvenidos, no disponible, no está disponible, no puede hablar, no puede atender, no puede contestar, no desea, su mensaje, más tarde, es urgente, de su lista',
  ),
  greetings: phraseSet(
    'hola, diga, dígame, aló, alo, bueno, sí, buenos días, buenas tardes, buenas noches, quién es, quién habla',
  ),
  introductions: phraseSet('le habla, habla, le atiende, soy, mi nombre es, me llamo, al habla, habla con'),
  welcomes: phraseSet('gracias por llamar, gracias por su llamada, bienvenido a, bienvenidos a'),
  offersHelp: phraseSet(
    'en qué puedo ayudarle, en qué le puedo ayudar, en qué puedo ayudarlo, en qué puedo ayudarla, en qué puedo ayudarte, en qué te puedo ayudar, cómo puedo ayudarle, cómo le puedo ayudar, puedo ayudarle, qué desea, en qué puedo servirle, en qué le puedo servir, al habla',
  ),
  holdRequests: phraseSet(
    'no cuelgue, no cuelgues, permanezca en línea, manténgase en línea, manténgase en la línea, espere en línea, espere en la línea, le paso, le paso con, le comunico, le comunico con, le conecto, le pongo con, le transfiero, ahora le paso, ahora vuelvo, enseguida vuelvo, ya vuelvo, la paso, lo paso, la comunico, lo comunico, buscar un bolígrafo, un bolígrafo, algo para apuntar, algo para escribir',
  ),
  moments: phraseSet(
    'un momento, un momentito, un segundo, un segundito, un minuto, un minutito, un instante, espere un momento, espere un segundo, espere un minuto, espera un momento, espera un segundo, deme un momento, deme un segundo, dame un momento, dame un segundo, permítame un momento, espere por favor, por favor espere',
  ),
  errands: phraseSet(
    'voy a, déjeme, déjame, permítame, busco, ahora busco, tengo que, estoy buscando, le busco, lo busco, la busco, consulto, miro, compruebo, pregunto',
  ),
  queues: phraseSet(
    'llamada es importante, llamada es muy importante, todos nuestros agentes, todos nuestros operadores, todos nuestros asesores, nuestros agentes están, nuestros operadores están, nuestros asesores están, próximo agente, siguiente agente, tiempo de espera estimado, en la cola',
  ),
  unreachable: {
    circuits_busy: phraseSet(
      'red está saturada, líneas están saturadas, congestión, todos los circuitos están ocupados, circuitos están ocupados',
    ),
    busy: phraseSet('línea está ocupada, líneas están ocupadas, está comunicando'),
    no_answer: phraseSet(
      'no contesta, no se encuentra disponible en este momento el número, apagado o fuera de cobertura, fuera de cobertura, está apagado, se encuentra apagado, no se encuentra disponible',
    ),
    mailbox_full: phraseSet(
      'buzón está lleno, buzón lleno, buzón de voz está lleno, no puede recibir más mensajes, no acepta mensajes, no ha sido configurado, buzón se encuentra lleno',
    ),
    calls_refused: phraseSet('no acepta llamadas, llamadas no identificadas'),
    number_unavailable: phraseSet(
      'fuera de servicio, no está en servicio, no existe, número marcado, número que usted marcó, número que ha marcado, no corresponde a ningún',
    ),
  },
  abbreviations: phraseSet(
    'sr, sra, srta, sres, dr, dra, d, dª, prof, profa, ing, lic, arq, av, avda, c, ej, pág, núm, nro, tel, etc, aprox, máx, mín, dpto, depto, ud, uds, vd, cía, ene, feb, mar, abr, jun, jul, ago, sept, oct, nov, dic, art, izq, dcha',
  ),
  and: 'y',
  to: 'a',
  bridges: ['Un momento, por favor.', 'Déjeme comprobarlo.', 'Un segundo, por favor.'],
  patience: ['Sigo comprobándolo, gracias por su paciencia.', 'Está tardando un poco más, un momento más.'],
  apology: 'Lo siento, tengo problemas técnicos. Adiós.',
  stillThere: '¿Sigue ahí?',
  trouble: 'Disculpe, algo ha fallado. ¿Puede repetirlo, por favor?',
  goodbye: 'Adiós.',
  optedOut: 'He anotado que no desea recibir más llamadas. Adiós.',
  nobodyReached: 'Lamentablemente, no se puede localizar a nadie en este momento. Adiós.',
  purpose: 'Soy {name}, y el motivo de mi llamada es: {purpose}',
  timeOver: 'El tiempo de esta llamada ha terminado. Adiós.',
  silenceGoodbye: 'No le oigo, así que voy a terminar la llamada. Adiós.',
}
