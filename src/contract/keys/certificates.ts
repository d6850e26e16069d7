import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { file, flag, integer, listOf, record, text } from '#contract/wire.ts'
import { capitalisedOutcome, detailOf, operation, rowsOf } from './result.ts'

const of = (row: number, apiName: string) =>
  ({
    source: `key-management ${row}`,
    path: `/api/pki/restapi/${apiName}`,
    carrier: 'input-data',
  }) as const

const commonName = z.string().min(1).max(500)
const serialNumber = z.string().min(1).max(100)
const certificate = z.object({ common_name: commonName, serial_number: serialNumber })

const certificateFormats = ['CER', 'CRT', 'DER', 'P7B', 'PKCS', 'JKS', 'PEM', 'KEY'] as const

/** No serial number in the row, although most operations need one (M345). */
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
  method: 'GET',
  input: certificate.extend({ fileType: z.enum(certificateFormats).optional() }),
  output: file,
  answers: 'file',
  permission: 'KeyManagement_Read',
  assumes: ['Without fileType the answer is PEM text', 'KEY, PKCS and JKS hold the private key and need Admin'],
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
})

export const getCertificateKeyStore = endpoint({
  ...of(23, 'getCertificateKeyStore'),
  id: 'keys.getCertificateKeyStore',
  summary: 'The key store of a certificate',
  method: 'GET',
  input: certificate,
  output: file,
  answers: 'file',
  permission: 'KeyManagement_Admin',
  secret: true,
})

export const deleteCertificate = endpoint({
  ...of(24, 'deleteCertificate'),
  id: 'keys.deleteCertificate',
  summary: 'Delete a certificate',
  method: 'DELETE',
  input: z.object({ common_name: commonName, serial_number: serialNumber.optional() }),
  output: operation('DeleteCertificate'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  assumes: ['By common name alone only while no other certificate has it'],
})

export const addCertificate = endpoint({
  ...of(36, 'addCertificate'),
  id: 'keys.addCertificate',
  summary: 'Import a certificate or a key store',
  method: 'POST',
  carrier: 'multipart',
  input: z.object({
    fileType: z.enum(['CERTFILE', 'KEYSTORE']),
    PASSWORD: z.string().optional(),
    File: file,
  }),
  output: capitalisedOutcome,
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
})

export const deployCertificate = endpoint({
  ...of(37, 'deployCertificate'),
  id: 'keys.deployCertificate',
  summary: 'Deploy a certificate to one server; without serverName to all saved servers',
  method: 'POST',
  input: certificate.extend({ serverName: z.string().min(1).optional() }),
  output: rowsOf('DeployCertificate', record({ server: text, message: text, status: text }), 'deployStatus'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
})

export const getCertificatePassphrase = endpoint({
  ...of(39, 'getCertificatePassphrase'),
  id: 'keys.getCertificatePassphrase',
  summary: 'The passphrase of a certificate’s key store',
  method: 'GET',
  input: certificate,
  output: detailOf('getCertificatePassphrase', record({ Passphrase: text })),
  permission: 'KeyManagement_Admin',
  secret: true,
})

export const revokeCertificate = endpoint({
  ...of(43, 'revokeEXTCACertificate'),
  id: 'keys.revokeCertificate',
  summary: 'Revoke a certificate, or release a held one',
  method: 'POST',
  input: certificate.extend({ revoke_reason: z.int().min(0).max(7) }),
  output: z.string().min(1),
  answers: 'sentence',
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  danger: true,
  assumes: ['7 removes from the CRL, which RFC 5280 numbers 8, and is taken only for a certificate on hold (6)'],
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
})

export const importUnmanagedCertificates = endpoint({
  ...of(45, 'discoverUnmanagedCert'),
  id: 'keys.importUnmanagedCertificates',
  summary: 'Import key stores with the passwords filled into the list of 44',
  method: 'GET',
  carrier: 'multipart',
  input: z.object({ File: file }),
  output: record({ Status: text, Message: text, ImportedCertificate: listOf(text) }),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  assumes: ['The part is called File', 'POST is taken as well'],
})

export const certificateRows = {
  getCertificate,
  listCertificates,
  listCertificateExpiry,
  getCertificateDetails,
  getCertificateKeyStore,
  deleteCertificate,
  addCertificate,
  deployCertificate,
  getCertificatePassphrase,
  revokeCertificate,
  listUnmanagedCertificates,
  importUnmanagedCertificates,
}
