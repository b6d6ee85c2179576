// The phrases and patterns of the offline model in Portuguese.
import type { Phrases } from './english.ts'

export const portuguese: Phrases = {
  greeting: 'Olá! Como posso ajudar?',
  again: 'Olá de novo! O que posso fazer por si?',
  thanks: 'De nada. Há mais alguma coisa?',
  goodbye: 'Adeus e tenha um bom dia.',
  noted: 'Muito bem, anotado. Há mais alguma coisa?',
  acknowledged: 'Muito obrigado.',
  name: 'O meu nome é {value}.',
  fact: '{name}: {value}.',
  told: 'Disse-me: {value}.',
  pleased: 'Obrigado, {value}. O que posso fazer por si?',
  tool: '{name} respondeu: {value}',
  source: '(Fonte: {name})',
  sourcePage: '(Fonte: {name}, página {page})',
  sourceSpoken: 'Segundo o documento {name}: {value}',
  notInDocuments: 'Os documentos não dizem nada sobre isso.',
  searchFailed: 'Neste momento não posso pesquisar nos documentos.',
  honest:
    'Sou o modelo offline integrado no Parley e só conheço padrões simples; o operador liga um modelo de verdade com OPENAI_API_KEY ou OPENAI_BASE_URL.',
  honestSpoken: 'Sou o modelo offline do Parley e só conheço respostas simples.',
  limits: [
    'Isso é mais do que este modelo offline sabe responder. Posso procurar algo mais simples?',
    'Sem um modelo de verdade não tenho resposta para isso. Que mais quer saber?',
    'Não percebi. Pode dizê-lo em poucas palavras simples?',
  ],
  hears: {
    hello: /^(ola|oi|bom dia|boa (tarde|noite))\b/,
    thanks: /\b(obrigad[oa])\b/,
    goodbye: /\b(adeus|tchau|ate (logo|breve))\b/,
    optOut:
      /\bnao (me|nos) (ligue|liguem|telefone|telefonem|contacte|contactem|contate|contatem) (mais|nunca mais)\b|\bnao (ligue|liguem) mais\b|\b(pare|parem|deixe|deixem) de (me |nos )?(ligar|telefonar|contactar|contatar)\b|\b(tire|retire|remova|apague) (me|nos|o meu numero|meu numero) da (sua |vossa )?lista\b|\bme (tire|remova) da (sua )?lista\b|\bnao quero (mais )?(receber )?(mais )?(ligacoes|chamadas)\b/,
    thisTopic: /\bsobre (isto|isso|este|esse|esta|essa)\b|\b(esta|essa) oferta\b/,
    yes: /^(sim|claro|certo|exato|exatamente|esta bem)\b/,
    no: /^(nao|nada|nenhum)\b/,
    question: /\?|^(o que|que|qual|quando|onde|quem|como|diga me)\b/,
    myNature:
      /\b(es|e|voce e) (um |uma )?(pessoa|humano|humana|robo|maquina|bot|ia|chatgpt|real)\b|\bque modelo\b|^quem (es|e voce)/,
    yourName: /\b(teu|seu) nome\b|\bcomo (te chamas|se chama)\b/,
    introduces: /\b(?:me chamo|chamo-me|(?:o )?meu nome [eé])\s+/i,
    words: {
      name: ['nome', 'chamo'],
      phone: ['telefone', 'numero', 'celular'],
      email: ['mail', 'correio'],
      date: ['data'],
      appointment: ['consulta', 'marcacao'],
      order: ['pedido', 'encomenda'],
      price: ['preco'],
      address: ['endereco', 'morada'],
      time: ['hora'],
      hours: ['horario'],
      company: ['empresa'],
      city: ['cidade'],
      status: ['estado'],
    },
  },
}
