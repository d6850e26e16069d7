import { Refusal } from '#crypto/refusal.ts'
import type { Alert } from './alert.ts'
import { ByteQueue } from './byte-queue.ts'
import { recordTypes } from './wire.ts'

/** An unencrypted message of the server. */
export type TlsMessage =
  | { kind: 'handshake'; type: number; body: Buffer }
  | { kind: 'alert'; alert: Alert }
  | { kind: 'heartbeat'; body: Buffer }
  | { kind: 'sealed' } // the rest is encrypted

const maxBytes = 256 * 1024
const longestRecord = 2 ** 14 + 2048 // RFC 5246, 6.2.3
const recordHeader = 5
const messageHeader = 4

/** Splits the server's data into messages. Limited to 256 KiB and linear time for untrusted data. */
export class MessageStream {
  readonly #records = new ByteQueue()
  readonly #handshake = new ByteQueue()
  #received = 0

  push(piece: Uint8Array): TlsMessage[] {
    this.#received += piece.length
    if (this.#received > maxBytes) throw new Refusal('too-large', 'The server sent more than 256 KiB of handshake data')
    this.#records.push(piece)
    const messages: TlsMessage[] = []
    for (let record = this.#nextRecord(); record; record = this.#nextRecord()) {
      messages.push(...this.#messagesOf(record.type, record.content))
      if (messages.at(-1)?.kind === 'sealed') break
    }
    return messages
  }

  #nextRecord(): { type: number; content: Buffer } | undefined {
    const header = this.#records.peek(recordHeader)
    assertTls(header)
    if (header.length < recordHeader) return undefined
    const length = header.readUInt16BE(3)
    if (length > longestRecord) throw new Refusal('damaged', 'The server sent a record that is longer than TLS allows')
    if (this.#records.length < recordHeader + length) return undefined
    const type = header[0] ?? 0
    this.#records.take(recordHeader)
    return { type, content: this.#records.take(length) }
  }

  #messagesOf(type: number, content: Buffer): TlsMessage[] {
    switch (type) {
      case recordTypes.handshake:
        this.#handshake.push(content)
        return this.#handshakeMessages()
      case recordTypes.alert:
        if (content.length < 2) throw new Refusal('damaged', 'The server sent a truncated alert')
        return [{ kind: 'alert', alert: { level: content[0] ?? 0, description: content[1] ?? 0 } }]
      case recordTypes.heartbeat:
        return [{ kind: 'heartbeat', body: content }]
      default:
        return [{ kind: 'sealed' }]
    }
  }

  /** Message and record boundaries are independent (RFC 5246, 6.2.1). */
  #handshakeMessages(): TlsMessage[] {
    const messages: TlsMessage[] = []
    while (this.#handshake.length >= messageHeader) {
      const length = this.#handshake.peek(messageHeader).readUIntBE(1, 3)
      if (length > maxBytes) throw new Refusal('too-large', 'The server announced more than 256 KiB of handshake data')
      if (this.#handshake.length < messageHeader + length) break
      const type = this.#handshake.take(messageHeader)[0] ?? 0
      messages.push({ kind: 'handshake', type, body: this.#handshake.take(length) })
    }
    return messages
  }
}

const knownTypes: readonly number[] = Object.values(recordTypes)

/** Checks the available part of a record header: the type, then the major version 3 of every version since SSL 3.0. */
function assertTls(header: Buffer): void {
  const [type, major] = header
  if ((type === undefined || knownTypes.includes(type)) && (major === undefined || major === 3)) return
  throw new Refusal('not-recognized', notTls(header.toString('latin1')))
}

const greetings = [
  ['HTTP/', 'This port serves HTTP without TLS'],
  ['SSH-', 'This port serves SSH'],
  ['220', 'This port serves SMTP or FTP, where TLS begins later (STARTTLS)'],
  ['* OK', 'This port serves IMAP, where TLS begins later (STARTTLS)'],
  ['+OK', 'This port serves POP3, where TLS begins later (STARTTLS)'],
] as const

const notTls = (opening: string) =>
  greetings.find(([greeting]) => opening.startsWith(greeting))?.[1] ?? 'This port does not serve TLS'
