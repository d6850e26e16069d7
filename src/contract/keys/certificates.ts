import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { file, flag, integer, listOf, record, text } from '#contract/wire.ts'
import { listIssued } from './authorities.ts'
import { deployment } from './deployment.ts'
import { deletionJob } from './jobs/deletion-job.ts'
import { deploymentJob, exportJob, revocationJob } from './jobs/key-jobs.ts'
import { capitalizedOutcome, detailOf, operation, rowsOf, sentence } from './result.ts'

const of = (apiName: string) =>
  ({
    source: `key-management, ${apiName}`,
    path: `/api/pki/restapi/${apiName}`,
    encoding: 'input-data',
  }) as const

const commonName = z.string().check(z.minLength(1), z.maxLength(500))
const serialNumber = z.string().check(z.minLength(1), z.maxLength(200))
/** In characters. */
export const longestPassword = 1_000
const certificate = z.object({ common_name: commonName, serial_number: serialNumber })

const certificateFormats = ['CER', 'CRT', 'DER', 'P7B', 'PKCS', 'JKS', 'PEM', 'KEY'] as const
type CertificateFormat = (typeof certificateFormats)[number]
/** Formats that contain the private key. */
export const formatsWithKey: readonly CertificateFormat[] = ['PKCS', 'JKS', 'KEY']

/** The list has no serial number, which most operations need. */
const certificateRow = record({
  CertID: integer,
  'DNS Name/FQDN': text,
  Port: integer,
  'Common Name': text,
  Issuer: text,
  FromDate: text,
  ExpiryDate: text,
  KeyStrength: text,
  SignatureAlgorithm: text,
  'Created By': text,
  'Expiry Notification Email': text,
})
const party = record({ cname: text, org: text, orgunit: text })
const certificateDetail = record({
  certtype: text,
  certificateTemplate: text,
  endpoint: record({
    hostName: text,
    port: text,
    expiry_date: text,
    from_date: text,
    certSignAlg: text,
    Sans: text,
    serial: text,
    fingerPrint: text,
    keyalg: text,
    PublicKeyLength: integer,
    PrivateKey: flag,
    isCloudProvider: flag,
    /** Not in the reference: extensions of the certificate. */
    extensions: listOf(record({ oid: text, name: text, critical: flag, lines: listOf(text) })),
  }),
  isCertInstalledMulipleServers: flag,
  issuer: party,
  issuedto: party,
  intermediate: record({}),
  ipaddress: text,
  CertificateId: text,
})

export const getCertificate = endpoint({
  ...of('getCertificate'),
  id: 'keys.getCertificate',
  summary: 'A certificate as a file, in one of eight formats',
  target: ['common_name', 'serial_number', 'fileType'],
  method: 'GET',
  input: z.extend(certificate, { fileType: z.optional(z.enum(certificateFormats)) }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Read',
  permissionFor: ({ fileType }: { fileType?: CertificateFormat }) =>
    fileType && formatsWithKey.includes(fileType) ? 'KeyManagement_Admin' : undefined,
  secret: true,
  reason: true,
  job: exportJob({ kind: 'certificate' }),
  assumes: [
    'Without fileType the response is PEM text; CER and CRT contain the certificate alone, PEM and P7B its chain',
    'KEY, PKCS and JKS contain the private key, encrypted with the passphrase of getCertificatePassphrase, and require Admin',
    'Serial numbers are hexadecimal; colons, case and leading zeros are ignored',
    'If two issuers used the same serial number for a common name, the latest certificate is used',
  ],
})

export const listCertificates = endpoint({
  ...of('getAllSSLCertificates'),
  id: 'keys.listCertificates',
  summary: 'All certificates, optionally filtered',
  method: 'GET',
  input: z.object({
    withExpiryDaysLessThan: z.optional(z.pipe(text, z.string().check(z.regex(/^\d+$/, 'must be a number of days')))),
    withKeyLength: z.optional(z.pipe(text, z.string().check(z.regex(/^\d+$/, 'must be a number of bits')))),
    withSignatureAlgorithm: z.optional(z.string().check(z.minLength(1))),
  }),
  output: rowsOf('getAllSSLCertificates', certificateRow),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'One row per host where a certificate was found; otherwise its first DNS name and Port 0',
    'Dates are ISO 8601 in UTC, KeyStrength and withKeyLength are bits',
    'withExpiryDaysLessThan includes expired certificates',
    'withSignatureAlgorithm accepts all common spellings, and a digest alone: SHA256',
  ],
})

export const listCertificateExpiry = endpoint({
  ...of('getAllSSLCertsExpiryDate'),
  id: 'keys.listCertificateExpiry',
  summary: 'Expiry dates of all certificates',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getAllSSLCertsExpiryDate', record({ 'Common Name': text, ExpiryDate: text })),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
})

export const getCertificateDetails = endpoint({
  ...of('getCertificateDetails'),
  id: 'keys.getCertificateDetails',
  summary: 'Certificate details and installation locations',
  method: 'GET',
  input: z.object({ common_name: commonName, serial_number: z.optional(serialNumber) }),
  output: rowsOf('getCertificateDetails', certificateDetail),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'Without serial_number the newest 100 certificates of the common name',
    'certtype is Root, Intermediate, Self-signed or End entity; fingerPrint is SHA-256',
    'Sans contains the first 1,000 names, a comma of a name as \\,; hostName, port and ipaddress are the last known location',
    'certificateTemplate is the template of the external CA or the profile',
    'endpoint.extensions are all those of the certificate, by their names in RFC 5280 (extension)',
    'intermediate is the issuing CA, if stored and not a root: cname, org, orgunit, serial, expiry_date',
  ],
})

export const getCertificateKeyStore = endpoint({
  ...of('getCertificateKeyStore'),
  id: 'keys.getCertificateKeyStore',
  summary: 'The key store of a certificate',
  target: ['common_name', 'serial_number'],
  method: 'GET',
  input: certificate,
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Admin',
  secret: true,
  reason: true,
  assumes: ['In its original store type; PKCS#12 otherwise, JKS for JCEKS'],
})

export const deleteCertificate = endpoint({
  ...of('deleteCertificate'),
  id: 'keys.deleteCertificate',
  summary: 'Delete a certificate',
  target: ['common_name', 'serial_number'],
  method: 'DELETE',
  input: z.object({ common_name: commonName, serial_number: z.optional(serialNumber) }),
  output: operation('DeleteCertificate'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  job: deletionJob({ kind: 'certificate' }, listCertificates, ({ CertID }) => CertID),
  guards: ({ common_name, serial_number = '' }: { common_name: string; serial_number?: string | undefined }) => ({
    action: 'delete-key',
    subjects: [`${common_name} ${serial_number}`],
  }),
  assumes: [
    'By common name alone only if it is unique',
    'The private key is deleted too; certificates it issued stay valid and can still be revoked',
  ],
})

export const addCertificate = endpoint({
  ...of('addCertificate'),
  id: 'keys.addCertificate',
  summary: 'Import a certificate or a key store',
  target: ['File'],
  method: 'POST',
  encoding: 'multipart',
  input: z.object({
    fileType: z.enum(['CERTFILE', 'KEYSTORE']),
    PASSWORD: z.optional(z.string().check(z.maxLength(longestPassword))),
    KEY_PASSWORD: z.optional(z.string().check(z.maxLength(longestPassword))),
    File: file,
  }),
  output: capitalizedOutcome,
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate', 'keys.request'],
  assumes: [
    'CERTFILE is PEM, DER, P7B or plain base64, detected by content; KEYSTORE is PKCS#12, JKS, JCEKS or PEM with a key',
    'All certificates of a file are imported, at most 200 of a CERTFILE and 500 of a KEYSTORE; an unreadable one rejects the file',
    'A private key in a PEM file is imported; an encrypted one requires PASSWORD',
    'Existing certificates are not added again but receive their key',
    'A certificate without a key receives that of a stored request or certificate with the same public key, with its store type and passphrase',
    'KEY_PASSWORD decrypts a key of a JKS or JCEKS that has a password of its own (extension)',
    'PASSWORD becomes the passphrase that getCertificatePassphrase answers; without one, a random passphrase is generated',
  ],
})

export const deployCertificate = endpoint({
  ...of('deployCertificate'),
  id: 'keys.deployCertificate',
  summary: 'Deploy a certificate to one server; without serverName to all saved servers',
  target: ['common_name', 'serial_number', 'serverName'],
  method: 'POST',
  input: z.extend(certificate, {
    serverName: z.optional(z.string('must be the name of a server, or left out').check(z.minLength(1))),
  }),
  allWithout: ['serverName'],
  output: deployment,
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  timeoutSeconds: 480, // the last server starts within five minutes, and may have to be rolled back
  job: deploymentJob,
  assumes: [
    'Saved servers are those added with addServer (an extension)',
    'The chain is PEM with mode 0644, the key unencrypted PEM with mode 0600; existing files are backed up',
    'result.status is Success only if all servers succeeded; deployStatus has the result of each',
  ],
})

export const getCertificatePassphrase = endpoint({
  ...of('getCertificatePassphrase'),
  id: 'keys.getCertificatePassphrase',
  summary: 'The passphrase of a certificate’s key store',
  target: ['common_name', 'serial_number'],
  method: 'GET',
  input: certificate,
  output: detailOf('getCertificatePassphrase', record({ Passphrase: text })),
  permission: 'KeyManagement_Admin',
  secret: true,
  reason: true,
  assumes: ['Decrypts every file of getCertificate and getCertificateKeyStore that contains the key'],
})

type Revoked = { common_name: string; serial_number: string; revoke_reason: number }

export const revokeCertificate = endpoint({
  ...of('revokeEXTCACertificate'),
  id: 'keys.revokeCertificate',
  summary: 'Revoke a certificate, or release a held one',
  target: ['common_name', 'serial_number', 'revoke_reason'],
  method: 'POST',
  input: z.extend(certificate, { revoke_reason: z.int().check(z.minimum(0), z.maximum(7)) }),
  output: sentence,
  responseType: 'sentence',
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  job: revocationJob(listIssued),
  guards: ({ common_name, serial_number, revoke_reason }: Revoked) =>
    revoke_reason === 7 ? undefined : { action: 'revoke', subjects: [`${common_name} ${serial_number}`] },
  assumes: [
    '7 removes from the CRL (8 in RFC 5280) and is accepted only for a certificate on hold (6)',
    'Only certificates of the external CA and internal authorities, including deleted ones',
  ],
})

const unmanaged = z.enum(['loadbalancer', 'sharedpath'])

export const listUnmanagedCertificates = endpoint({
  ...of('getUnmanagedCertList'),
  id: 'keys.listUnmanagedCertificates',
  summary: 'Unmanaged key stores: <file_name>::<number> and a password placeholder',
  method: 'GET',
  input: z.object({ type: unmanaged }),
  output: rowsOf('getUnmanagedCertList', record({})),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'The shared path is a folder of the service and its direct subfolders; at most 1,000 files of at most 1 MiB',
    'The number counts the entries of a Java key store; PKCS#12 counts as one',
    'The placeholder is <password>; entries that still have it are skipped by discoverUnmanagedCert',
    'Entries are not listed while all their certificates and keys are in the inventory; PKCS#12 only after import',
    'Load balancers are SSH resources with a folder of key stores; their files are named <host>/<file>',
  ],
})

export const importUnmanagedCertificates = endpoint({
  ...of('discoverUnmanagedCert'),
  id: 'keys.importUnmanagedCertificates',
  summary: 'Import key stores with the passwords filled into the list of getUnmanagedCertList',
  target: ['File'],
  method: 'GET',
  encoding: 'multipart',
  input: z.object({ File: file }),
  output: record({ Status: text, Message: text, ImportedCertificate: listOf(text) }),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  assumes: [
    'The part is named File',
    'POST is accepted as well',
    'Success if at least one entry was imported; the message names the reasons for others',
  ],
})

export const certificateRows = {
  getCertificate,
  listCertificates,
  listCertificateExpiry,
  getCertificateDetails,
  getCertificateKeyStore,
  deleteCertificate,
  addCertificate,
  getCertificatePassphrase,
}

export const unmanagedRows = { listUnmanagedCertificates, importUnmanagedCertificates }
export const deploymentRows = { deployCertificate }
export const revocationRows = { revokeCertificate }
