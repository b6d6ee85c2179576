// URLs that must be rejected, in every known spelling, and similar ones that must be accepted.
/** Private, reserved and cloud-internal IPv4 addresses, written plainly. */
const privateIPv4 = [
  ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1'],
  ...['100.100.100.200', '100.127.255.255', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '192.168.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['168.63.129.16', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
]

type Spelling = (bytes: number[]) => string
const join = (bytes: number[], write: (byte: number) => string) => bytes.map(write).join('.')
const asNumber = (bytes: number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
const shift = (text: string, by: number) => [...text].map((c) => String.fromCodePoint(c.codePointAt(0)! + by)).join('')
const hexPair = (high: number, low: number) => ((high << 8) | low).toString(16)
const hexTail = ([a = 0, b = 0, c = 0, d = 0]: number[]) => `${hexPair(a, b)}:${hexPair(c, d)}`

/** One IPv4 address as host of a URL: what `inet_aton`, IDNA and IPv6 transition methods make of it. */
export const ipv4Spellings: Record<string, Spelling> = {
  dotted: (bytes) => bytes.join('.'),
  'trailing dot': (bytes) => `${bytes.join('.')}.`,
  integer: (bytes) => String(asNumber(bytes)),
  'hex integer': (bytes) => `0x${asNumber(bytes).toString(16)}`,
  'octal integer': (bytes) => `0${asNumber(bytes).toString(8)}`,
  'hex parts': (bytes) => join(bytes, (byte) => `0X${byte.toString(16).toUpperCase()}`),
  'octal parts': (bytes) => join(bytes, (byte) => `0${byte.toString(8).padStart(3, '0')}`),
  'two parts': ([a = 0, ...rest]) => `${a}.${asNumber(rest)}`,
  'three parts': ([a, b, ...rest]) => `${a}.${b}.${asNumber(rest)}`,
  'percent-encoded': (bytes) => bytes.join('.').replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  fullwidth: (bytes) => join(bytes, (byte) => shift(String(byte), 0xff10 - 0x30)),
  'mathematical digits': (bytes) => join(bytes, (byte) => shift(String(byte), 0x1d7ce - 0x30)),
  'ideographic dots': (bytes) => bytes.join('。'),
  'halfwidth dots': (bytes) => bytes.join('｡'),
  'invisible letters': (bytes) => bytes.join('\u200b.\u00ad'),
  'IPv6-mapped': (bytes) => `[::ffff:${bytes.join('.')}]`,
  'IPv6-mapped in hex': (bytes) => `[::FFFF:${hexTail(bytes)}]`,
  'IPv6-mapped in full': (bytes) => `[0:0:0:0:0:ffff:${bytes.join('.')}]`,
  'IPv6-compatible': (bytes) => `[::${bytes.join('.')}]`,
  'IPv6-translated': (bytes) => `[::ffff:0:${bytes.join('.')}]`,
  NAT64: (bytes) => `[64:ff9b::${bytes.join('.')}]`,
  'local NAT64': (bytes) => `[64:ff9b:1::${hexTail(bytes)}]`,
  '6to4': (bytes) => `[2002:${hexTail(bytes)}::1]`,
  ISATAP: (bytes) => `[2400:cb00::5efe:${bytes.join('.')}]`,
  'ISATAP of a public address': (bytes) => `[2400:cb00::200:5efe:${hexTail(bytes)}]`,
}

const otherHosts = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'a.localhost',
    'A.b.LocalHost.',
    'ⓛocalhost',
  ],
  ...['127.1', '127.0.1', '0', '0x0', '00', '0x', '0.0', '0177.1', '0x7f.1', '0x7F.0.1', '127.0x1', '127.0.0.0x1'],
  ...['127.00000001', '①②⑦.⓪.⓪.①', '127.0.0.1%2e', '%30', '0x7f000001.', '017700000001', '0000177.0.0.01', '127。1'],
  ...['①②⑦.1', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0001]', '[0::1]'],
  ...['[::0.0.0.1]', '[::ffff:0:1]', '[::ffff:0.0.0.0]', '[::2]', '[1::1]', '[fe80::1]', '[FE80::1]', '[febf::1]'],
  ...['[fec0::1]', '[feff::1]', '[fc00::1]', '[fd00::1]', '[fdff:ffff::1]', '[fd00:ec2::254]', '[fd20:ce::254]'],
  ...['[ff00::]', '[ff02::1]', '[ff05::2]', '[100::1]', '[2001::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
  ...['[2001:1::1]', '[2001:2::1]', '[2001:3::1]', '[2001:4:112::1]', '[2001:10::1]', '[2001:20::1]', '[2001:30::1]'],
  ...['[2001:1ff::1]', '[2001:db8::1]', '[3fff::1]', '[2620:4f:8000::1]', '[4000::1]', '[5f00::1]', '[8000::1]'],
  ...['[c000::1]', '[e000::1]', '[1fff::1]', '[64:ff9b::1]'],
  // Invalid hosts.
  ...['[fe80::1%25lo]', '[fe80::1%lo]', '[::1%25eth0]', '[2606:4700::1%25lo]', '[::1', '::1', '[127.0.0.1]'],
  ...['[::127.1]', '256.256.256.256', '127.0.0.1.1', '4294967296', '6425673729', '0x17f000001', '127.0.0.0x'],
  ...['1.2.3.08', '127.0.0.1..', 'localhost..', '.', '..', 'a..b', '.localhost', '127.0.0.1:80', ' 127.0.0.1'],
  ...['127.0.0.1\\@a.example', '127.0.0.1#@a.example', '127.0.0.1?@a.example', 'a.example@127.0.0.1'],
  ...['a.example%40127.0.0.1', 'a b', '%00', '%0a', '*'],
]

/** Each may be followed by a port and must be refused with every one. */
export const refusedHosts: string[] = [
  ...privateIPv4.flatMap((address) =>
    Object.values(ipv4Spellings).map((spell) => spell(address.split('.').map(Number))),
  ),
  ...otherHosts,
]

export const refusedUrls: string[] = [
  ...['', ' ', '/', '//', '//127.0.0.1/', 'http', 'http:', 'http://', 'https:///', 'example.com', 'www.example.com/a'],
  ...['?a', '#', 'file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'dict://example.com:11211/'],
  ...['ldap://example.com', 'ws://example.com', 'wss://example.com', 'data:text/plain,hi', 'javascript:alert(1)'],
  ...['blob:http://example.com/1', 'unix:/var/run/docker.sock', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/info'],
  ...['jar:http://example.com!/', 'about:blank', 'tftp://example.com/', 'ssh://example.com', 'sftp://example.com'],
  ...['telnet://example.com', 'mailto:a@example.com', 'http://user@example.com/', 'http://user:pass@example.com/'],
  ...['https://:pass@example.com/', 'http://127.0.0.1@example.com/', 'http://example.com:80@127.0.0.1/'],
  ...['http://a:b@c@example.com/', 'https://%61@example.com/', 'http:127.0.0.1', 'http:/127.0.0.1'],
  ...['http:\\\\127.0.0.1\\', 'http:///127.0.0.1', 'HTTP://127.0.0.1', 'http:////127.0.0.1', 'ht\ntp://example.com'],
  ...['http://exa\tmple.com', 'http://example.com/a\r\nb', 'http://example.com/\u0000', '\u0001http://a.example'],
  ...['http://example.com:0/', 'http://example.com:22/', 'http://example.com:25/', 'http://example.com:443443/'],
  ...['http://example.com:6379/', 'https://example.com:5432/', 'http://example.com:11211', 'http://example.com:65536/'],
  ...['http://example.com:-1/', 'http://example.com:0x50/', 'http://example.com:81', 'https://93.184.215.14:8444/'],
  ...['http://[2606:4700::1111]:22/', 'http://93.184.215.14:21/', 'http://example..com/', 'http://example.com../'],
  `https://example.com/${'a'.repeat(2_030)}`,
  `https://example.com/${'é'.repeat(400)}`,
]

export const allowedUrls: string[] = [
  ...['http://example.com', 'https://example.com/', 'HTTPS://EXAMPLE.COM/a?b=c#d', 'https://example.com./'],
  ...['https://a.b.c.example', 'https://example.com:443/', 'http://example.com:80', 'http://example.com:8080/'],
  ...['https://example.com:8443/hook', 'https://example.com:8080/', 'http://example.com:443/'],
  ...['https://münchen.example/', 'https://xn--mnchen-3ya.example/', 'https://under_score.example/'],
  ...['https://1a.example/', 'https://127.0.0.1.example/', 'https://localhost.example/', 'https://notlocalhost/'],
  ...['https://example.com/http://127.0.0.1/', 'https://example.com/?u=http://127.0.0.1', ' https://a.example '],
  ...['https://example.com/a b', 'https://example.com/%0d%0a', 'https://example.com/@a'],
  ...['https://example.com/#user@host', 'http://93.184.215.14/', 'http://1.1.1.1', 'http://8.8.8.8:8080/'],
  ...['http://0x08080808/', 'http://134744072/', 'http://8.8.2056/', 'http://9.255.255.255/', 'http://11.0.0.1/'],
  ...['http://126.255.255.255/', 'http://128.0.0.1/', 'http://172.15.0.1/', 'http://172.32.0.1/'],
  ...['http://100.63.255.255/', 'http://100.128.0.1/', 'http://169.253.0.1/', 'http://169.255.0.1/'],
  ...['http://192.167.0.1/', 'http://192.169.0.1/', 'http://198.17.0.1/', 'http://198.20.0.1/'],
  ...['http://223.255.255.255/', 'http://168.63.129.15/', 'http://168.63.129.17/', 'http://[2606:4700:4700::1111]/'],
  ...['https://[2a00:1450:4001::1]:443/', 'http://[2400:cb00::1]:8080/', 'http://[::ffff:8.8.8.8]/'],
  ...['http://[2001:4860:4860::8888]/', 'http://[2003::1]/', 'http://[3ffe:ffff::1]/'],
  `https://example.com/${'a'.repeat(2_028)}`,
]

/** What a hostile name server may answer, none of it to be dialled. */
export const refusedAnswers: string[][] = [
  ...[
    '127.0.0.1',
    '127.0.0.2',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '168.63.129.16',
  ].map((address) => [address]),
  ...['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1'].map(
    (address) => [address],
  ),
  ...['fe80::1', 'fe80::1%lo', '::1%lo', '2606:4700::1%lo', 'fd00:ec2::254', '2002:7f00:1::', '::1%0'].map(
    (address) => [address],
  ),
  ['127.0.0.1', '::1'],
  ['10.0.0.1', 'fd00::1', '::ffff:127.0.0.1'],
  // Not addresses: values of a resolver that `connect` could interpret differently.
  ...['localhost', '127.1', '2130706433', '0x7f000001', '[::1]', '', '/tmp/socket', '127.0.0.1:80'].map((address) => [
    address,
  ]),
]
