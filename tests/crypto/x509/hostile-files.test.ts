import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { isPem, readPem } from '#crypto/pem.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { chainOf } from '#crypto/x509/chain.ts'
import { answerOcsp, requestedSerialNumbers } from '#crypto/x509/ocsp.ts'
import { summarizeRequest, verifyRequest } from '#crypto/x509/request.ts'
import { isRevocationListBy, summarizeRevocationList } from '#crypto/x509/revocation-list.ts'
import { runs } from '../../support/runs.ts'
import { corpus, type CorpusFile, every } from '../corpora.ts'
import { cpuMilliseconds } from '../cpu-time.ts'
import { randomNumbers } from '../ssh/random-numbers.ts'
import { certificateVector, vector } from './vectors.ts'

const root = { certificate: certificateVector('root.pem'), privateKey: readKeyFile(vector('root.key'), '') }
const state = { states: {}, thisUpdate: new Date(0), nextUpdate: new Date(1) }

type Reader = (bytes: Uint8Array<ArrayBuffer>) => unknown

const certificateReaders: Reader[] = [summarizeCertificate, (bytes) => chainOf(bytes, [bytes, root.certificate])]

/** Everything that somebody else's file can be put through. */
const readers: Reader[] = [
  ...certificateReaders,
  summarizeRequest,
  verifyRequest,
  summarizeRevocationList,
  (bytes) => isRevocationListBy(root.certificate, bytes),
  requestedSerialNumbers,
  (request) => answerOcsp({ ...state, request, issuer: root }),
  (bytes) => readKeyFile(bytes, 'x'),
  (bytes) => readCertificateFile(bytes).certificates.map(summarizeCertificate),
]

/** Nothing but an answer or a refusal, and in time. */
function assertHandled(name: string, bytes: Uint8Array, by = readers): void {
  for (const read of by) {
    const spent = cpuMilliseconds(() => {
      try {
        read(Uint8Array.from(bytes))
      } catch (error) {
        if (!(error instanceof Refusal))
          throw new Error(`${name} is not refused but breaks its reader`, { cause: error })
      }
    })
    expect(spent, `milliseconds for ${name}`).toBeLessThan(1000)
  }
}

const derOf = ({ bytes }: CorpusFile): Uint8Array<ArrayBuffer> => {
  const text = bytes.toString('latin1')
  return isPem(text) ? (readPem(text).at(-1)?.bytes ?? new Uint8Array()) : Uint8Array.from(bytes)
}

const isReadable = (read: () => unknown) => {
  try {
    return Boolean(read())
  } catch {
    return false
  }
}

const lint = [...corpus('x509-lint'), ...corpus('badssl-certs')].filter(({ name }) => /\.(pem|der|crt)$/.test(name))

test.skipIf(lint.length === 0)(
  'of the certificates that linters are tested with (where at hand), we read what Node reads',
  { timeout: 120_000 },
  () => {
    const differing = every(4, lint).filter((file) => {
      const der = derOf(file)
      assertHandled(file.name, der, certificateReaders)
      return isReadable(() => summarizeCertificate(der)) !== isReadable(() => new X509Certificate(der))
    })
    expect(lint.length).toBeGreaterThan(500)
    expect(differing.length / every(4, lint).length).toBeLessThan(0.01)
  },
)

const fuzz = corpus('asn1-fuzz')

test.skipIf(fuzz.length === 0)(
  'every file that OpenSSL is fuzzed with (where at hand) is read or refused in time',
  { timeout: 300_000 },
  () => {
    for (const { name, bytes } of every(8, fuzz)) assertHandled(name, bytes)
  },
)

const vectors = ['leaf.der', 'rsa-pss.csr', 'root.crl', 'streamed.p7b', 'ask-leaf.ocsp', 'ec-pbes2.der', 'leaf.pem']

test.each(vectors)('%s with changed bytes, or cut short, is read or refused in time', (name) => {
  const original = derOf({ name, bytes: Buffer.from(vector(name)) })
  const random = randomNumbers(name)
  for (let round = 0; round < runs(50, 150); round++) {
    const altered = Buffer.from(original)
    for (let flips = 1 + random(3); flips > 0; flips--) altered[random(altered.length)] = random(256)
    assertHandled(`${name}, round ${round}`, altered)
  }
  for (let length = 0; length < original.length; length += 1 + Math.floor(original.length / 40)) {
    assertHandled(`${name}, ${length} bytes`, original.subarray(0, length))
  }
})

test('no changed byte of a certificate leaves its signature right', () => {
  const leaf = certificateVector('leaf.pem')
  const issuer = certificateVector('intermediate.pem')
  for (let at = 0; at < leaf.length; at++) {
    const altered = Uint8Array.from(leaf)
    altered[at] = (altered[at] ?? 0) ^ 1
    const isAccepted = isReadable(
      () => summarizeCertificate(altered) && chainOf(altered, [issuer]).certificates.length === 2,
    )
    expect(isAccepted, `byte ${at}`).toBe(false)
  }
})
