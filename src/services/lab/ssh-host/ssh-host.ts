import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import ssh2, { type AuthContext, type AuthenticationType, type Connection, type Session } from 'ssh2'
import type { Account } from './accounts.ts'
import { authenticate } from './authenticate.ts'
import { runCommand } from './commands.ts'
import type { Disk } from './disk.ts'
import { FileTree } from './file-tree.ts'
import { hostKey } from './host-key.ts'
import { serveFiles } from './sftp-server.ts'

type Options = {
  /** Private data of the host: its key and files. */
  folder: string
  disk: Disk
  /** Host key; by default, that of the folder. */
  key?: string
  /** Password of all accounts. */
  password: string
  /** 0 for any free port. */
  port: number
}

const address = '127.0.0.1'
const maxConnections = 100
const loginMs = 30_000
const drainMs = 1000
const maxAttempts = 7 // MaxAuthTries of sshd, and the initial "none" request
const methods: AuthenticationType[] = ['publickey', 'password']

/** A simulated host with real SSH and files, for deployment of keys and certificates. */
export async function startSshHost({ folder, disk, key, password, port }: Options) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tree = await FileTree.make(join(folder, 'files'), disk)
  const clients = new Set<Connection>()
  const sockets = new Set<Socket>()
  const ssh = new ssh2.Server({ hostKeys: [key ?? (await hostKey(folder, disk))] }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => client.end()) // such as a lost connection
    serveClient(client, password, tree)
  })
  // Own sockets with TCP_NODELAY, which ssh2 does not set.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    ssh.injectSocket(socket)
  })
  server.maxConnections = maxConnections
  server.listen(port, address)
  await once(server, 'listening')
  return {
    address,
    port: (server.address() as AddressInfo).port,
    /** For programs on the host. */
    files: tree,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const client of clients) client.end()
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, drainMs)
      await closed
      clearTimeout(cut)
    },
  }
}

function serveClient(client: Connection, password: string, tree: FileTree): void {
  const deadline = setTimeout(() => client.end(), loginMs).unref()
  client.on('close', () => clearTimeout(deadline))
  let attempts = 0
  let account: Account | undefined
  const judge = async (attempt: AuthContext) => {
    account = await authenticate(attempt, password, tree)
    if (account) return attempt.accept()
    if (++attempts >= maxAttempts) return client.end()
    return attempt.reject(methods)
  }
  client.on('authentication', (attempt) => {
    judge(attempt).catch(() => attempt.reject(methods))
  })
  client.on('ready', () => {
    clearTimeout(deadline)
    const loggedIn = account
    if (loggedIn) client.on('session', (accept) => serveSession(accept(), loggedIn, tree))
  })
}

function serveSession(session: Session, account: Account, tree: FileTree): void {
  session.on('exec', (accept, _reject, { command }) => void runCommand(command, accept(), account, tree))
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') void serveFiles(accept(), account, tree)
    else reject()
  })
}
