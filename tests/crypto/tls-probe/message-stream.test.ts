import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificateList } from '#crypto/tls-probe/certificate-list.ts'
import { MessageStream, type TlsMessage } from '#crypto/tls-probe/message-stream.ts'
import { readServerHello } from '#crypto/tls-probe/server-hello.ts'
import { handshakeMessage, number, record, vector } from '#crypto/tls-probe/wire.ts'
import { refusalOf } from '../refusal-of.ts'
import { runs } from '../../support/runs.ts'

const tls12 = 0x0303
const body = Buffer.from('what the server says')
const message = handshakeMessage('certificate', body)
const expected: TlsMessage = { kind: 'handshake', type: 11, body }

test('a message arrives whole, however the network and the records cut it', () => {
  const cuts = fc.array(fc.nat(2 * message.length - 1), { maxLength: 6 })
  fc.assert(
    fc.property(cuts, cuts, (recordCuts, pieceCuts) => {
      const records = pieces(Buffer.concat([message, message]), recordCuts).map((part) =>
        record('handshake', tls12, part),
      )
      const stream = new MessageStream()
      const messages = pieces(Buffer.concat(records), pieceCuts).flatMap((piece) => stream.push(piece))
      expect(messages).toEqual([expected, expected])
    }),
  )
})

test('alerts and heartbeats are told apart, and what is encrypted ends the reading', () => {
  const stream = new MessageStream()
  const records = [
    record('alert', tls12, Buffer.from([2, 40])),
    record('heartbeat', tls12, Buffer.from([2, 0, 0])),
    record('changeCipherSpec', tls12, Buffer.from([1])),
    record('handshake', tls12, message),
  ]
  expect(stream.push(Buffer.concat(records))).toEqual([
    { kind: 'alert', alert: { level: 2, description: 40 } },
    { kind: 'heartbeat', body: Buffer.from([2, 0, 0]) },
    { kind: 'sealed' },
  ])
})

test.each([
  ['HTTP/1.1 400 Bad Request\r\n', 'This port serves HTTP without TLS'],
  ['SSH-2.0-OpenSSH_9.2\r\n', 'This port serves SSH'],
  ['220 mail.example.com ESMTP\r\n', 'This port serves SMTP or FTP, where TLS begins later (STARTTLS)'],
  ['* OK IMAP4rev1 ready\r\n', 'This port serves IMAP, where TLS begins later (STARTTLS)'],
  ['\x16\x02\x00\x00\x05', 'This port does not serve TLS'],
])('what answers %j is told what it is', (greeting, text) => {
  const { reason, message } = refusalOf(() => new MessageStream().push(Buffer.from(greeting, 'latin1')))
  expect({ reason, message }).toEqual({ reason: 'not-recognized', message: text })
})

test('no server gets more than 256 KiB in, in whatever form', () => {
  const empty = record('handshake', tls12, Buffer.alloc(0))
  const long = Buffer.concat([number(1, 11), number(3, 0x00ff_ffff)])
  expect(refusalOf(() => pushForever(empty)).reason).toBe('too-large')
  expect(refusalOf(() => pushForever(record('handshake', tls12, Buffer.alloc(16_000))))).toMatchObject({
    reason: 'too-large',
  })
  expect(refusalOf(() => new MessageStream().push(record('handshake', tls12, long))).reason).toBe('too-large')
  expect(refusalOf(() => new MessageStream().push(Buffer.from([22, 3, 3, 0xff, 0xff]))).reason).toBe('damaged')
})

test('256 KiB that come byte by byte take no longer than they have to', () => {
  const stream = new MessageStream()
  const start = process.cpuUsage()
  for (let block = 0; block < 15; block += 1) {
    for (const byte of record('handshake', tls12, handshakeMessage('certificate', Buffer.alloc(16_000)))) {
      stream.push(Uint8Array.of(byte))
    }
  }
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000)
})

test('twenty certificates are read in the order of the server, and no more', () => {
  const certificates = Array.from({ length: 20 }, (_, at) => Uint8Array.of(0x30, at))
  const list = (items: Uint8Array[]) => vector(3, ...items.map((item) => vector(3, item)))
  expect(readCertificateList(list(certificates))).toEqual(certificates)
  expect(refusalOf(() => readCertificateList(list([...certificates, Uint8Array.of(0)]))).reason).toBe('too-large')
})

test('whatever bytes come, they are read or refused', () => {
  const readers = [
    (bytes: Uint8Array) => new MessageStream().push(bytes),
    (bytes: Uint8Array) => new MessageStream().push(record('handshake', tls12, bytes)),
    readServerHello,
    readCertificateList,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...readers), fc.uint8Array({ maxLength: 200 }), (read, bytes) => {
      try {
        read(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }),
    { numRuns: runs(300, 2_000) },
  )
})

function pieces(bytes: Buffer, cuts: number[]): Buffer[] {
  const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
}

function pushForever(piece: Buffer): never {
  const stream = new MessageStream()
  for (let sent = 0; sent <= 300 * 1024; sent += piece.length) stream.push(piece)
  throw new Error('It took more than 300 KiB')
}
