// Opting out of messages in Dutch.
import { phrase } from '../phrase.ts'
import type { OptOutLanguage } from './language.ts'

const messages =
  '(berichten|berichtjes|bericht|sms|smsjes|appjes|apps|reclame|aanbiedingen|nieuwsbrieven|spam|meldingen)'
const which = '( meer| verdere| deze| die| van die| jullie| uw| al)*'
const list =
  '((uw|jullie|je|deze) (lijst|verzendlijst|mailinglijst|contactenlijst|contacten|bestand)|de (verzendlijst|mailinglijst))'

export const dutch: OptOutLanguage = {
  stop: ['stoppen', 'afmelden', 'uitschrijven', 'schrijf mij uit', 'schrijf me uit', 'meld mij af', 'meld me af'],
  help: ['hulp', 'help mij'],
  courtesies: [
    'alstublieft',
    'alsjeblieft',
    'aub',
    'ajb',
    'graag',
    'bedankt',
    'dank u',
    'dank je',
    'dankjewel',
    'nu',
    'direct',
    'hallo',
    'hoi',
    'goedendag',
  ],
  requests: [
    phrase(
      `((kunt u|kun je|kunnen jullie|wilt u|wil je|willen jullie) )?(stop|stoppen|ophouden|hou op|houd op) met( mij| me| ons)?( te)?(${which} ${messages})?( te)?( appen| smsen| sturen| schrijven| benaderen| contacteren| lastigvallen| berichten)?( naar mij)?( te)?`,
    ),
    phrase(
      `(stuur|stuurt u|sturen|schrijf)( me| mij| ons)?( geen| nooit)${which} ${messages}( meer)?|(app|bericht|contacteer|benader|schrijf|sms)( me| mij| ons)( niet| nooit)( meer)`,
    ),
    phrase(`geen${which} ${messages}( meer)?( sturen)?`),
    phrase(`(haal|verwijder|schrap)( me| mij| ons| mijn nummer) (van|uit) ${list}`),
    phrase(
      `ik (wil|wens|hoef)( van (u|jullie))?( geen)${which} ${messages}( meer)?( van (u|jullie))?( meer)?( ontvangen| krijgen| hebben)?( meer)?|ik wil (me|mij) (afmelden|uitschrijven)`,
    ),
    phrase('ik wil niet (meer )?(benaderd|gecontacteerd|lastiggevallen) worden'),
  ],
  besides: [
    phrase('nee|(ik heb )?geen interesse( meer)?|(u heeft het )?verkeerde? nummer|laat me met rust|dit is spam'),
  ],
  optedOut: 'U ontvangt geen berichten meer van ons. Schrijf START om ze weer te ontvangen.',
  optedIn: 'U ontvangt onze berichten weer. Schrijf STOP om ze te beëindigen.',
  helpText:
    'U schrijft met {name}. Stel uw vraag hier, dan antwoorden wij. Schrijf STOP om geen berichten meer te ontvangen.',
}
