// Every operation that takes, makes or shows a secret, once or more; also with wrong ones, which say much of the right ones.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vector } from '../../../crypto/x509/vectors.ts'
import { fileOn } from './ssh-login.ts'
import type { Details, Files, WireCalls } from './wire-calls.ts'

/** Unlike all else, with marks that each encoding writes in another way. */
export const canary = (of: string) => `Ω canary/${of}+“7Kq2”\\ ü`

/** Numbers of which a private key consists. */
function privateNumbers(key: Parameters<typeof createPrivateKey>[0]): Buffer[] {
  const { d, p, q } = createPrivateKey(key).export({ format: 'jwk' })
  return [d, p, q].flatMap((number) => (number === undefined ? [] : [Buffer.from(number, 'base64url')]))
}

/** What is to be found nowhere afterwards. */
export async function dayOfSecrets(
  wire: WireCalls & { folder: string },
  hostPassword: string,
): Promise<(string | Buffer)[]> {
  const words: string[] = []
  const secret = (of: string) => {
    words.push(canary(of))
    return canary(of)
  }
  const expectStatus = (wanted: string, text: string) => {
    if (!new RegExp(`"[Ss]tatus":"${wanted}"`).test(text)) throw new Error(`Not ${wanted}: ${text}`)
  }
  const send = async (apiName: string, details: Details, files?: Files) =>
    (await (files ? wire.upload(apiName, details, files) : wire.post(apiName, details))).text
  const does = async (...call: Parameters<typeof send>) => expectStatus('Success', await send(...call))
  const fails = async (...call: Parameters<typeof send>) => expectStatus('Failed', await send(...call))
  const pem = (key: string | Buffer, passphrase?: string) => ({ key, ...(passphrase !== undefined && { passphrase }) })

  // SSH keys
  const made = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const ofImport = secret('import')
  const File = made.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: ofImport })
  await fails('addSSHKey', { keyName: 'brought', passphrase: secret('wrong import') }, { File })
  await does('addSSHKey', { keyName: 'brought', passphrase: ofImport }, { File })
  await does('createsshkey', { keyName: 'made', passPhrase: secret('creation'), keyType: 'ed25519', comment: 'seen' })
  await fails('createsshkey', { keyName: 'no', passPhrase: secret('refused'), keyType: 'ssh-rsa', length: '3072' })
  await wire.get('getSSHKeyPassphrase', { keyName: 'made' })
  await wire.post('exportSSHKey', { keyName: 'made' })

  // The hosts of the lab
  const [resourceName, userName] = ['web.lab.example', 'root']
  const login = { userName, resourceName, isAdmin: 'true' }
  await fails('applycredentials', { ...login, password: secret('wrong host') })
  await does('applycredentials', { ...login, password: hostPassword })
  await does('associateKey', { keyName: 'made', resourceName, userName: 'deploy' })

  // The vault
  const vaultFile = secret('vault file')
  await does('addKeyStoreKey', { keyName: 'kept', passphrase: secret('vault') }, { File: vaultFile })
  await wire.post('exportKeyStoreKey', { keyName: 'kept' })
  await does(
    'updateKeyStoreKey',
    { keyName: 'kept', passphrase: secret('vault again') },
    { File: secret('file again') },
  )
  await fails('addKeyStoreKey', { keyName: 'kept', passphrase: secret('twice') }, { File: secret('file twice') })

  // Certificates, requests and stores
  const ec = { ALG: 'EC', LEN: '256' }
  const serialOf = async (common_name: string): Promise<string> => {
    const { details } = (await wire.get('getCertificateDetails', { common_name })).json() as unknown as {
      details: [{ endpoint: { serial: string } }]
    }
    return details[0].endpoint.serial
  }
  const CNAME = 'canary.lab.example'
  const ofCertificate = secret('certificate')
  await does('createCertificate', { CNAME, ...ec, PASSWORD: ofCertificate })
  const certificate = { common_name: CNAME, serial_number: await serialOf(CNAME) }
  await wire.get('getCertificatePassphrase', certificate)
  const store = (await wire.get('getCertificateKeyStore', certificate)).bytes
  const key = (await wire.get('getCertificate', { ...certificate, fileType: 'KEY' })).bytes
  await wire.get('getCertificate', { ...certificate, fileType: 'JKS' })
  await does('deployCertificate', { ...certificate, serverName: 'web' })
  await writeFile(join(wire.folder, 'shared', 'canary.p12'), store)
  expectStatus('Success', (await wire.remove('deleteCertificate', certificate)).text)
  const found = (password: string) => JSON.stringify({ 'canary.p12::1': password })
  const unmanaged = (password: string) =>
    wire.upload('discoverUnmanagedCert', undefined, { File: found(password) }, 'GET')
  expectStatus('Failed', (await unmanaged(secret('wrong unmanaged'))).text)
  expectStatus('Success', (await unmanaged(ofCertificate)).text)
  await fails('addCertificate', { fileType: 'KEYSTORE', PASSWORD: secret('wrong store') }, { File: store })
  await does('addCertificate', { fileType: 'KEYSTORE', PASSWORD: ofCertificate }, { File: store })
  const withKey = Buffer.concat([vector('leaf.pem'), vector('leaf.key')]).toString()
  await does('addCertificate', { fileType: 'CERTFILE' }, { File: withKey })

  const ofRequest = secret('request')
  await does('createCSR', { CNAME: 'asked.lab.example', ...ec, PASSWORD: ofRequest })
  const Key = createPrivateKey(Buffer.from(vector('rsa.key')))
  const encrypted = Key.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: secret('key of request'),
  })
  const request = { CSR: vector('rsa.csr'), Key: encrypted }
  await fails('importCSR', { password: secret('wrong request') }, request)
  await does('importCSR', { password: canary('key of request') }, request)
  const { GeneratedList } = (await wire.get('getCSRList')).json() as unknown as { GeneratedList: [{ CSR_ID: number }] }
  const external = { serverName: 'localhost', caName: 'EXTCA', templateName: 'WebServer' }
  await does('signCSR', { ...external, CSR_ID: String(GeneratedList[0].CSR_ID) })

  // PGP, and API keys
  const User = String.raw`canary\@example\.com`
  const armored = async (keyExportType: string) => (await wire.get('getPGPKey', { User, keyExportType })).text
  const inPublic = new Set((await armored('public')).split('\n'))
  const pgp = (await armored('private')).split('\n').filter((line) => line.length > 40 && !inPublic.has(line))
  const another = (await wire.own('generateApiKey', { name: 'another' })).json().details as { apiKey: string }

  const deployed = await fileOn(
    await portOf(wire, resourceName),
    { username: userName, password: hostPassword },
    '/etc/ssl/private/web.key',
  )
  const numbers = [
    ...privateNumbers(made.export({ type: 'pkcs8', format: 'pem' })),
    ...privateNumbers(pem(key, ofCertificate)),
    ...privateNumbers(pem(deployed)),
    ...privateNumbers(Buffer.from(vector('leaf.key'))),
    ...privateNumbers(Buffer.from(vector('rsa.key'))),
  ]
  return [...words, hostPassword, another.apiKey, ...pgp.slice(1, -2), ...numbers]
}

async function portOf(wire: WireCalls, name: string): Promise<number> {
  const { details } = (await wire.get('getAllSSHResourceDetails')).json() as unknown as {
    details: { ResourceName: string; Port: number }[]
  }
  return details.find(({ ResourceName }) => ResourceName === name)?.Port ?? 0
}
