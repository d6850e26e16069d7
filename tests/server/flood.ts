// A process of strangers: node flood.ts <port> <number> opens so many sockets from many addresses and keeps them.
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

const [port = 0, number = 0] = process.argv.slice(2).map(Number)
const isTls = process.argv.includes('tls')
const body =
  'POST /api/session.signIn HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'
/** None of them reads, and none closes. */
const kinds: ((socket: Socket) => void)[] = [
  () => undefined,
  (socket) => socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nx-slow: '),
  (socket) => socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'),
  (socket) => socket.write(body),
  (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20)),
  (socket) => socket.write('nonsense\r\n\r\n'),
]
/** The first bytes of a TLS handshake that never goes on. */
const hello = Buffer.from('1603010200010001fc0303', 'hex')
const halfOpen = kinds.length

const open = (at: number) => {
  const to = { port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (at % 249)}`, allowHalfOpen: true }
  const kind = kinds[at % (isTls ? halfOpen + 2 : halfOpen)]
  const socket = connect(to).pause()
  socket.on('error', () => undefined)
  if (isTls && kind) {
    const secure = connectTls({ socket, rejectUnauthorized: false }, () => kind(secure.pause()))
    secure.on('error', () => undefined)
  } else if (kind) socket.once('connect', () => kind(socket))
  else socket.once('connect', () => socket.write(hello))
}

let opened = 0
/** In waves, so that the backlog of the port is not all that they fill. */
const wave = setInterval(() => {
  for (let at = 0; at < 60 && opened < number; at += 1) open((opened += 1))
  if (opened < number) return
  clearInterval(wave)
  process.send?.('open')
}, 100)
setInterval(() => undefined, 60_000)
process.on('disconnect', () => process.exit())
