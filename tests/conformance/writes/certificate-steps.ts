import {
  addCertificate,
  deleteCertificate,
  deployCertificate,
  getCertificate,
  getCertificateDetails,
  getCertificateKeyStore,
  getCertificatePassphrase,
  importUnmanagedCertificates,
  revokeCertificate,
} from '#contract/keys/certificates.ts'
import { discoverFromFile, discoverHost, discoverRange } from '#contract/keys/discovery.ts'
import { createCertificate, createRequest, importRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { recordsIn } from '../records.ts'
import { fileIn, type Made, type Step, textFile } from './write-step.ts'

const commonName = ({ name }: Made) => `${name}.invalid`
const subject = (made: Made) => ({
  CNAME: commonName(made),
  ALT_NAMES: commonName(made),
  PASSWORD: made.passphrase,
  VALIDITY_TYPE: 'days',
  VALIDITY: '1',
  ALG: 'RSA',
  LEN: '2048',
  SIGALG: 'SHA256',
  StoreType: 'PKCS12',
})
const seconds = { TIMEOUT: '5' }

export const certificateSteps: readonly Step[] = [
  { endpoint: createCertificate, input: subject },
  {
    endpoint: getCertificateDetails,
    input: (made) => ({ common_name: commonName(made) }),
    learn: (made, { value }) => {
      const endpoint = recordsIn(value)[0]?.endpoint as { serial?: string } | undefined
      if (endpoint?.serial) made.certificate = { common_name: commonName(made), serial_number: endpoint.serial }
    },
  },
  {
    endpoint: getCertificate,
    input: ({ certificate }) => certificate && { ...certificate, fileType: 'CER' },
    learn: (made, asked) => {
      const file = fileIn(asked)
      if (file) made.certificateFile = file
    },
  },
  { endpoint: getCertificateKeyStore, input: ({ certificate }) => certificate },
  { endpoint: getCertificatePassphrase, input: ({ certificate }) => certificate },
  {
    endpoint: deployCertificate,
    input: (made) => made.certificate && { ...made.certificate, serverName: commonName(made) },
    mayRefuse: true,
  },
  {
    endpoint: revokeCertificate,
    input: ({ certificate }) => certificate && { ...certificate, revoke_reason: 0 },
    mayRefuse: true,
  },
  { endpoint: deleteCertificate, input: ({ certificate }) => certificate },
  {
    endpoint: addCertificate,
    input: ({ certificateFile }) => certificateFile && { fileType: 'CERTFILE', File: certificateFile },
  },
  { endpoint: deleteCertificate, input: ({ certificateFile, certificate }) => certificateFile && certificate },
  { endpoint: importUnmanagedCertificates, input: () => ({ File: textFile('check.txt', '{}') }), mayRefuse: true },
  { endpoint: createRequest, input: subject },
  {
    endpoint: listRequests,
    input: () => ({}),
    learn: (made, { value }) => {
      const { rows = [] } = (value ?? {}) as { rows?: Record<string, unknown>[] }
      const row = rows.find(({ DOMAIN_NAME: domain }) => domain === commonName(made))
      if (row) made.requestId = String(row.CSR_ID)
    },
  },
  {
    endpoint: signRequest,
    input: (made) =>
      made.requestId === undefined
        ? undefined
        : {
            CSR_ID: made.requestId,
            signType: 'signWithRoot',
            rootCertificateCommonName: commonName(made),
            rootCertificateSerialNumber: '00',
            Validity: 1,
          },
    mayRefuse: true,
  },
  { endpoint: importRequest, input: () => ({ CSR: textFile('check.csr', 'no request') }), mayRefuse: true },
  { endpoint: discoverHost, input: ({ host, port }) => ({ HOST: host, PORT: String(port), ...seconds }) },
  {
    endpoint: discoverRange,
    input: ({ address, port }) => ({
      StartIpAddress: address,
      EndIpAddress: address,
      PORT: String(port),
      ...seconds,
    }),
  },
  {
    endpoint: discoverFromFile,
    input: ({ host, port }) => ({
      FileName: 'hosts.txt',
      PORT: port,
      ...seconds,
      File: textFile('hosts.txt', `${host} ${port}\n`),
    }),
  },
]
