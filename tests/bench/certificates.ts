import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createAuthority } from '#contract/keys/authorities.ts'
import { createRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { isInstalled } from '../crypto/run-tool.ts'
import { figure } from './figures.ts'
import type { keyClient } from './key-client.ts'

type Client = Awaited<ReturnType<typeof keyClient>>
const seconds = 10

/** Certificates a second: the service by its interface, and one openssl process for each. */
export async function benchCertificates(client: Client) {
  const key = { ALG: 'EC', LEN: '256', SIGALG: 'SHA256' } as const
  const authority = await client.call(createAuthority, { CNAME: 'Bench root', ...key, Validity: 3650 })
  await client.call(createRequest, { CNAME: 'bench.example.com', VALIDITY_TYPE: 'days', VALIDITY: '90', ...key })
  const { rows } = await client.call(listRequests, {})
  const id = String(rows.find(({ DOMAIN_NAME }) => DOMAIN_NAME === 'bench.example.com')?.CSR_ID)
  const order = {
    CSR_ID: id,
    signType: 'signWithRoot',
    rootCertificateCommonName: 'Bench root',
    rootCertificateSerialNumber: authority.serialNumber ?? '',
    Validity: 90,
  } as const

  const ours = await rate(8, () => client.call(signRequest, order))
  console.log(`\nCertificates issued (EC 256), each with its rows in the inventory, the ledger and the audit`)
  figure('signCSR over HTTPS, 8 clients', ours, '/s')
  if (!isInstalled('openssl')) return console.log('  openssl is not installed')
  for (const concurrency of [1, 2, 4]) {
    const theirs = await rate(concurrency, await opensslSigning())
    figure(`openssl x509 -req, ${concurrency} at once`, theirs, '/s')
    if (concurrency === 4) figure('issued, for each of openssl', ours / theirs, 'times', { goal: { atLeast: 3 } })
  }
}

async function rate(concurrency: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return (done * 1000) / (performance.now() - start)
}

const openssl = (args: string[]) => promisify(execFile)('openssl', args)

/** A root, a request, and one process that makes a certificate of them. */
async function opensslSigning() {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-bench-'))
  process.once('exit', () => void rm(folder, { recursive: true, force: true }))
  const [ca, caKey, csr, key] = ['ca.pem', 'ca.key', 'leaf.csr', 'leaf.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await openssl(['req', '-x509', ...ec, '-keyout', caKey, '-out', ca, '-subj', '/CN=Bench', '-days', '3650'])
  await openssl(['req', '-new', ...ec, '-keyout', key, '-out', csr, '-subj', '/CN=bench.example.com'])
  const sign = ['x509', '-req', '-in', csr, '-CA', ca, '-CAkey', caKey, '-days', '90', '-out', '/dev/null']
  return () => openssl(sign)
}
