import * as fc from 'fast-check'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Der } from '#crypto/der.ts'
import { writeJks } from '#crypto/keystore/jks-write.ts'
import { writePem } from '#crypto/pem.ts'
import type { KeyChoice } from '#crypto/private-key/key-choice.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { writePkcs7 } from '#crypto/x509/pkcs7.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { runs } from '../../support/runs.ts'
import { certificateWorld } from './certificate-world.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let inventory: ReturnType<typeof certificateWorld>
beforeAll(async () => {
  world = await startKeyWorld()
  inventory = certificateWorld(world)
})
afterAll(() => world.stop())

const keys: KeyChoice[] = [
  { algorithm: 'RSA', bits: 1024 },
  { algorithm: 'EC', bits: 256 },
  { algorithm: 'EC', bits: 521 },
  { algorithm: 'Ed25519' },
]
const pairs = await Promise.all(keys.map(generatePair))

const commonNames = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 30 })
  .filter((name) => name.trim() !== '' && !/\p{Cc}|\p{Cs}/u.test(name))
  .map((name) => name.trim().normalize('NFC'))
const passphrases = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => text.isWellFormed())

/** Files of one certificate and its key, in every form that addCertificate takes. */
const forms = {
  pem: (key, certificate) => ['CERTFILE', writePem('PRIVATE KEY', key) + writePem('CERTIFICATE', certificate)],
  jks: (key, certificate, passphrase) => [
    'KEYSTORE',
    writeJks({ alias: 'a', privateKey: key, chain: [certificate] }, passphrase),
  ],
  der: (_, certificate) => ['CERTFILE', certificate],
  p7b: (_, certificate) => ['CERTFILE', writePkcs7([certificate])],
} as const satisfies Record<
  string,
  (key: Der, certificate: Der, passphrase: string) => ['CERTFILE' | 'KEYSTORE', string | Uint8Array]
>

test('whatever is imported is exported in every format, and is the same when it comes back', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      commonNames,
      passphrases,
      fc.constantFrom(...pairs),
      fc.constantFrom('pem', 'jks', 'der', 'p7b'),
      async (commonName, passphrase, { privateKey }, form) => {
        await world.parts.db.deleteFrom('key_certificate').execute() // a certificate with the key of another one would get it
        const validity = validityOf(1, 'days')
        const made = createSelfSigned({ subject: { commonName }, alternativeNames: [], privateKey, validity })
        const [fileType, file] = forms[form](Uint8Array.from(privateKey), made, passphrase)
        await inventory.add(fileType, file, passphrase)
        const which = { common_name: commonName, serial_number: new X509Certificate(made).serialNumber }
        const hasKey = form === 'pem' || form === 'jks'
        const secret = hasKey ? await inventory.passphrase(which) : ''
        expect(secret).toBe(hasKey ? passphrase : '')
        const formats = ['CER', 'CRT', 'DER', 'P7B', 'PEM', ...(hasKey ? ['JKS', 'PKCS', 'KEY'] : [])]
        for (const format of formats) {
          const { bytes } = await inventory.download('getCertificate', { ...which, fileType: format })
          if (format === 'KEY') {
            const opened = createPrivateKey({ key: bytes, passphrase })
            expect(Buffer.from(privateKey)).toEqual(opened.export({ format: 'der', type: 'pkcs8' }))
            continue
          }
          await inventory.call('deleteCertificate', which)
          await inventory.add(format === 'JKS' || format === 'PKCS' ? 'KEYSTORE' : 'CERTFILE', bytes, secret)
          const [detail] = await inventory.details(commonName, which.serial_number)
          expect(detail?.endpoint.fingerPrint).toBe(new X509Certificate(made).fingerprint256)
          // The next format starts from the whole again.
          if (hasKey) await inventory.add(fileType, file, passphrase)
        }
        expect((await inventory.details(commonName, which.serial_number))[0]?.endpoint.PrivateKey).toBe(hasKey)
      },
    ),
    { numRuns: runs(4, 12) },
  ),
)
