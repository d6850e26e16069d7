import { describe, expect, test } from 'vitest'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { certificateMessage } from '#services/keys/discovery/certificate-message.ts'
import { corpus } from '../../../crypto/corpora.ts'
import { certificateVector } from '../../../crypto/x509/vectors.ts'

const target = { host: 'www.example.com', port: 443 }
const odd = [...corpus('x509-lint'), ...corpus('badssl-certs')].filter(({ name }) => name.endsWith('.pem'))

describe.skipIf(odd.length === 0)('odd certificates', () => {
  test('each costs one line or one refusal, and at once', () => {
    let read = 0
    const start = process.cpuUsage()
    for (const { bytes } of odd) {
      const der = Buffer.from(
        /-----BEGIN CERTIFICATE-----([^-]+)-----/.exec(bytes.toString('latin1'))?.[1] ?? '',
        'base64',
      )
      try {
        expect(certificateMessage(target, Uint8Array.from(der))).toMatch(/^[^\n]{1,300}$/)
        read += 1
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }
    expect(read).toBeGreaterThan(odd.length * 0.9)
    expect(process.cpuUsage(start).user / 1_000 / odd.length).toBeLessThan(10)
  })
})

describe('a message names the certificate, its end and what is odd', () => {
  const day = 86_400_000
  const on = (time: number) => new Date(time).toISOString().slice(0, 10)
  const selfSigned = async (commonName: string | undefined, names: string, from: number, days: number) =>
    createSelfSigned({
      subject: commonName ? { commonName } : {},
      alternativeNames: readAlternativeNames(names),
      privateKey: (await generatePair({ algorithm: 'EC', bits: 256 })).privateKey,
      validity: validityOf(days, 'days', new Date(from)),
    })

  test('one of the future', async () => {
    const from = Date.now() + 3 * day
    const certificate = await selfSigned('www.example.com', '*.example.com', from, 1)
    const expected = `www.example.com, not valid before ${on(from)}, valid until ${on(from + day)}, self-signed`
    expect(certificateMessage(target, certificate)).toBe(expected)
  })

  test('one without a common name', async () => {
    const certificate = await selfSigned(undefined, 'other.example', Date.now(), 1)
    expect(certificateMessage(target, certificate)).toBe(
      `A certificate without a common name, valid until ${on(Date.now() + day)}, self-signed, does not name www.example.com`,
    )
  })

  test('one that somebody issued, at an address, which is rarely named', () => {
    const message = certificateMessage({ host: '127.0.0.1', port: 443 }, certificateVector('leaf.pem'))
    expect(message).not.toMatch(/self-signed|does not name/)
  })
})
