import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { networkOf } from '#platform/network/address.ts'
import { peerOf } from '#platform/network/client-address.ts'

export type SocketLimits = {
  max: number
  maxPerNetwork: number
  /** Addresses shared by many users, or used by the console itself. */
  isExempt: (address: string) => boolean
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }
/** The client of a socket, and its requests. */
type Client = {
  name: string
  socket: Socket
  network: string | undefined
  openedAt: number
  exchanges: Set<Exchange>
  hasAsked: boolean
}

/**
 * Order in which sockets are closed above the limit, oldest first within a kind. Sockets with a pending response are
 * never closed.
 */
const order = ['half-open', 'idle', 'incomplete', 'unread', 'young'] as const
type State = (typeof order)[number] | 'serving'
/** Time for handshake and request before a socket counts as half-open. */
const youngMs = 2_000

/**
 * Limits the sockets of a server. Above the limit, a new socket replaces the least useful one, so a client that opens
 * many idle sockets only displaces its own. Also limits sockets per network.
 */
export function limitSockets(server: Server | SecureServer, { max, maxPerNetwork, isExempt }: SocketLimits) {
  /** By remote port, in order of last use. */
  const clients = new Map<string, Client>()
  const counts = new Map<string, number>()

  const count = ({ network }: Client, change: 1 | -1): number => {
    if (network === undefined) return 0
    const number = (counts.get(network) ?? 0) + change
    if (number > 0) counts.set(network, number)
    else counts.delete(network)
    return number
  }
  const forget = (client: Client) => {
    if (clients.get(client.name) !== client) return
    clients.delete(client.name)
    count(client, -1)
  }
  const moveToEnd = (client: Client) => {
    if (clients.get(client.name) !== client) return
    clients.delete(client.name)
    clients.set(client.name, client)
  }

  const makeRoom = (newcomer: Client, isCandidate: (client: Client) => boolean) => {
    const now = performance.now()
    let found: Client | undefined
    let rank: number = order.length
    for (const client of clients.values()) {
      if (client === newcomer || !isCandidate(client)) continue
      const state = stateOf(client, now)
      const next = state === 'serving' ? order.length : order.indexOf(state)
      if (next >= rank) continue
      found = client
      rank = next
      if (rank === 0) break
    }
    const leaving = found ?? newcomer
    forget(leaving)
    leaving.socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = peerOf({ socket })
    const network = isExempt(address) ? undefined : networkOf(address)
    const client = {
      name: nameOf(socket),
      socket,
      network,
      openedAt: performance.now(),
      exchanges: new Set<Exchange>(),
      hasAsked: false,
    }
    clients.set(client.name, client)
    socket.once('close', () => forget(client))
    if (count(client, 1) > maxPerNetwork) {
      makeRoom(client, (other) => other.network === network)
    } else if (clients.size > max) {
      makeRoom(client, () => true)
    }
  })

  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const client = clients.get(nameOf(incoming.socket))
    if (!client) return
    const exchange = { incoming, outgoing }
    client.exchanges.add(exchange)
    client.hasAsked = true
    moveToEnd(client)
    outgoing.once('close', () => {
      client.exchanges.delete(exchange)
      moveToEnd(client)
    })
  })

  const exchangesOf = (socket: Socket) => [...(clients.get(nameOf(socket))?.exchanges ?? [])]
  return {
    /** Whether a response is pending, so that inactivity is expected. */
    isServing: (socket: Socket) => exchangesOf(socket).length > 0,
    /** Whether a response has started, so that nothing else may be written. */
    isAnswering: (socket: Socket) => exchangesOf(socket).some(({ outgoing }) => outgoing.headersSent),
  }
}

/** Identical for a TLS socket and its underlying socket. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

function stateOf({ exchanges, hasAsked, openedAt, network }: Client, now: number): State {
  const isKnown = network === undefined
  if (exchanges.size === 0 && hasAsked) return isKnown ? 'young' : 'idle'
  if (exchanges.size === 0) return now - openedAt < youngMs ? 'young' : 'half-open'
  const all = [...exchanges]
  if (all.some(({ incoming }) => !incoming.complete)) return 'incomplete'
  return all.every(({ outgoing }) => outgoing.writableEnded) ? 'unread' : 'serving'
}
