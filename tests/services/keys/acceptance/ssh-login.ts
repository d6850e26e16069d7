// A login at an SSH host by somebody who has nothing to do with the service: the client of ssh2, with a key or a password.
import { once } from 'node:events'
import { Client, type ConnectConfig } from 'ssh2'

type Login = Pick<ConnectConfig, 'username' | 'password' | 'privateKey' | 'passphrase'>

/** Whether the host lets in. */
export async function letsIn(port: number, login: Login): Promise<boolean> {
  try {
    using _ = await connected(port, login)
    return true
  } catch (error) {
    if (error instanceof Error && /authentication methods failed/.test(error.message)) return false
    throw error
  }
}

/** A file of the host, as SFTP gives it. */
export async function fileOn(port: number, login: Login, path: string): Promise<Buffer> {
  using client = await connected(port, login)
  return await new Promise((resolve, reject) => {
    client.sftp((refused, sftp) => {
      if (refused) return reject(refused)
      sftp.readFile(path, (error, bytes) => (error ? reject(error) : resolve(bytes)))
    })
  })
}

export async function writeOn(port: number, login: Login, path: string, content: string | Buffer): Promise<void> {
  using client = await connected(port, login)
  await new Promise<void>((resolve, reject) => {
    client.sftp((refused, sftp) => {
      if (refused) return reject(refused)
      sftp.writeFile(path, content, (error) => (error ? reject(error) : resolve()))
    })
  })
}

async function connected(port: number, login: Login) {
  const client = new Client()
  client.connect({ host: '127.0.0.1', port, readyTimeout: 10_000, ...login })
  await once(client, 'ready')
  client.on('error', () => undefined)
  return Object.assign(client, { [Symbol.dispose]: () => void client.end() })
}
