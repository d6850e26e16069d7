// A list of certificates that is made while it is sent, as a server with many of them sends it.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const day = 86_400_000
const issuers = ['Acme CA', 'Älpha CA', 'beta CA', 'CA 10', 'CA 9']
const algorithms = ['SHA256withRSA', 'SHA1withRSA', 'SHA384withECDSA']

/** Every tenth was seen at a second host, with a row of its own; every 50th has the name of the one before it. */
export const certificateAt = (at: number, now: number) => ({
  CertID: at,
  'DNS Name/FQDN': `host-${at % 4000}.example.com`,
  Port: at % 3 === 0 ? 443 : 0,
  'Common Name': at % 50 === 49 ? nameAt(at - 1) : nameAt(at),
  Issuer: issuers[at % issuers.length] ?? '',
  FromDate: new Date(now - 100 * day).toISOString(),
  ExpiryDate: at % 997 === 0 ? 'some day' : new Date(now + ((at * 7919) % 1_000_000) * 60_000 - 20 * day).toISOString(),
  KeyStrength: at % 20 === 0 ? '1024' : '2048',
  SignatureAlgorithm: algorithms[at % algorithms.length] ?? '',
  'Created By': `Person ${at % 300}`,
  'Expiry Notification Email': `team-${at % 40}@example.com`,
})
const nameAt = (at: number) => `${at % 2 ? 'Web' : 'web'}-${at}.example.com`

export function* rowsOf(count: number, now: number) {
  for (let at = 1; at <= count; at += 1) {
    const row = certificateAt(at, now)
    yield row
    if (at % 10 === 0) yield { ...row, 'DNS Name/FQDN': `second-${at}.example.com`, Port: 8443 }
  }
}

/** The whole answer; what follows the list is sent as it is given. */
export const sendList = (
  response: ServerResponse,
  rows: Iterable<object>,
  end = '],"result":{"status":"Success","message":"found"}}',
) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  // Who asked may leave before the end.
  return pipeline(Readable.from(parts(rows, end)), response).catch(() => undefined)
}

function* parts(rows: Iterable<object>, end: string) {
  let [text, separator] = ['{"name":"getAllSSLCertificates","details":[', '']
  for (const row of rows) {
    text += separator + JSON.stringify(row)
    separator = ','
    if (text.length < 64 * 1024) continue
    yield text
    text = ''
  }
  yield text + end
}
