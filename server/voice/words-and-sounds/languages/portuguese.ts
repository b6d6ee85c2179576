// The word lists for turn-taking in Portuguese.
import { phraseMap, phraseSet } from '../words.ts'
import type { TurnLanguage } from './language.ts'

export const portuguese: TurnLanguage = {
  goesOn: phraseSet(
    'e, ou, mas, porque, pois, então, hum, ah, é, ehm, o, a, os, as, um, uma, uns, umas, meu, minha, seu, sua, de, do, da, dos, das, que, e depois, e aí, quer dizer, ou seja, deixa eu ver, deixe-me ver, deixe-me pensar, meu número é, o meu número é, o número é, meu nome é, o meu nome é, chamo-me, eu me chamo, meu endereço é, a minha morada é, meu e-mail é, o meu e-mail é, o código é, eu queria, eu gostaria de, gostaria de, preciso de',
  ),
  mayGoOn: phraseSet(
    'são, era, sou, está, estou, ao, à, para, pra, por, em, no, na, nos, nas, com, sem, sobre, desde, até, entre, como, se, quando, onde, quem, qual, talvez, também, ainda, eu, nós, você, ele, ela, posso, pode, poderia, quero, tenho, tem, tinha, não, muito, mais, acho que, penso que, este, esta, esse, essa, isso, nosso, nossa, pelo, pela, me',
  ),
  shortAnswers: phraseSet(
    'sim, não, claro, claro que sim, certo, ok, okay, tá, tá bom, está bem, está bom, correto, exato, exatamente, isso, isso mesmo, com certeza, perfeito, sim por favor, não obrigado, não obrigada, sim obrigado, sim claro, pode ser, é isso, é sim, de acordo, combinado, ainda não, na verdade não, por favor, beleza, tudo bem, pois é',
  ),
  questionWords: phraseSet(
    'que, qual, quais, quando, onde, quem, como, quanto, quanta, quantos, quantas, por que, porquê, ou',
  ),
  digits: phraseMap(
    'zero 0, um 1, uma 1, dois 2, duas 2, três 3, quatro 4, cinco 5, seis 6, meia 6, sete 7, oito 8, nove 9, duplo ×2, mais +',
  ),
  soundsLikeDigits: phraseMap(''),
  soundsLikeLetters: phraseMap(''),
  pairs: phraseSet(
    'dez, onze, doze, treze, catorze, quatorze, quinze, dezesseis, dezasseis, dezessete, dezassete, dezoito, dezenove, dezanove, vinte, trinta, quarenta, cinquenta, sessenta, setenta, oitenta, noventa',
  ),
  spellingLinks: phraseSet('de, como'),
  atSigns: phraseSet('arroba'),
  signs: phraseMap('ponto ., underline _, underscore _, hífen -, traço -'),
  asksForPhone: phraseSet('telefone, telemóvel, celular'),
  digitNouns: phraseSet('dígito, dígitos'),
  asksForNumber: phraseSet(
    'número, telefone, telemóvel, celular, código, código postal, cep, cpf, nif, dígitos, data de nascimento, iban',
  ),
  asksForEmail: phraseSet('e-mail, email, correio eletrônico, correio eletrónico'),
  asksForSpelling: phraseSet('soletrar, soletre, soletra, letra por letra'),
  backchannels: phraseSet(
    'sim, ok, okay, tá, tá bom, tá certo, certo, claro, entendi, entendo, compreendo, percebo, percebi, sei, aham, uhum, mm, mhm, hm, hmm, hum, ah, ah sim, ah tá, oh, é, bem, muito bem, bom, beleza, legal, ótimo, isso, isso mesmo, exato, pois, pois é, pois sim, perfeito, correto, está bem, obrigado, obrigada, com certeza, fixe, verdade, tudo bem',
  ),
  commands: phraseSet(
    'pare, para, parar, chega, basta, espere, espera, um momento, um momentinho, um instante, um segundo, só um segundo, só um momento, um minuto, peraí, pera, calma, pausa, silêncio, cale-se, cala a boca, desculpe, com licença, me deixe falar, deixe-me falar, deixe-me terminar, escute, ouça, olha, alô, olá, você está aí, está aí, você me ouve, está a ouvir-me, mais devagar, repita, pode repetir, como, como assim, tenho uma pergunta, uma pergunta, cancelar, tchau, adeus',
  ),
  politeWords: phraseSet('por favor, não, ei, oh, ok, okay, sim, mas, e, então, desculpe, ah, olhe, se faz favor'),
  farewells: phraseSet(
    'adeus, tchau, tchauzinho, tchau tchau, até logo, até breve, até já, até mais, até amanhã, até à próxima, até a próxima, bye, tenha um bom dia, tenha um ótimo dia, tenha uma boa tarde, bom fim de semana, igualmente, para si também, para você também, desligue, pode desligar, fique bem, passe bem',
  ),
  beforeMentions: phraseSet(
    'dizer, digo, diz, disse, dizendo, a, um, o, meu, nosso, não, nunca, sem, antes, se, quando, ou',
  ),
  positiveWords: phraseSet(
    'ótimo, ótima, perfeito, excelente, maravilhoso, fantástico, obrigado, obrigada, adoro, adorei, feliz, contente, bom, bem, muito bem, legal, incrível, satisfeito, satisfeita, show, fixe, espetacular',
  ),
  negativeWords: phraseSet(
    'problema, problemas, quebrado, quebrada, avariado, errado, errada, infelizmente, zangado, irritado, irritada, chateado, chateada, reclamação, reclamar, terrível, horrível, mau, má, ruim, mal, frustrado, decepcionado, desapontado, triste, doente, morreu, perdi, perdido, ferido, preocupado, preocupada, cancelar, reembolso, atrasado, atraso, não funciona, nunca chegou, inaceitável, odeio, erro, roubado, avaria, dor',
  ),
  negations: phraseSet('não, sem, nenhum, nenhuma, nunca, nada'),
  leavesMessage: phraseSet(
    'deixe um recado, deixe uma mensagem, deixe a sua mensagem, deixe sua mensagem, deixe seu recado, deixe o seu nome, deixar uma mensagem',
  ),
  voicemail: phraseSet(
    'não estou disponível, não está disponível, não disponível, não posso atender, não pode atender, não podemos atender, no momento não, de momento não, ligo de volta, ligarei de volta, retornarei, entraremos em contato, não se encontra disponível',
  ),
  persons: phraseSet(
    'comigo, para mim, meu celular, meu telemóvel, pessoa certa, número errado, engano, ele não, ela não, aviso ele, aviso ela, digo a ele, digo a ela, quer deixar, gostaria de, quem fala, quem está falando, do que se trata, estou ouvindo',
  ),
  handsOver: phraseSet('pode falar, diga, fale, pode dizer, estou ouvindo, sou eu'),
  networks: phraseSet(
    'o número, o assinante, o cliente, o telefone chamado, para o qual, discado, que marcou, tente mais tarde, tente novamente, mais tarde',
  ),
  tone: phraseSet(
    'após o sinal, depois do sinal, após o bip, depois do bip, após o tom, caixa postal, caixa de correio, correio de voz, secretária eletrônica, atendedor de chamadas, voice mail, será encaminhada para a caixa',
  ),
  menu: phraseSet(
    'digite, tecle, pressione, prima, marque um, marque 1, menu principal, tecla, ligação pode ser gravada, chamada pode ser gravada, ligação será gravada, chamada será gravada, nossos atendentes, todos os nossos, aguarde na linha, permaneça na linha, mantenha-se em linha, por favor aguarde, horário de atendimento, horário de funcionamento',
  ),
  screening: phraseSet(
    'diga o seu nome, diga seu nome, informe seu nome, grave seu nome, grave o seu nome, indique o seu nome, nome e o motivo, motivo da ligação, motivo da chamada, motivo do contato, filtro de chamadas, quem está ligando',
  ),
  services: phraseSet(
    'aguarde, por favor espere, um momento, só um momento, não desligue, permaneça na, mantenha-se, na linha, em linha, vou transferir, transferindo, transferir a chamada, conectar a sua, ligar-lhe com, vou verificar, verificando se, se esta pessoa, por ligar, pela sua chamada, por aguardar, pela espera, sua paciência, bem-vindo, bem-vindos, não disponível, não está disponível, não pode falar, não pode atender, não deseja, sua mensagem, mais tarde, é urgente, da sua lista',
  ),
  greetings: phraseSet('alô, olá, oi, estou, está lá, sim, bom dia, boa tarde, boa noite, quem é, quem fala'),
  introductions: phraseSet(
    'quem fala é, aqui é, aqui fala, meu nome é, o meu nome é, fala com, está falando com, está a falar com',
  ),
  welcomes: phraseSet('obrigado por ligar, obrigada por ligar, obrigado pela sua ligação, bem-vindo, bem-vindos'),
  offersHelp: phraseSet(
    'em que posso ajudar, em que posso ajudá-lo, em que posso ajudá-la, como posso ajudar, como posso ajudá-lo, como posso ajudá-la, posso ajudar, em que posso ser útil, no que posso ajudar, o que posso fazer por',
  ),
  holdRequests: phraseSet(
    'aguarde na linha, permaneça na linha, fique na linha, mantenha-se em linha, não desligue, aguarde um momento, aguarde um instante, aguarde um pouco, vou transferir, vou lhe passar, vou colocá-lo em espera, passo já, já volto, volto já, estou transferindo, vou passar a ligação, vou passar para, vou passar você, pegar uma caneta, buscar uma caneta',
  ),
  moments: phraseSet(
    'um momento, um momentinho, um instante, um instantinho, um segundo, um segundinho, um minuto, um minutinho, só um momento, só um momentinho, só um instante, só um segundo, só um minuto, só um minutinho, espere um momento, espere um pouco, espera um pouco, espera um momento, me dê um momento, me dá um segundo, por favor aguarde, aguarde por favor, aguarde, por favor espere, espere por favor',
  ),
  errands: phraseSet(
    'vou, deixe-me, deixa eu, deixe eu, estou procurando, preciso, tenho que, procuro, vejo, pergunto, que vou, que eu vou',
  ),
  queues: phraseSet(
    'ligação é importante, ligação é muito importante, chamada é importante, chamada é muito importante, todos os nossos atendentes, todos os nossos operadores, todos os nossos assistentes, nossos atendentes estão, próximo atendente, próximo operador, tempo de espera estimado, na fila',
  ),
  unreachable: {
    circuits_busy: phraseSet(
      'rede está congestionada, rede está sobrecarregada, linhas estão congestionadas, congestionamento, todos os circuitos estão ocupados',
    ),
    busy: phraseSet('linha está ocupada, linhas estão ocupadas, número está ocupado'),
    no_answer: phraseSet(
      'não atende, não está disponível de momento o número, desligado ou fora da área, fora da área de cobertura, está desligado, encontra-se desligado, fora de área',
    ),
    mailbox_full: phraseSet(
      'caixa postal está cheia, caixa está cheia, caixa de correio está cheia, não pode receber mais mensagens, não foi configurada, caixa postal encontra-se cheia',
    ),
    calls_refused: phraseSet('não aceita chamadas'),
    number_unavailable: phraseSet(
      'fora de serviço, não está em serviço, não existe, número discado, número que ligou, número que marcou, número chamado não, não está atribuído, não é possível completar',
    ),
  },
  abbreviations: phraseSet(
    'sr, sra, srta, srs, dr, dra, prof, profa, eng, av, r, ex, pág, núm, nº, tel, etc, aprox, máx, mín, depto, jan, fev, mar, abr, mai, jun, jul, ago, set, out, nov, dez, art, vs, cia, ltda, exmo, exma, v, p',
  ),
  and: 'e',
  to: 'a',
  bridges: ['Um momento, por favor.', 'Vou verificar isso.', 'Só um segundo, por favor.'],
  patience: ['Ainda estou verificando, obrigado pela paciência.', 'Está demorando um pouco mais, só mais um momento.'],
  apology: 'Peço desculpa, estou com problemas técnicos. Adeus.',
  stillThere: 'Ainda está aí?',
  trouble: 'Desculpe, algo correu mal. Pode repetir, por favor?',
  goodbye: 'Até logo.',
  optedOut: 'Registei que não deseja receber mais chamadas. Até logo.',
  nobodyReached: 'Infelizmente, não há ninguém disponível neste momento. Até logo.',
  purpose: 'Fala {name}, e o motivo da minha chamada é: {purpose}',
  timeOver: 'O tempo desta chamada terminou. Até logo.',
  silenceGoodbye: 'Não consigo ouvir, por isso vou terminar a chamada. Adeus.',
}
