// The legal calling hours of countries and regions. They do not contain public holidays, and are no legal advice.
import type { Weekday } from '@parley/rules'
import type { CallingRule } from './calling-rule.ts'

const mondayToFriday: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const mondayToSaturday: readonly Weekday[] = [...mondayToFriday, 'saturday']
const weekend: readonly Weekday[] = ['saturday', 'sunday']

const checked = '2026-11-25'

/** Each also applies to telephone numbers whose area code belongs to the state. */
const statesOfUsa: readonly CallingRule[] = [
  {
    countries: ['US'],
    region: 'Alabama',
    areaCodes: ['205', '251', '256', '334', '659', '938'],
    hours: [{ start: '08:00', end: '20:00', days: mondayToSaturday }],
    source: 'Alabama Administrative Code 770-X-5-.17',
    url: 'https://casetext.com/regulation/alabama-administrative-code/title-770-alabama-public-service-commission/chapter-770-x-5-telephone-rules/section-770-x-5-17-live-and-automated-solicitations-and-announcements',
    checked,
  },
  {
    countries: ['US'],
    region: 'Connecticut',
    areaCodes: ['203', '475', '860', '959'],
    hours: [{ start: '09:00', end: '20:00' }],
    source: 'Connecticut General Statutes § 42-288a',
    url: 'https://www.cga.ct.gov/current/pub/chap_743m.htm',
    checked,
  },
  {
    countries: ['US'],
    region: 'Florida',
    areaCodes: [
      ...['239', '305', '321', '324', '352', '386', '407', '448', '561', '645', '656', '689', '727', '728', '754'],
      ...['772', '786', '813', '850', '863', '904', '941', '954'],
    ],
    hours: [{ start: '08:00', end: '20:00' }],
    mostAttemptsInDay: 3,
    source: 'Florida Statutes § 501.616(6)',
    url: 'http://www.lawserver.com/law/state/florida/statutes/florida_statutes_501-616',
    checked,
  },
  {
    countries: ['US'],
    region: 'Kentucky',
    areaCodes: ['270', '364', '502', '606', '859'],
    hours: [{ start: '10:00', end: '21:00' }],
    source: 'Kentucky Revised Statutes 367.46955',
    url: 'https://lawserver.com/law/state/kentucky/ks-statutes/kentucky_statutes_367-46955',
    checked,
  },
  {
    countries: ['US'],
    region: 'Louisiana',
    areaCodes: ['225', '318', '337', '457', '504', '985'],
    hours: [{ start: '08:00', end: '20:00', days: mondayToSaturday }],
    source: 'Louisiana Public Service Commission, Do Not Call General Order R-29617, under R.S. 45:844.14',
    url: 'http://legis.la.gov/Legis/Law.aspx?d=100148',
    checked,
  },
  {
    countries: ['US'],
    region: 'Maryland',
    areaCodes: ['227', '240', '301', '410', '443', '667'],
    hours: [{ start: '08:00', end: '20:00' }],
    mostAttemptsInDay: 3,
    source: 'Maryland, Stop the Spam Calls Act of 2023',
    url: 'https://mgaleg.maryland.gov/mgawebsite/Legislation/Details/SB0090?ys=2023RS',
    checked,
  },
  {
    countries: ['US'],
    region: 'Mississippi',
    areaCodes: ['228', '471', '601', '662', '769'],
    hours: [{ start: '08:00', end: '20:00', days: mondayToSaturday }],
    source: 'Mississippi Code § 77-3-723',
    url: 'https://getpocketlaw.com/law/state_mississippi/section-77-3-723-rules-for-authorized-calls_57b73fa7ff73',
    checked,
  },
  {
    countries: ['US'],
    region: 'Oklahoma',
    areaCodes: ['405', '539', '572', '580', '918'],
    hours: [{ start: '08:00', end: '20:00' }],
    mostAttemptsInDay: 3,
    source: 'Oklahoma, Telephone Solicitation Act of 2022, 15 O.S. § 775C.4',
    url: 'https://app.legiplex.com/ok/legislature/2022/2022-r/bills/hb3168/drafts-latest',
    checked,
  },
]

export const callingRules: readonly CallingRule[] = [
  {
    countries: ['US', 'PR', 'GU', 'VI', 'AS', 'MP'],
    hours: [{ start: '08:00', end: '21:00' }],
    source: '47 CFR 64.1200(c)(1)',
    url: 'https://www.ecfr.gov/current/title-47/section-64.1200',
    checked,
  },
  ...statesOfUsa,
  {
    countries: ['CA'],
    hours: [
      { start: '09:00', end: '21:30', days: mondayToFriday },
      { start: '10:00', end: '18:00', days: weekend },
    ],
    source: 'CRTC Unsolicited Telecommunications Rules',
    url: 'https://crtc.gc.ca/eng/phone/telemarketing/tobligations/rules-regles.htm',
    checked,
  },
  {
    countries: ['AU'],
    hours: [
      { start: '09:00', end: '20:00', days: mondayToFriday },
      { start: '09:00', end: '17:00', days: ['saturday'] },
    ],
    source: 'Telecommunications (Telemarketing and Research Calls) Industry Standard 2017',
    url: 'https://donotcall.gov.au/industry/industry-overview/industry-standards',
    checked,
  },
  {
    countries: ['FR', 'GP', 'MQ', 'GF', 'RE', 'YT'],
    hours: [
      { start: '10:00', end: '13:00', days: mondayToFriday },
      { start: '14:00', end: '20:00', days: mondayToFriday },
    ],
    source: 'Code de la consommation, article D. 223-9 (décret n° 2022-1313)',
    url: 'https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000046421823',
    checked,
  },
  {
    countries: ['ES'],
    hours: [{ start: '09:00', end: '21:00', days: mondayToFriday }],
    source: 'Real Decreto Legislativo 1/2007, artículo 96.2',
    url: 'https://www.boe.es/buscar/act.php?id=BOE-A-2007-20555',
    checked,
  },
  {
    countries: ['IT'],
    hours: [
      { start: '09:00', end: '20:00', days: mondayToFriday },
      { start: '10:00', end: '19:00', days: ['saturday'] },
    ],
    source:
      'Codice di condotta in materia di telemarketing e teleselling, Garante, provvedimento n. 148 of 7 March 2024',
    url: 'https://www.pmi.it/impresa/pubblicita-e-marketing/453002/telemarketing-le-nuove-regole-e-le-fasce-orarie-permesse.html',
    checked,
  },
  {
    countries: ['PT'],
    hours: [{ start: '09:00', end: '22:00' }],
    source: 'Decreto-Lei n.º 134/2009',
    url: 'https://dre.pt/pesquisa/-/search/494477/details/maximized',
    checked,
  },
  {
    countries: ['AE'],
    hours: [{ start: '09:00', end: '18:00' }],
    mostAttemptsInDay: 1,
    source: 'Cabinet Resolution No. 56 of 2024 on the regulation of telemarketing',
    url: 'https://www.emirates247.com/business/economy-finance/uae-announce-new-resolutions-on-controls-and-procedures-regulating-telemarketing-effective-from-mid-august-2024-2024-06-09-1.733078',
    checked,
  },
  {
    countries: ['ZA'],
    hours: [
      { start: '08:00', end: '20:00', days: mondayToFriday },
      { start: '09:00', end: '13:00', days: ['saturday'] },
    ],
    source: 'Consumer Protection Act 68 of 2008, section 12, and notice R293',
    url: 'https://www.acts.co.za/consumer-protection-act-2008/r293_prohibited_time_for_contacting_consumers',
    checked,
  },
  {
    countries: ['CO'],
    hours: [
      { start: '07:00', end: '19:00', days: mondayToFriday },
      { start: '08:00', end: '15:00', days: ['saturday'] },
    ],
    source: 'Ley 2300 de 2023, artículo 3',
    url: 'https://www.lafm.com.co/colombia/estos-son-los-horarios-en-los-que-los-bancos-no-pueden-llamarlo-segun-la-ley-colombiana',
    checked,
  },
  {
    countries: ['KR'],
    hours: [{ start: '08:00', end: '21:00' }],
    source: 'Act on Promotion of Information and Communications Network Utilization, article 50(3)',
    url: 'https://ucol.ysu.ac.kr/kor/CMS/Contents/Contents.do?mCode=MN184',
    checked,
  },
]
