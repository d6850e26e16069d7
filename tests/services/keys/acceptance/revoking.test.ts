// revokeEXTCACertificate: a plain sentence, and what openssl then says by the list and by OCSP, asked over plain HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask as run, isInstalled } from '../../../crypto/x509/tools.ts'
import { askOnline } from '../openssl-verify.ts'
import { startWire, type Wire } from './wire.ts'

type Issued = { common_name: string; serial_number: string }

const openssl = isInstalled('openssl')
let wire: Wire
let root: Issued
beforeAll(async () => {
  wire = await startWire()
  const { details } = (await wire.own('createAuthority', { CNAME: 'A Root', ALG: 'EC', LEN: '256' })).json()
  const { serialNumber } = details as { serialNumber: string }
  root = { common_name: 'A Root', serial_number: serialNumber }
})
afterAll(() => wire.stop())

async function issue(CNAME: string, how: 'root' | 'EXTCA' = 'root'): Promise<Issued> {
  await wire.post('createCSR', { CNAME, ALG: 'EC', LEN: '256' })
  const { GeneratedList } = (await wire.get('getCSRList')).json() as unknown as { GeneratedList: [{ CSR_ID: number }] }
  const bySigner = {
    root: {
      signType: 'signWithRoot',
      rootCertificateCommonName: root.common_name,
      rootCertificateSerialNumber: root.serial_number,
      Validity: 30,
    },
    EXTCA: { serverName: 'localhost', caName: 'EXTCA', templateName: 'WebServer' },
  }
  const signed = await wire.post('signCSR', { ...bySigner[how], CSR_ID: String(GeneratedList[0].CSR_ID) })
  const { details } = signed.json() as unknown as { details: [{ serialNumber: string }] }
  return { common_name: CNAME, serial_number: details[0].serialNumber }
}
const pemOf = async (of: Issued) => (await wire.get('getCertificate', { ...of, fileType: 'CER' })).text
const revoke = (of: Issued, revoke_reason: unknown) => wire.post('revokeEXTCACertificate', { ...of, revoke_reason })

/** What openssl says of it by the list and by OCSP, found at the addresses in the certificate itself. */
async function statusOf(of: Issued) {
  const [leaf, above] = [await pemOf(of), (await wire.get('getCertificate', { ...of, fileType: 'PEM' })).text]
  const [, issuer = '', ...others] = above.split(/(?=-----BEGIN)/)
  const top = others.at(-1) ?? issuer
  const text = await askOnline('openssl', ['x509', '-in', 'leaf', '-noout', '-text'], { leaf })
  const listAt = /URI:(http\S+\.crl)/.exec(text)?.[1] ?? ''
  const ocspAt = /OCSP - URI:(\S+)/.exec(text)?.[1] ?? ''
  const list = Buffer.from(await (await fetch(listAt)).arrayBuffer())
  const crl = run('openssl', ['crl', '-inform', 'DER', '-in', 'l', '-out', 'l.pem'], { l: list }).file('l.pem')
  const files = { leaf, issuer, top, crl: Buffer.from(crl).toString() }
  const verify = ['-x509_strict', '-CAfile', 'top', '-untrusted', 'issuer', '-crl_check', '-CRLfile', 'crl', 'leaf']
  const ask = ['-issuer', 'issuer', '-cert', 'leaf', '-url', ocspAt, '-CAfile', 'top', '-verify_other', 'issuer']
  return {
    byList: await askOnline('openssl', ['verify', ...verify], files),
    byOcsp: await askOnline('openssl', ['ocsp', ...ask], files),
  }
}

const words = [
  'unspecified',
  'key compromise',
  'certificate authority compromise',
  'affiliation changed',
  'superseded',
  'cessation of operation',
  'certificate hold',
] as const
const ocspWords = [
  '',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
]

test.each(words.map((word, reason) => [reason, word] as const))(
  'for reason %i, the sentence says: %s',
  async (reason, word) => {
    const leaf = await issue(`reason-${reason}.example.com`)
    const { status, headers, text } = await revoke(leaf, reason)
    const how = reason === 6 ? 'is on hold' : 'is revoked'
    expect([status, text]).toEqual([
      200,
      `The certificate of ${leaf.common_name} (${leaf.serial_number}) ${how}. Reason: ${word}`,
    ])
    expect(headers['content-type']).toMatch(/^text\/plain/)
    if (!openssl) return
    const { byList, byOcsp } = await statusOf(leaf)
    expect(byList).toContain('certificate revoked')
    expect(byOcsp).toContain('leaf: revoked')
    expect(byOcsp).toContain('Response verify OK')
    expect(byOcsp).toContain(ocspWords[reason] ? `Reason: ${ocspWords[reason]}` : 'Revocation Time')
  },
)

test('a held certificate is released by 7 and good again, once', async () => {
  const leaf = await issue('held.example.com', 'EXTCA')
  expect((await revoke(leaf, 7)).json()).toMatchObject({
    result: { status: 'Failed', message: expect.stringContaining('revoke_reason') as unknown },
  })
  expect((await revoke(leaf, 6)).text).toMatch(/is on hold\. Reason: certificate hold$/)
  if (openssl) expect((await statusOf(leaf)).byList).toContain('certificate revoked')
  expect((await revoke(leaf, 7)).text).toMatch(/is no longer on hold\. Reason: remove from CRL$/)
  if (openssl) {
    const { byList, byOcsp } = await statusOf(leaf)
    expect([byList, byOcsp]).toEqual([expect.stringContaining('leaf: OK'), expect.stringContaining('leaf: good')])
  }
  expect((await revoke(leaf, 7)).text).toContain('"status":"Failed"')
  await revoke(leaf, 4)
  expect((await revoke(leaf, 1)).text).toMatch(/already revoked/)
  expect(await wire.audited('revokeEXTCACertificate')).toEqual(
    expect.arrayContaining([expect.stringMatching(/held\.example\.com.*is no longer on hold: remove from CRL/)]),
  )
})

test('a reason that is none, and a certificate that is none of ours, are refused', async () => {
  const leaf = await issue('kept.example.com')
  for (const reason of [8, -1, '1', 1.5, null, '', undefined, true]) {
    const { status, json } = await revoke(leaf, reason)
    const result = { status: 'Failed', message: expect.stringContaining('revoke_reason') as unknown }
    expect([reason, status, json()]).toEqual([reason, 200, { name: 'revokeEXTCACertificate', result }])
  }
  for (const of of [{ ...leaf, serial_number: '01' }, { ...leaf, common_name: 'other.example.com' }, root]) {
    expect((await revoke(of, 1)).text).toContain('"status":"Failed"')
  }
  if (openssl) expect((await statusOf(leaf)).byOcsp).toContain('leaf: good')
})

test('what is revoked stays revoked when it is deleted', async () => {
  const leaf = await issue('deleted.example.com')
  const pem = await pemOf(leaf)
  await wire.remove('deleteCertificate', leaf)
  expect((await revoke(leaf, 1)).text).toMatch(/is revoked\. Reason: key compromise\. It was already deleted/)
  if (!openssl) return
  const text = run('openssl', ['x509', '-in', 'a', '-noout', '-text'], { a: pem }).text
  const list = Buffer.from(await (await fetch(/URI:(http\S+\.crl)/.exec(text)?.[1] ?? '')).arrayBuffer())
  const listed = run('openssl', ['crl', '-inform', 'DER', '-in', 'l', '-noout', '-text'], { l: list }).text
  expect(listed).toContain(`Serial Number: ${leaf.serial_number}`)
})
