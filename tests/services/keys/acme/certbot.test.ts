// certbot of Debian obtains, renews and revokes; openssl judges the chain, the CRL and the OCSP answer.
import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { isInstalled } from '../../../crypto/x509/tools.ts'
import { freePort } from '../../../support/ports.ts'
import { pemOf } from '../issuing-world.ts'
import { type AcmeWorld, startAcmeWorld } from './acme-world.ts'
import type { Exchange } from './transcript.ts'

const run = promisify(execFile)
/** Said again by another test where there is no certbot. */
const transcript = join(import.meta.dirname, 'certbot-transcript.json')
const tools = isInstalled('certbot') && isInstalled('openssl')
let world: AcmeWorld
let folder: string
/** The host that certbot plays answers at it. */
let port: number
const heard: Exchange[] = []
beforeAll(async () => {
  if (!tools) return
  port = await freePort()
  world = await startAcmeWorld({ httpPort: port }, heard)
  folder = await mkdtemp(join(tmpdir(), 'triptych-certbot-'))
  await writeFile(join(folder, 'ca.pem'), world.tls.cert)
})
afterAll(async () => {
  if (!tools) return
  await world.stop()
  if (process.env.TRIPTYCH_TRANSCRIPT === 'record') await writeFile(transcript, `${JSON.stringify(heard, null, 2)}\n`)
  await rm(folder, { recursive: true, force: true })
})

const certbot = (...args: string[]) => {
  const folders = ['config', 'work', 'logs'].flatMap((name) => [`--${name}-dir`, join(folder, name)])
  const env = { ...process.env, REQUESTS_CA_BUNDLE: join(folder, 'ca.pem') }
  return run('certbot', [...args, '--non-interactive', ...folders], { env })
}
const live = (file: string) => join(folder, 'config/live/web.acme.test', file)
/** What it wrote, whether it agreed or not. */
const openssl = (args: string[]) =>
  run('openssl', args).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )

test.skipIf(!tools)('certbot obtains and renews a certificate, which openssl verifies with CRL and OCSP', async () => {
  const root = await world.root({ CNAME: 'Certbot Root' })
  const issuing = await world.root({ CNAME: 'Certbot Issuing', issuer: root.sha256 })
  const directory = await world.enable(issuing, { bindingRequired: true })
  const { details } = await world.admin.call('addAcmeBinding', { sha256: issuing.sha256, name: 'certbot' })
  const { keyId, hmacKey } = details as { keyId: string; hmacKey: string }
  const binding = [`--eab-kid=${keyId}`, `--eab-hmac-key=${hmacKey}`] // a key may begin with a dash
  const standalone = ['--standalone', '--http-01-port', String(port), '--http-01-address', '127.0.0.1']
  const account = ['--server', directory, '--agree-tos', '-m', 'ops@acme.test', '--no-eff-email']
  await certbot('certonly', ...account, ...binding, ...standalone, '-d', 'web.acme.test')
  const first = new X509Certificate(await readFile(live('cert.pem')))
  expect(first.subjectAltName).toBe('DNS:web.acme.test')

  await certbot('renew', '--force-renewal', '--no-random-sleep-on-renew')
  const second = new X509Certificate(await readFile(live('cert.pem')))
  expect(second.serialNumber).not.toBe(first.serialNumber)
  await writeFile(join(folder, 'root.pem'), pemOf(root))

  const verified = async () => {
    await writeFile(join(folder, 'list.pem'), await listNamed())
    const chain = ['-CAfile', join(folder, 'root.pem'), '-untrusted', live('chain.pem')]
    const crl = ['-crl_check', '-CRLfile', join(folder, 'list.pem')]
    return openssl(['verify', '-x509_strict', ...chain, ...crl, live('cert.pem')])
  }
  const ofOcsp = ['-issuer', live('chain.pem'), '-cert', live('cert.pem'), '-CAfile', join(folder, 'root.pem')]
  const ocsp = () => openssl(['ocsp', '-no_nonce', '-url', ocspUrl(second), ...ofOcsp])
  expect(await verified()).toMatch(/: OK/)
  expect(await ocsp()).toMatch(/: good[^]*Response verify OK/)
  await certbot('revoke', '--cert-name', 'web.acme.test', '--reason', 'superseded', '--no-delete-after-revoke')
  expect(await verified()).toContain('certificate revoked')
  expect(await ocsp()).toMatch(/: revoked[^]*superseded/)
})

const ocspUrl = ({ infoAccess = '' }: X509Certificate) => /OCSP - URI:(\S+)/.exec(infoAccess)?.[1] ?? ''

/** The list that the certificate itself names. */
async function listNamed() {
  const text = await openssl(['x509', '-noout', '-ext', 'crlDistributionPoints', '-in', live('cert.pem')])
  const [url = ''] = /http:\S+\.crl/.exec(text) ?? []
  return writePem('X509 CRL', Buffer.from(await (await fetch(url)).arrayBuffer()))
}
