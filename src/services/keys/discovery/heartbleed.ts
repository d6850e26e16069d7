import { isFinal } from '#crypto/tls-probe/alert.ts'
import { authenticatedSuites } from '#crypto/tls-probe/cipher-suite.ts'
import { clientHello } from '#crypto/tls-probe/client-hello.ts'
import { heartbeatRequests, readHeartbeat } from '#crypto/tls-probe/heartbeat.ts'
import { readServerHello } from '#crypto/tls-probe/server-hello.ts'
import { handshakeTypes } from '#crypto/tls-probe/wire.ts'
import { Conversation, type Endpoint } from './conversation.ts'
import { hungUp } from './failure.ts'

/**
 * Whether a host responds to a malformed heartbeat that it must discard, which reveals the missing check. Not detected:
 * hosts that ignore heartbeats before the end of the handshake, which results in a timeout, and other flaws.
 */
export async function isHeartbleeding(to: Endpoint, signal: AbortSignal): Promise<'yes' | 'no'> {
  const conversation = new Conversation(to, signal)
  const suites = authenticatedSuites.map(({ code }) => code)
  conversation.say(clientHello({ version: 'TLS 1.2', suites, serverName: to.serverName, heartbeat: true }))
  let version = 0
  try {
    for await (const message of conversation) {
      if (message.kind === 'alert' && isFinal(message.alert)) return 'no'
      if (message.kind === 'heartbeat') {
        const answer = readHeartbeat(message.body)
        if (answer) return answer === 'unchecked' ? 'yes' : 'no'
      }
      if (message.kind !== 'handshake') continue
      if (message.type === handshakeTypes.serverHello) {
        const hello = readServerHello(message.body)
        if (!hello.heartbeat) return 'no'
        version = hello.version
      }
      if (message.type === handshakeTypes.serverHelloDone) conversation.say(heartbeatRequests(version))
    }
  } catch (error) {
    if (!hungUp(error)) throw error
  }
  return 'no'
}
