// From a request to what a TLS client sees: an openssl CA signs, an OpenSSH server takes the files, nginx serves them.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { certificateRows, deploymentRows } from '#contract/keys/certificates.ts'
import { requestFileRows } from '#contract/keys/requests.ts'
import { serverRows } from '#contract/keys/servers.ts'
import { tlsHostRows } from '#contract/keys/tls-hosts.ts'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { deploymentHandlers } from '#services/keys/deployment/deployment-handlers.ts'
import { serverHandlers } from '#services/keys/deployment/server-handlers.ts'
import { tlsHostHandlers } from '#services/keys/hosts/tls-host-handlers.ts'
import { requestFileHandlers } from '#services/keys/issuing/request-file.ts'
import { isInstalled, run } from '../../../crypto/run-tool.ts'
import { noNginx, startTlsSite } from '../../../support/nginx.ts'
import { type IssuingWorld, startIssuingWorld } from '../issuing-world.ts'
import { fileOf } from '../key-world.ts'
import { servedSsh } from '../served-ssh.ts'
import { trustHost } from '../trust-host.ts'
import { carol, hasSudo, noSshd, startSshd } from './start-sshd.ts'

const admins = createSshKey({ keyType: 'ed25519', comment: 'admins' })
const noOpenssl = isInstalled('openssl') ? undefined : 'openssl is not installed'
const reason = noSshd() ?? noNginx ?? noOpenssl
/** An administrator becomes root by sudo where there is one. */
const who = hasSudo ? { UserName: carol.name, Sudo: 'no-password' } : { UserName: 'root', Sudo: 'none' }
const secret = 'of the request'
/** Workers that end may take a connection more. */
const patience = { timeout: 20_000, interval: 100 }

describe.skipIf(reason)(
  `a request becomes a certificate that nginx serves${reason ? ` (left out: ${reason})` : ''}`,
  () => {
    let world: IssuingWorld
    let sshd: Awaited<ReturnType<typeof startSshd>>
    let site: Awaited<ReturnType<typeof startTlsSite>>
    let folder: string
    const at = (name: string) => join(folder, name)
    const background: Promise<unknown>[] = []
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'triptych-site-'))
      await chmod(folder, 0o755)
      const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
      const ca = ['-subj', '/CN=Outside CA', '-days', '30', '-keyout', at('ca.key'), '-out', at('ca.crt')]
      run('openssl', ['req', '-x509', ...ec, ...ca])
      const before = ['-subj', '/CN=former', '-days', '30', '-keyout', at('site.key'), '-out', at('site.crt')]
      run('openssl', ['req', '-x509', ...ec, ...before])
      world = await startIssuingWorld()
      world.parts.inBackground = (work) => void background.push(work)
      ;[sshd, site] = await Promise.all([
        startSshd(admins.publicLine, { settings: ['PermitRootLogin prohibit-password'] }),
        startTlsSite({ folder, certificate: at('site.crt'), key: at('site.key') }),
      ])
      const ssh = servedSsh(world)
      const ResourceName = 'web-1'
      await ssh.call('addSshResource', { ResourceName, IPADDRESS: sshd.host.address, Port: sshd.host.port })
      await trustHost(world, ResourceName)
      await ssh.call('addSshKey', { keyName: 'admins', File: { name: 'admins', bytes: Buffer.from(admins.file) } })
      const byKey = { Method: 'key', KeyName: 'admins', isAdmin: true }
      await ssh.call('setHostCredentials', { ResourceName, ...who, ...byKey })
      await servers().call('addServer', {
        serverName: 'nginx',
        ResourceName,
        userName: who.UserName,
        certificatePath: at('site.crt'),
        keyPath: at('site.key'),
        tlsAddress: `localhost:${site.port}`,
        reloadCommand: site.reload,
      })
    })
    afterAll(async () => {
      await Promise.all(background)
      await Promise.all([world.stop(), sshd.stop(), site.stop()])
      await rm(folder, { recursive: true, force: true })
    })

    const servers = () => world.serve(serverRows, serverHandlers(world.parts))
    const inventory = () =>
      world.serve(
        { ...certificateRows, ...requestFileRows },
        { ...certificateHandlers(world.parts), ...requestFileHandlers(world.parts) },
      )
    const deploy = async (which: object) => {
      const { call } = world.serve(deploymentRows, deploymentHandlers(world.parts))
      const { deployStatus } = await call('deployCertificate', { ...which, serverName: 'nginx' })
      return (deployStatus as { status: string; message: string }[])[0]
    }
    const useOf = async (CertID: number) =>
      (
        await world
          .serve(tlsHostRows, tlsHostHandlers(world.parts))
          .call('getCertificateUse', { CertID: String(CertID) })
      ).details as JsonObject

    /** As a CA does with what it is sent: its answer is the certificate and its own. */
    async function answerTo(id: number): Promise<string> {
      const { bytes } = await inventory().download('exportRequest', { CSR_ID: String(id), fileType: 'CSR' })
      await writeFile(at('a.csr'), bytes)
      const by = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '30']
      const signed = run('openssl', ['x509', '-req', '-in', at('a.csr'), ...by, '-copy_extensions', 'copy'])
      return `${signed}\n${await readFile(at('ca.crt'), 'utf8')}`
    }
    async function certified() {
      const id = await world.request({ CNAME: 'localhost', ALT_NAMES: 'localhost', PASSWORD: secret, StoreType: 'JKS' })
      await inventory().call('addCertificate', { fileType: 'CERTFILE', File: fileOf(await answerTo(id)) })
      const { details } = await inventory().call('listRequestAnswers', {})
      const answer = (details as JsonObject[]).find(({ CSR_ID }) => CSR_ID === id)
      expect(answer).toMatchObject({ issuerName: 'Outside CA', hasPrivateKey: true })
      const { id: CertID, common_name, serial_number } = await world.newest('localhost')
      return { id: CertID, which: { common_name, serial_number } }
    }
    /** What a client sees that trusts the outside CA and nothing else. */
    async function served() {
      const socket = connect({
        host: '127.0.0.1',
        port: site.port,
        servername: 'localhost',
        ca: readFileSync(at('ca.crt')),
      })
      await once(socket, 'secureConnect')
      const { serialNumber } = socket.getPeerCertificate()
      socket.destroy()
      return serialNumber
    }

    test('the answer of the CA becomes files that openssl and keytool open with its key', async () => {
      const { which } = await certified()
      const file = async (fileType: string) => {
        const { bytes } = await inventory().download('getCertificate', { ...which, fileType })
        await writeFile(at(fileType), bytes)
        return at(fileType)
      }
      const withPassword = ['-passin', `pass:${secret}`]
      const publicKey = run('openssl', ['x509', '-in', await file('PEM'), '-noout', '-pubkey'])
      expect(run('openssl', ['pkey', '-in', await file('KEY'), ...withPassword, '-pubout'])).toBe(publicKey)
      const opened = run('openssl', ['pkcs12', '-in', await file('PKCS'), ...withPassword, '-nodes'])
      expect(new X509Certificate(opened).checkPrivateKey(createPrivateKey(opened))).toBe(true)
      expect(new X509Certificate(opened).serialNumber).toBe(which.serial_number)
      const store = await file('JKS')
      if (!isInstalled('keytool')) return
      const listed = run('keytool', ['-list', '-v', '-keystore', store, '-storepass', secret])
      expect(listed).toContain('PrivateKeyEntry')
      expect(listed).toContain('Certificate chain length: 2')
    })

    test('deployed by SSH with a reload, it is what a TLS client sees and what the page calls served', async () => {
      const { id, which } = await certified()
      const before = await useOf(id)
      expect(before).toMatchObject({ Deployments: [], Served: [] })
      const told = await deploy(which)
      expect(told).toMatchObject({ status: 'Success' })
      expect(told?.message).toContain(`localhost:${site.port} presents it`)
      await expect.poll(served, patience).toBe(which.serial_number)
      expect(await useOf(id)).toMatchObject({
        Deployments: [{ serverName: 'nginx', tlsAddress: `localhost:${site.port}`, Presented: 'yes' }],
        Served: [{ Host: 'localhost', Port: site.port }],
      })
    })

    test('where nginx does not accept it, the former files are back and the former certificate is served', async () => {
      const [first, second] = [await certified(), await certified()]
      await deploy(first.which)
      const files = () => Promise.all([readFile(at('site.crt'), 'utf8'), readFile(at('site.key'), 'utf8')])
      const former = await files()
      const configuration = await readFile(site.configuration, 'utf8')
      await appendFile(site.configuration, 'nonsense;\n')
      const told = await deploy(second.which)
      expect(told).toMatchObject({ status: 'Failed' })
      expect(told?.message).toContain('nonsense')
      expect(await files()).toEqual(former)
      await expect.poll(served, patience).toBe(first.which.serial_number)
      expect(await useOf(second.id)).toMatchObject({ Deployments: [], Served: [] })
      await writeFile(site.configuration, configuration)
    })
  },
)
