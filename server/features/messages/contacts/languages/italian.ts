// Opting out of messages in Italian.
import { phrase } from '../phrase.ts'
import type { OptOutLanguage } from './language.ts'

const messages =
  '(messaggi|messaggio|messaggini|sms|pubblicita|promozioni|offerte|notifiche|whatsapp|newsletter|spam|comunicazioni)'
const which = '( piu| altri| altre| i| gli| le| la| vostri| vostre| questi| queste| nessun| nessuna| dei| delle| tuoi)*'
const ever = '( piu| mai piu| a questo numero| su whatsapp| da voi| da parte vostra)*'
const end =
  '((potete|puo|potrebbe|potreste) )?(smettete|smettetela|smetti|smettila|smetta|smetterla|smettere|finitela|piantatela)'

export const italian: OptOutLanguage = {
  stop: [
    'basta',
    'disiscrivimi',
    'disiscrivetemi',
    'disiscrivi',
    'disiscriviti',
    'disiscrivermi',
    'disiscrizione',
    'cancellami',
    'cancellatemi',
    'cancella iscrizione',
    'annulla iscrizione',
    'disdetta sms',
  ],
  help: ['aiuto', 'aiutami', 'aiutatemi'],
  courtesies: [
    'per favore',
    'per piacere',
    'perfavore',
    'per cortesia',
    'cortesemente',
    'grazie',
    'grazie mille',
    'ciao',
    'salve',
    'buongiorno',
    'subito',
    'adesso',
    'ora',
    'scusi',
  ],
  requests: [
    phrase(
      `${end} (di|con) (scrivermi|scriverci|contattarmi|contattarci|disturbarmi|disturbarci|contattare|scrivere)${ever}`,
    ),
    phrase(`${end} (di|con) (mandarmi|inviarmi|mandare|inviare|mandarci|inviarci)(${which} ${messages})?${ever}`),
    phrase(`${end} (con)${which} ${messages}|basta( con)?${which} ${messages}`),
    phrase(
      `non (mi |ci )?(scrivete|scrivetemi|scrivermi|scriva|scrivere|scriverci|contattate|contattatemi|contattarmi|contatti|contattare|disturbate|disturbatemi|disturbarmi)( piu| mai piu)${ever}`,
    ),
    phrase(`non (contattatemi|contattarmi|disturbatemi|disturbarmi|scrivetemi)`),
    phrase(
      `non (mi |ci )?(mandate|mandatemi|mandarmi|mandi|inviate|inviatemi|inviarmi|invii|mandare|inviare)${which} ${messages}${ever}|non (mi |ci )?(mandate|mandatemi|inviate|inviatemi|mandarmi|inviarmi) (piu niente|piu nulla)`,
    ),
    phrase(
      `(cancellatemi|cancellami|mi cancelli|toglietemi|toglimi|mi tolga|rimuovetemi|rimuovimi|mi rimuova|eliminatemi|eliminami|disiscrivetemi|disiscrivimi) (da|dalla|dalle|dal|dai)( (vostra|vostre|vostro|vostri|sua|tua|questa))?( (lista|liste|elenco|rubrica|database|mailing list|lista contatti|newsletter|servizio|${messages}))`,
    ),
    phrase(
      `(voglio|vorrei|desidero) (disiscrivermi|cancellarmi|annullare l iscrizione)( (da|dalla|dal|dai|alla|al|ai)( (vostra|vostro|vostri|questa))?( (lista|newsletter|servizio|${messages})))?`,
    ),
    phrase(`non (voglio|desidero|vorrei|vogliamo)( piu)?( ricevere| avere)?${which} ${messages}${ever}`),
    phrase(
      `non (voglio|desidero) (piu )?essere (contattat[oa]|disturbat[oa])${ever}|(niente|nessun)( piu| altri| altro)? ${messages}`,
    ),
  ],
  besides: [
    phrase(
      'no|non (mi interessa|sono interessat[oa])( piu)?|(ha |avete )?(sbagliato numero|numero sbagliato)|lasciatemi in pace|questo e spam',
    ),
  ],
  optedOut: 'Non riceverà più nostri messaggi. Scriva START per riceverli di nuovo.',
  optedIn: 'Riceverà di nuovo i nostri messaggi. Scriva STOP per non riceverli più.',
  helpText:
    'Sta scrivendo a {name}. Scriva qui la Sua domanda e Le risponderemo. Scriva STOP per non ricevere più messaggi.',
}
