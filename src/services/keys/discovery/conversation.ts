import { connect, type Socket } from 'node:net'
import { MessageStream, type TlsMessage } from '#crypto/tls-probe/message-stream.ts'

/** A host that was resolved and checked. */
export interface Endpoint {
  address: string
  port: number
  /** The name to ask for (SNI), when there is one. */
  serverName?: string
}

/** One connection on which hellos are said and answers read, and no handshake is ever finished. */
export class Conversation implements AsyncIterable<TlsMessage> {
  readonly #socket: Socket
  readonly #stream = new MessageStream()

  constructor({ address, port }: Endpoint, signal: AbortSignal) {
    this.#socket = connect({ host: address, port, signal, noDelay: true })
  }

  say(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Until the server hangs up, or what it says is sealed. Whoever stops listening hangs up as well. */
  async *[Symbol.asyncIterator](): AsyncGenerator<TlsMessage, void> {
    for await (const piece of this.#socket as AsyncIterable<Buffer>) {
      for (const message of this.#stream.push(piece)) {
        if (message.kind === 'sealed') return
        yield message
      }
    }
  }
}
