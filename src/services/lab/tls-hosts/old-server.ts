import { createServer, type Server, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import type { Der } from '#crypto/der.ts'
import { MessageStream, type TlsMessage } from '#crypto/tls-probe/message-stream.ts'
import { type ProtocolVersion, protocolVersions } from '#crypto/tls-probe/protocol-version.ts'
import {
  extensionTypes,
  handshakeMessage,
  handshakeTypes,
  number,
  record,
  TlsReader,
  vector,
} from '#crypto/tls-probe/wire.ts'

export interface OldServer {
  version: ProtocolVersion
  chain: readonly Der[]
  /** Heartbeat support; none by default. `unchecked` simulates Heartbleed, with zeros as memory. */
  heartbeat?: 'checked' | 'unchecked'
}

/**
 * The first part of a handshake by a legacy server that current libraries cannot be: ServerHello and certificates,
 * which is all that discovery needs.
 */
export const oldServer = (server: OldServer): Server => createServer((socket) => serve(socket, server))

function serve(socket: Socket, server: OldServer): void {
  const stream = new MessageStream()
  socket.on('data', (piece: Buffer) => {
    try {
      for (const message of stream.push(piece)) answer(socket, server, message)
    } catch {
      socket.destroy() // invalid TLS
    }
  })
}

function answer(socket: Socket, server: OldServer, message: TlsMessage): void {
  if (message.kind === 'heartbeat') return beat(socket, server, message.body)
  if (message.kind !== 'handshake' || message.type !== handshakeTypes.clientHello) return
  const version = protocolVersions[server.version]
  const hello = readClientHello(message.body)
  const suite = suites.find((suite) => hello.suites.includes(suite))
  if (suite === undefined || hello.version < version) {
    socket.end(record('alert', version, Buffer.from([fatal, handshakeFailure])))
    return
  }
  const flight = Buffer.concat([
    serverHello(server, suite),
    handshakeMessage('certificate', vector(3, ...server.chain.map((certificate) => vector(3, certificate)))),
    handshakeMessage('serverHelloDone'),
  ])
  socket.write(record('handshake', version, flight))
}

const suites = [0x002f, 0x000a] // RSA with AES-128 or 3DES, CBC mode

const [fatal, handshakeFailure] = [2, 40]

function readClientHello(body: Buffer) {
  const reader = new TlsReader(body)
  const version = reader.number(2)
  reader.bytes(32) // random
  reader.vector(1) // session ID
  const offered = new TlsReader(reader.vector(2))
  const suites: number[] = []
  while (offered.remaining > 0) suites.push(offered.number(2))
  return { version, suites }
}

function serverHello({ version, heartbeat }: OldServer, suite: number): Buffer {
  const extensions = heartbeat ? [vector(2, number(2, extensionTypes.heartbeat), vector(2, number(1, 1)))] : []
  return handshakeMessage(
    'serverHello',
    number(2, protocolVersions[version]),
    randomBytes(32),
    vector(1, randomBytes(32)), // session ID
    number(2, suite),
    number(1, 0), // no compression
    ...extensions,
  )
}

/** RFC 6520, 4: requests whose length exceeds the record must be discarded silently. */
function beat(socket: Socket, { version, heartbeat }: OldServer, request: Buffer): void {
  const length = new TlsReader(request.subarray(1)).number(2)
  const [header, padding] = [3, 16]
  if (!heartbeat || (heartbeat === 'checked' && header + length + padding > request.length)) return
  const payload = Buffer.alloc(length)
  request.copy(payload, 0, header)
  const response = Buffer.concat([number(1, 2), vector(2, payload), randomBytes(padding)])
  socket.write(record('heartbeat', protocolVersions[version], response))
}
