import { connect, type Socket } from 'node:net'
import { MessageStream, type TlsMessage } from '#crypto/tls-probe/message-stream.ts'

/** A host with its resolved and permitted address. */
export interface Endpoint {
  address: string
  port: number
  /** Server name for SNI, if any. */
  serverName?: string
}

/** A connection for sending ClientHello messages and reading responses, without completing a handshake. */
export class Conversation implements AsyncIterable<TlsMessage> {
  readonly #socket: Socket
  readonly #stream = new MessageStream()

  constructor({ address, port }: Endpoint, signal: AbortSignal) {
    this.#socket = connect({ host: address, port, signal, noDelay: true })
  }

  say(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Messages until the server closes the connection or encrypts. Closed when iteration ends. */
  async *[Symbol.asyncIterator](): AsyncGenerator<TlsMessage, void> {
    for await (const piece of this.#socket as AsyncIterable<Buffer>) {
      for (const message of this.#stream.push(piece)) {
        if (message.kind === 'sealed') return
        yield message
      }
    }
  }
}
