import { isFinal } from '#crypto/tls-probe/alert.ts'
import { clientHello, type HelloOptions } from '#crypto/tls-probe/client-hello.ts'
import { readServerHello, type ServerHello } from '#crypto/tls-probe/server-hello.ts'
import { handshakeTypes } from '#crypto/tls-probe/wire.ts'
import { Conversation, type Endpoint } from './conversation.ts'
import { hungUp } from './failure.ts'

/**
 * The server's response to a ClientHello; undefined if it is rejected, or the connection is closed, as some servers do.
 */
export async function sendHello(
  to: Endpoint,
  offer: Omit<HelloOptions, 'serverName'>,
  signal: AbortSignal,
): Promise<ServerHello | undefined> {
  const conversation = new Conversation(to, signal)
  conversation.say(clientHello({ ...offer, serverName: to.serverName }))
  try {
    for await (const message of conversation) {
      if (message.kind === 'alert' && isFinal(message.alert)) return undefined
      if (message.kind === 'handshake' && message.type === handshakeTypes.serverHello) {
        return readServerHello(message.body)
      }
    }
  } catch (error) {
    if (!hungUp(error)) throw error
  }
  return undefined
}
