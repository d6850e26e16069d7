import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Certificate, type GeneralName, id_ce_subjectAltName, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { issuableName } from '#crypto/x509/alternative-name.ts'
import { AcmeProblem } from '#services/keys/acme/acme-problem.ts'
import { causeOf } from './http-01.ts'
import type { ChallengeNetwork } from './network.ts'

const protocol = 'acme-tls/1'
const acmeIdentifier = '1.3.6.1.5.5.7.1.31'

/** RFC 8737: the host presents a self-signed certificate with the key authorization. */
export async function checkTls(
  network: ChallengeNetwork,
  { name, expected }: { name: string; expected: string },
  signal: AbortSignal,
) {
  const host = await network.addressOf(name)
  const where = `${name} at ${host} port ${network.tlsPort}`
  const servername = isIP(name) === 0 ? name : reverseName(name)
  const options = { host, port: network.tlsPort, servername, ALPNProtocols: [protocol] }
  // Self-signed as specified; its content is checked below.
  const socket = connect({ ...options, rejectUnauthorized: false, minVersion: 'TLSv1.2' })
  const stop = () => socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve).once('error', reject)
    }).catch((error: unknown) => {
      const isTls = /^ERR_(SSL|TLS)/.test(String((error as NodeJS.ErrnoException).code))
      throw isTls
        ? new AcmeProblem('tls', `${where}: it does not speak ${protocol}`)
        : new AcmeProblem('connection', `${where}: ${causeOf(error, signal)}`)
    })
    requireExpected(socket, where, { name, expected })
  } finally {
    signal.removeEventListener('abort', stop)
    socket.on('error', () => undefined).destroy()
  }
}

function requireExpected(socket: TLSSocket, where: string, { name, expected }: { name: string; expected: string }) {
  if (socket.alpnProtocol !== protocol) throw new AcmeProblem('tls', `${where}: it does not speak ${protocol}`)
  const raw = (socket.getPeerX509Certificate() ?? { raw: undefined }).raw
  const { names, digest } = raw ? contentOf(raw) : { names: [], digest: undefined }
  if (names.length !== 1 || names[0] !== name)
    throw new AcmeProblem('incorrectResponse', `${where}: its certificate must have the name ${name} and no other`)
  const wanted = createHash('sha256').update(expected).digest()
  if (!digest?.equals(wanted))
    throw new AcmeProblem('incorrectResponse', `${where}: its certificate does not have the expected acmeIdentifier`)
}

const nameIn = ({ dNSName, iPAddress }: GeneralName) =>
  iPAddress === undefined ? dNSName?.toLowerCase() : issuableName({ type: 'ip', value: iPAddress })?.value

/** RFC 8738, 6: the SNI for an IP address is its reverse DNS name. */
export function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0')
  const all = tail === undefined ? groups(head) : [...groups(head), ...zeros, ...groups(tail)]
  const nibbles = all.map((group) => group.padStart(4, '0')).join('')
  return `${nibbles.split('').toReversed().join('.')}.ip6.arpa`
}

function contentOf(raw: Buffer): { names: (string | undefined)[]; digest: Buffer | undefined } {
  try {
    const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
    const found = extensions.find(({ extnID, critical }) => extnID === acmeIdentifier && critical)
    const names = extensions.find(({ extnID }) => extnID === id_ce_subjectAltName)
    return {
      names: names ? [...AsnConvert.parse(names.extnValue.buffer, SubjectAlternativeName)].map(nameIn) : [],
      digest: found && Buffer.from(AsnConvert.parse(found.extnValue.buffer, OctetString).buffer),
    }
  } catch {
    return { names: [], digest: undefined }
  }
}
