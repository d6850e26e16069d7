import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { discoverRange } from '#contract/keys/discovery.ts'
import { writePem } from '#crypto/pem.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { isInstalled } from '../crypto/run-tool.ts'
import { figure } from './figures.ts'
import type { keyClient } from './key-client.ts'

const [first, last, hosts] = ['127.7.0.1', '127.7.1.244', 500]

/** TLS hosts a second, 64 in flight: one server that answers on 500 addresses of this machine. */
export async function benchDiscovery(client: Awaited<ReturnType<typeof keyClient>>) {
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
  const subject = { commonName: 'bench.example.com' }
  const certificate = createSelfSigned({ subject, alternativeNames: [], privateKey, validity: validityOf(30, 'days') })
  const server = createServer({ cert: writePem('CERTIFICATE', certificate), key: writePem('PRIVATE KEY', privateKey) })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  console.log(`\nTLS hosts discovered, ${hosts} addresses of one server`)
  const range = { StartIpAddress: first, EndIpAddress: last, TIMEOUT: '5', PORT: String(port) }
  await client.call(discoverRange, { ...range, EndIpAddress: '127.7.0.64' }) // warms up
  const start = performance.now()
  const results = await client.call(discoverRange, range)
  const ours = (hosts * 1000) / (performance.now() - start)
  const failed = results.filter(({ status }) => status !== 'SUCCESS').length
  figure('sslCertRangeDiscovery over HTTPS', ours, '/s', failed ? { more: `${failed} failed` } : {})
  if (!isInstalled('nmap')) console.log('  nmap is not installed')
  else {
    const begun = performance.now()
    const addresses = ['127.7.0.1-255', '127.7.1.0-244']
    await promisify(execFile)('nmap', ['-Pn', '-n', '-p', String(port), '--script', 'ssl-cert', ...addresses])
    const theirs = (hosts * 1000) / (performance.now() - begun)
    figure('nmap --script ssl-cert', theirs, '/s')
    figure('discovered, for each of nmap', ours / theirs, 'times', { goal: { atLeast: 4 } })
  }
  server.close()
}
