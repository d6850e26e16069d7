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
    'Without fileType the answer is PEM text; CER and CRT are PEM of the certificate alone, PEM and P7B hold its chain',
    'KEY, PKCS and JKS hold the private key, under the passphrase of 39, and need Admin',
    'Serial numbers are hexadecimal; colons, letter case and leading zeros do not count',
    'Where two issuers gave a common name the same serial number, the certificate that was added last is meant',
  ],
})

export const listCertificates = endpoint({
  ...of(20, 'getAllSSLCertificates'),
  id: 'keys.listCertificates',
  summary: 'All certificates, or those that match every filter given',
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
    'A row for each place where a certificate was seen; one that was seen nowhere has its first DNS name and Port 0',
    'Dates are ISO 8601 in UTC, KeyStrength and withKeyLength are bits',
    'withExpiryDaysLessThan includes what has expired',
    'withSignatureAlgorithm takes every usual spelling, and a digest alone: SHA256',
  ],
})

export const listCertificateExpiry = endpoint({
  ...of(21, 'getAllSSLCertsExpiryDate'),
  id: 'keys.listCertificateExpiry',
  summary: 'When each certificate expires',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getAllSSLCertsExpiryDate', record({ 'Common Name': text, ExpiryDate: text })),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
})

export const getCertificateDetails = endpoint({
  ...of(22, 'getCertificateDetails'),
  id: 'keys.getCertificateDetails',
  summary: 'What a certificate says, and where it is installed',
  method: 'GET',
  input: z.object({ common_name: commonName, serial_number: serialNumber.optional() }),
  output: rowsOf('getCertificateDetails', certificateDetail),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'Without serial_number the newest 100 certificates of the common name',
    'certtype is Root, Intermediate, Self-signed or End entity; fingerPrint is SHA-256',
    'Sans holds the first thousand names; hostName, port and ipaddress are where it was seen last',
    'intermediate is the authority that issued it, if kept here and no root: cname, org, orgunit, serial, expiry_date',
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
  assumes: ['In the store type that it was made with or came in; PKCS#12 otherwise, JKS for JCEKS'],
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
    'By common name alone only while no other certificate has it',
    'The private key goes with it; what it issued stays valid and can still be revoked',
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
    'CERTFILE is PEM, DER, P7B or bare base64, told apart by content; KEYSTORE is PKCS#12, JKS, JCEKS or PEM with a key',
    'All certificates of a file are kept, at most 200 of a CERTFILE and 500 of a KEYSTORE; one that cannot be read refuses the file',
    'A private key in a PEM file is taken; an encrypted one only with PASSWORD',
    'A certificate that is known is not added again, but gains its key',
    'PASSWORD becomes the passphrase of 39; a key that comes without one gets a random one',
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
    'Saved servers are those of our own addServer',
    'The chain is PEM with mode 0644, the key unencrypted PEM with mode 0600; former files are kept beside them',
    'result.status is Success only when every server has succeeded; deployStatus tells of each in any case',
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
  assumes: ['It opens every file of 19 and 23 that holds the key'],
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
    '7 removes from the CRL, which RFC 5280 numbers 8, and is taken only for a certificate on hold (6)',
    'Certificates of the external CA and of our own authorities, also when they were deleted here; no others',
  ],
})

const unmanaged = z.enum(['loadbalancer', 'sharedpath'])

export const listUnmanagedCertificates = endpoint({
  ...of(44, 'getUnmanagedCertList'),
  id: 'keys.listUnmanagedCertificates',
  summary: 'Key stores that were found and are not managed: <file_name>::<number> and a place for the password',
  method: 'GET',
  input: z.object({ type: unmanaged }),
  output: rowsOf('getUnmanagedCertList', record({})),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'The shared path is a folder of the service, with the folders directly in it; at most 1,000 files of at most 1 MiB',
    'The number counts the entries of a Java key store; PKCS#12 counts as one',
    'The placeholder is <password>; an entry that still has it is passed over by 45',
    'An entry is not listed while all its certificates and keys are in the inventory; PKCS#12 shows that once imported',
    'No load balancer is connected, so none has any',
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
    'The part is called File',
    'POST is taken as well',
    'Success if one entry at least was imported; the message says why others were not',
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
