import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { file, flag, integer, listOf, record, text } from '#contract/wire.ts'
import { deployment } from './deployment.ts'
import { capitalizedOutcome, detailOf, operation, rowsOf } from './result.ts'

const of = (row: number, apiName: string) =>
  ({
    source: `key-management ${row}`,
    path: `/api/pki/restapi/${apiName}`,
    encoding: 'input-data',
  }) as const

const commonName = z.string().min(1).max(500)
const serialNumber = z.string().min(1).max(200)
/** Characters. */
export const longestPassword = 1_000
const certificate = z.object({ common_name: commonName, serial_number: serialNumber })

const certificateFormats = ['CER', 'CRT', 'DER', 'P7B', 'PKCS', 'JKS', 'PEM', 'KEY'] as const
type CertificateFormat = (typeof certificateFormats)[number]
/** What holds the private key as well. */
export const formatsWithKey: readonly CertificateFormat[] = ['PKCS', 'JKS', 'KEY']

/** No serial number in the row, although most operations need one. */
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
  }),
  isCertInstalledMulipleServers: flag,
  issuer: party,
  issuedto: party,
  intermediate: record({}),
  ipaddress: text,
  CertificateId: text,
})

export const getCertificate = endpoint({
  ...of(18, 'getCertificate'),
  source: 'key-management 18 and 19',
  id: 'keys.getCertificate',
  summary: 'A certificate as a file, in one of eight formats',
  target: ['common_name', 'serial_number', 'fileType'],
  method: 'GET',
  input: certificate.extend({ fileType: z.enum(certificateFormats).optional() }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Read',
  permissionFor: ({ fileType }: { fileType?: CertificateFormat }) =>
    fileType && formatsWithKey.includes(fileType) ? 'KeyManagement_Admin' : undefined,
  secret: true,
  assumes: [
    'Without fileType the response is PEM text; CER and CRT contain the certificate alone, PEM and P7B its chain',
    'KEY, PKCS and JKS contain the private key, encrypted with the passphrase of 39, and require Admin',
    'Serial numbers are hexadecimal; colons, case and leading zeros are ignored',
    'If two issuers used the same serial number for a common name, the latest certificate is used',
  ],
})

export const listCertificates = endpoint({
  ...of(20, 'getAllSSLCertificates'),
  id: 'keys.listCertificates',
  summary: 'All certificates, optionally filtered',
  method: 'GET',
  input: z.object({
    withExpiryDaysLessThan: z.string().regex(/^\d+$/, 'must be a number of days').optional(),
    withKeyLength: z.string().regex(/^\d+$/, 'must be a number of bits').optional(),
    withSignatureAlgorithm: z.string().min(1).optional(),
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
  ...of(21, 'getAllSSLCertsExpiryDate'),
  id: 'keys.listCertificateExpiry',
  summary: 'Expiry dates of all certificates',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getAllSSLCertsExpiryDate', record({ 'Common Name': text, ExpiryDate: text })),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
})

export const getCertificateDetails = endpoint({
  ...of(22, 'getCertificateDetails'),
  id: 'keys.getCertificateDetails',
  summary: 'Certificate details and installation locations',
  method: 'GET',
  input: z.object({ common_name: commonName, serial_number: serialNumber.optional() }),
  output: rowsOf('getCertificateDetails', certificateDetail),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'Without serial_number the newest 100 certificates of the common name',
    'certtype is Root, Intermediate, Self-signed or End entity; fingerPrint is SHA-256',
    'Sans contains the first 1,000 names; hostName, port and ipaddress are the last known location',
    'intermediate is the issuing CA, if stored and not a root: cname, org, orgunit, serial, expiry_date',
  ],
})

export const getCertificateKeyStore = endpoint({
  ...of(23, 'getCertificateKeyStore'),
  id: 'keys.getCertificateKeyStore',
  summary: 'The key store of a certificate',
  target: ['common_name', 'serial_number'],
  method: 'GET',
  input: certificate,
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Admin',
  secret: true,
  assumes: ['In its original store type; PKCS#12 otherwise, JKS for JCEKS'],
})

export const deleteCertificate = endpoint({
  ...of(24, 'deleteCertificate'),
  id: 'keys.deleteCertificate',
  summary: 'Delete a certificate',
  target: ['common_name', 'serial_number'],
  method: 'DELETE',
  input: z.object({ common_name: commonName, serial_number: serialNumber.optional() }),
  output: operation('DeleteCertificate'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  assumes: [
    'By common name alone only if it is unique',
    'The private key is deleted too; certificates it issued stay valid and can still be revoked',
  ],
})

export const addCertificate = endpoint({
  ...of(36, 'addCertificate'),
  id: 'keys.addCertificate',
  summary: 'Import a certificate or a key store',
  target: ['File'],
  method: 'POST',
  encoding: 'multipart',
  input: z.object({
    fileType: z.enum(['CERTFILE', 'KEYSTORE']),
    PASSWORD: z.string().max(longestPassword).optional(),
    File: file,
  }),
  output: capitalizedOutcome,
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  assumes: [
    'CERTFILE is PEM, DER, P7B or plain base64, detected by content; KEYSTORE is PKCS#12, JKS, JCEKS or PEM with a key',
    'All certificates of a file are imported, at most 200 of a CERTFILE and 500 of a KEYSTORE; an unreadable one rejects the file',
    'A private key in a PEM file is imported; an encrypted one requires PASSWORD',
    'Existing certificates are not added again but receive their key',
    'PASSWORD becomes the passphrase of 39; without one, a random passphrase is generated',
  ],
})

export const deployCertificate = endpoint({
  ...of(37, 'deployCertificate'),
  id: 'keys.deployCertificate',
  summary: 'Deploy a certificate to one server; without serverName to all saved servers',
  target: ['common_name', 'serial_number', 'serverName'],
  method: 'POST',
  input: certificate.extend({ serverName: z.string().min(1).optional() }),
  output: deployment,
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  timeoutSeconds: 480, // the last server begins within five minutes, and may have to be taken back
  assumes: [
    'Saved servers are those added with addServer (an extension)',
    'The chain is PEM with mode 0644, the key unencrypted PEM with mode 0600; existing files are backed up',
    'result.status is Success only if all servers succeeded; deployStatus has the result of each',
  ],
})

export const getCertificatePassphrase = endpoint({
  ...of(39, 'getCertificatePassphrase'),
  id: 'keys.getCertificatePassphrase',
  summary: 'The passphrase of a certificate’s key store',
  target: ['common_name', 'serial_number'],
  method: 'GET',
  input: certificate,
  output: detailOf('getCertificatePassphrase', record({ Passphrase: text })),
  permission: 'KeyManagement_Admin',
  secret: true,
  assumes: ['Decrypts every file of 19 and 23 that contains the key'],
})

export const revokeCertificate = endpoint({
  ...of(43, 'revokeEXTCACertificate'),
  id: 'keys.revokeCertificate',
  summary: 'Revoke a certificate, or release a held one',
  target: ['common_name', 'serial_number', 'revoke_reason'],
  method: 'POST',
  input: certificate.extend({ revoke_reason: z.int().min(0).max(7) }),
  output: z.string().min(1),
  responseType: 'sentence',
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  assumes: [
    '7 removes from the CRL (8 in RFC 5280) and is accepted only for a certificate on hold (6)',
    'Only certificates of the external CA and internal authorities, including deleted ones',
  ],
})

const unmanaged = z.enum(['loadbalancer', 'sharedpath'])

export const listUnmanagedCertificates = endpoint({
  ...of(44, 'getUnmanagedCertList'),
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
    'The placeholder is <password>; entries that still have it are skipped by 45',
    'Entries are not listed while all their certificates and keys are in the inventory; PKCS#12 only after import',
    'No load balancer is connected',
  ],
})

export const importUnmanagedCertificates = endpoint({
  ...of(45, 'discoverUnmanagedCert'),
  id: 'keys.importUnmanagedCertificates',
  summary: 'Import key stores with the passwords filled into the list of 44',
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
