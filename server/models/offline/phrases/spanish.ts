// The phrases and patterns of the offline model in Spanish.
import type { Phrases } from './english.ts'

export const spanish: Phrases = {
  greeting: '¡Hola! ¿En qué puedo ayudarle?',
  again: '¡Hola de nuevo! ¿Qué puedo hacer por usted?',
  thanks: 'De nada. ¿Hay algo más?',
  goodbye: 'Adiós y que tenga un buen día.',
  noted: 'De acuerdo, anotado. ¿Hay algo más?',
  acknowledged: 'Muchas gracias.',
  name: 'Me llamo {value}.',
  fact: '{name}: {value}.',
  told: 'Usted me dijo: {value}.',
  pleased: 'Gracias, {value}. ¿Qué puedo hacer por usted?',
  tool: '{name} respondió: {value}',
  source: '(Fuente: {name})',
  sourcePage: '(Fuente: {name}, página {page})',
  sourceSpoken: 'Según el documento {name}: {value}',
  notInDocuments: 'Los documentos no dicen nada sobre eso.',
  searchFailed: 'En este momento no puedo buscar en los documentos.',
  honest:
    'Soy el modelo sin conexión (offline) integrado en Parley y solo conozco patrones sencillos; el operador conecta un modelo de verdad con OPENAI_API_KEY u OPENAI_BASE_URL.',
  honestSpoken: 'Soy el modelo sin conexión de Parley y solo conozco respuestas sencillas.',
  limits: [
    'Eso es más de lo que este modelo sin conexión sabe responder. ¿Puedo buscar algo más sencillo?',
    'Sin un modelo de verdad no sé responder a eso. ¿Qué más quiere saber?',
    'No lo he entendido. ¿Puede decirlo en pocas palabras?',
  ],
  hears: {
    hello: /^(hola|buenos dias|buenas( tardes| noches)?|que tal)\b/,
    thanks: /\b(gracias)\b/,
    goodbye: /\b(adios|hasta luego|hasta pronto|chao)\b/,
    optOut:
      /\bno (me|nos) (llame|llamen|llames|contacte|contacten) (mas|nunca mas)\b|\bno (vuelva|vuelvan|vuelvas) a (llamar|contactar)(me|nos)\b|\b(deje|dejen|deja) de (llamar|contactar|molestar)(me|nos)\b|\b(quite|quiten|borre|borren|elimine|saque|quita)(me|nos) de (su|la|tu) lista\b|\bno quiero (recibir )?mas llamadas\b|\bno quiero que (me|nos) llamen? mas\b/,
    thisTopic: /\bsobre (esto|eso|este|ese)\b|\bpor (esto|eso)\b|\b(esta|esa) oferta\b/,
    yes: /^(si|claro|vale|correcto|exacto|de acuerdo)\b/,
    no: /^(no|nada|ninguno)\b/,
    question: /\?|^(que|cual|cuando|donde|quien|como|digame|dime)\b/,
    myNature:
      /\b(eres|es usted) (un |una )?(persona|humano|humana|robot|maquina|bot|ia|chatgpt|real)\b|\bque modelo\b|^quien (eres|es usted)/,
    yourName: /\b(tu|su) nombre\b|\bcomo (te llamas|se llama)\b/,
    introduces: /\b(?:me llamo|mi nombre es)\s+/i,
    words: {
      name: ['nombre', 'llamo'],
      phone: ['telefono', 'numero'],
      email: ['correo', 'mail'],
      date: ['fecha'],
      appointment: ['cita'],
      order: ['pedido'],
      price: ['precio'],
      address: ['direccion'],
      time: ['hora'],
      hours: ['horario'],
      company: ['empresa'],
      city: ['ciudad'],
      status: ['estado'],
    },
  },
}
