// Opting out of messages in French.
import { phrase } from '../phrase.ts'
import type { OptOutLanguage } from './language.ts'

const messages =
  '(messages?|sms|textos?|whatsapps?|pubs?|publicites?|promos?|promotions?|offres|notifications|newsletters?|spams?)'
const which = '( des| vos| ces| les| tes| de| d| ce| aucun| autres?| tous)*'
const ever = '( a l avenir| sur ce numero| sur whatsapp| desormais| de votre part)*'
const end = '((pouvez|pourriez) vous |merci de |veuillez )?(arretez|arrete|arreter|cessez|cesse|cesser)'

export const french: OptOutLanguage = {
  stop: [
    'arret',
    'arretez',
    'arreter',
    'desabonner',
    'desabonnement',
    'me desabonner',
    'desabonnez moi',
    'desinscrire',
    'desinscription',
    'me desinscrire',
    'desinscrivez moi',
    'stop sms',
    'stop pub',
  ],
  help: ['aide', 'aidez moi', 'a l aide'],
  courtesies: [
    'svp',
    's il vous plait',
    's il te plait',
    'sil vous plait',
    'stp',
    'merci',
    'bonjour',
    'bonsoir',
    'salut',
    'maintenant',
    'immediatement',
    'monsieur',
    'madame',
  ],
  requests: [
    phrase(
      `${end} (de|d) (m |me |nous )?(ecrire|contacter|deranger|harceler|spammer|importuner|texter|solliciter)${ever}`,
    ),
    phrase(`${end} (de|d) (m |me |nous )?envoyer(${which} ${messages})?${ever}`),
    phrase(
      `(ne )?(m |me |nous )?(ecrivez|ecris|contactez|contacte|recontactez|derangez|harcelez|spammez|textez|sollicitez)( moi)? (plus|plus jamais|jamais)${ever}`,
    ),
    phrase(
      `(ne )?(n |m |me |nous )?(envoyez|envoie|envoyer)( moi)? (plus|plus jamais|jamais|pas)${which} ${messages}${ever}`,
    ),
    phrase(`(ne )?(m |me |nous )(envoyez|envoie) (plus rien|plus jamais rien)${ever}`),
    phrase(
      `(desabonnez|desabonne|desinscrivez|desinscris)( moi| nous)( (de|d|du)( votre| vos| cette| la| ta| ce| tous| ces)*( liste| listes| service| numero| ${messages})?)?`,
    ),
    phrase(
      '(retirez|enlevez|supprimez|rayez|radiez|effacez|retire|enleve|supprime)( moi| nous| mon numero) (de|d|du)( votre| vos| ta)( liste| listes| fichier| fichiers| base| base de donnees| contacts)( de diffusion| de contacts)?',
    ),
    phrase(
      `je (veux|voudrais|souhaite|desire|souhaiterais) (me |m )?(desabonner|desinscrire)( (de|d|du)( votre| vos| cette| la| ce| ces)*( liste| listes| service| ${messages})?)?`,
    ),
    phrase(
      `(je|on|nous) (ne )?(veux|souhaite|desire|souhaitons|voulons|veut) plus (recevoir|avoir)${which} ${messages}${ever}`,
    ),
    phrase(
      `(je|nous) ne (veux|souhaite|desire|souhaitons|voulons) (plus|pas|aucun)( recevoir| avoir)?${which} ${messages}${ever}`,
    ),
    phrase(`je ne (veux|souhaite|desire) (plus|pas) etre (contactee?|derangee?|sollicitee?)${ever}`),
    phrase(`(de )?ne plus (m |me |nous )?(ecrire|contacter|recontacter|deranger|envoyer( de)? ${messages})${ever}`),
    phrase(`plus aucun message${ever}`),
  ],
  besides: [
    phrase(
      'non|(je ne suis |je suis )?(pas|plus) interessee?|(ca|cela) ne m interesse (pas|plus)|(c est un )?(mauvais|faux) numero|laissez moi tranquille|c est du spam',
    ),
  ],
  optedOut: 'Vous ne recevrez plus de messages de notre part. Écrivez START pour en recevoir à nouveau.',
  optedIn: 'Vous recevrez à nouveau nos messages. Écrivez STOP pour ne plus en recevoir.',
  helpText:
    'Vous écrivez à {name}. Posez votre question ici, et nous vous répondrons. Écrivez STOP pour ne plus recevoir de messages.',
}
