// Opting out of messages in Spanish.
import { phrase } from '../phrase.ts'
import type { OptOutLanguage } from './language.ts'

const messages =
  '(mensajes?|mensajitos|sms|textos|whatsapps?|publicidad|promociones|ofertas|anuncios|notificaciones|spam|correos|propaganda)'
const which = '( mas| los| las| sus| tus| estos| esta| este| tantos| otros| su| tu| la)*'
const ever = '( mas| nunca mas| jamas| por aqui| por whatsapp| a este numero| a mi numero| de ustedes| de su parte)*'
const list = '(lista|listas|base de datos|lista de contactos|lista de difusion|lista de correo|contactos)'

export const spanish: OptOutLanguage = {
  stop: [
    'baja',
    'alto',
    'parar',
    'pare',
    'paren',
    'basta',
    'salir',
    'darme de baja',
    'darse de baja',
    'dar de baja',
    'desuscribir',
    'desuscribirme',
    'desuscribirse',
    'cancelar suscripcion',
    'no molestar',
  ],
  help: ['ayuda', 'ayudenme', 'ayudame'],
  courtesies: [
    'por favor',
    'porfavor',
    'porfa',
    'favor',
    'gracias',
    'muchas gracias',
    'ya',
    'ahora',
    'hola',
    'buenas',
    'buenos dias',
    'disculpe',
  ],
  requests: [
    phrase(
      `(puede|pueden|podria|podrian)? (deja|deje|dejen|dejad|dejar|para|pare|paren|parar) de (escribir|contactar|molestar|escribirme|contactarme|molestarme|escribirnos|contactarnos|molestarnos)( me)?${ever}`,
    ),
    phrase(
      `(puede|pueden|podria|podrian)? (deja|deje|dejen|dejad|dejar|para|pare|paren|parar) de (enviar|mandar|enviarme|mandarme|enviarnos|mandarnos)(${which} ${messages})?${ever}`,
    ),
    phrase(
      `no (me|nos) (escriba|escriban|escribas|escribais|contacte|contacten|contactes|contacteis|moleste|molesten|molestes|textee|texteen)${ever}`,
    ),
    phrase(
      `no (me|nos) (vuelva|vuelvan|vuelvas|vuelvais) a (escribir|contactar|molestar|(enviar|mandar)(${which} ${messages})?)${ever}`,
    ),
    phrase(
      `no (me|nos) (envie|envien|envies|envieis|mande|manden|mandes|mandeis)(( mas| nunca mas)|${which} ${messages})${ever}`,
    ),
    phrase(
      `((quiero|quisiera|deseo|necesito|me gustaria) )?(dame|deme|denme|darme|darnos) de baja( (de|del)${which}( ${list}| ${messages}| servicio| suscripcion)?)?`,
    ),
    phrase(`(quiero|quisiera|deseo|necesito) (desuscribirme|cancelar mi suscripcion a${which} ${messages})`),
    phrase(
      `(quitame|quiteme|quitenme|borrame|borreme|borrenme|eliminame|elimineme|eliminenme|sacame|saqueme|saquenme|retireme|retirenme) de (su|tu|sus|esta) ${list}`,
    ),
    phrase(`no (quiero|deseo|queremos|deseamos)( recibir| que me (envien|manden))?${which} ${messages}${ever}`),
    phrase(`no (quiero|deseo) (que me (escriban|contacten)|ser contactad[oa])${ever}`),
    phrase(`no mas ${messages}${ever}|basta de ${messages}`),
  ],
  besides: [
    phrase(
      'no|no (me interesa|estoy interesad[oa])( mas)?|numero equivocado|se ha equivocado de numero|esto es spam|dejen?me en paz',
    ),
  ],
  optedOut: 'No recibirá más mensajes nuestros. Escriba START para volver a recibirlos.',
  optedIn: 'Volverá a recibir nuestros mensajes. Escriba STOP para dejar de recibirlos.',
  helpText:
    'Está escribiendo a {name}. Escriba aquí su pregunta y le responderemos. Escriba STOP para no recibir más mensajes.',
}
