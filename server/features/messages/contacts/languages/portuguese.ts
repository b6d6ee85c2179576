// Opting out of messages in Portuguese.
import { phrase } from '../phrase.ts'
import type { OptOutLanguage } from './language.ts'

const messages =
  '(mensagem|mensagens|msgs?|sms|propagandas?|promocoes|promocao|ofertas|anuncios|notificacoes|whatsapps?|publicidade|spam|textos)'
const which = '( mais| as| os| suas| seus| essas| estas| esses| tantas| nenhuma| outras| sua| a| vossas)*'
const ever = '( mais| nunca mais| neste numero| por aqui| por whatsapp| de voces| da vossa parte)*'
const list =
  '(lista|listas|lista de contatos|lista de contactos|lista de transmissao|base de dados|contatos|contactos|cadastro)'
const end = '((pode|podem|poderia|poderiam) )?(pare|parem|para|parar|deixe|deixem|deixar)'

export const portuguese: OptOutLanguage = {
  stop: [
    'parar',
    'pare',
    'parem',
    'sair',
    'descadastrar',
    'descadastre me',
    'me descadastre',
    'descadastro',
    'cancelar inscricao',
    'cancelar subscricao',
    'remover',
    'nao perturbe',
  ],
  help: ['ajuda', 'me ajuda', 'ajude me', 'me ajude'],
  courtesies: [
    'por favor',
    'porfavor',
    'pfv',
    'pf',
    'obrigado',
    'obrigada',
    'muito obrigado',
    'agora',
    'ola',
    'oi',
    'bom dia',
    'boa tarde',
    'ja',
    'desculpe',
  ],
  requests: [
    phrase(
      `${end} de (me |nos )?(escrever|contactar|contatar|incomodar|perturbar|escrever me|contactar me|chamar)( me| nos)?${ever}`,
    ),
    phrase(`${end} de (me |nos )?(enviar|mandar)( me| nos)?(${which} ${messages})?${ever}`),
    phrase(
      `nao (me |nos )?(escreva|escrevam|escreve|contacte|contactem|contate|contatem|contata|incomode|incomodem|perturbe|perturbem)( me| nos)?( mais| nunca mais)${ever}|nao (me |nos )(incomode|incomodem|perturbe|perturbem|contate|contatem|contacte|contactem)`,
    ),
    phrase(
      `nao (me |nos )?(envie|enviem|envia|mande|mandem|manda)( me| nos)?(${which} ${messages}${ever}| mais nada| nada mais| mais)`,
    ),
    phrase(
      `(me )?(remova|removam|retire|retirem|tire|tirem|tira|exclua|excluam|apague|apaguem|descadastre|descadastrem|risque)( me)?( o meu (numero|contato|contacto)| meu (numero|contato))? (da|de|do|das|dos)( (sua|suas|vossa|seu|seus|vossos))( ${list})`,
    ),
    phrase(
      `(quero|queria|gostaria de|desejo|preciso) ((me )?descadastrar|sair da (sua |vossa )?lista|cancelar (a |minha )?(inscricao|subscricao))`,
    ),
    phrase(`(eu )?nao (quero|desejo|queremos|gostaria de)( mais)?( receber)?${which} ${messages}${ever}`),
    phrase(
      `nao (quero|desejo) (mais )?ser (contatad[oa]|contactad[oa]|incomodad[oa])${ever}|chega de ${messages}|(sem|nao) mais ${messages}`,
    ),
  ],
  besides: [
    phrase(
      'nao|nao (tenho interesse|estou interessad[oa]|me interessa)( mais)?|(e )?(numero errado|engano)|me deixem? em paz|isto e spam|isso e spam',
    ),
  ],
  optedOut: 'Você não receberá mais mensagens nossas. Escreva START para voltar a recebê-las.',
  optedIn: 'Você voltará a receber nossas mensagens. Escreva STOP para não recebê-las mais.',
  helpText:
    'Você está falando com {name}. Escreva aqui a sua pergunta e responderemos. Escreva STOP para não receber mais mensagens.',
}
