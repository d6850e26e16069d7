import { Client, type ConnectConfig } from 'ssh2'

export interface SshHost {
  name: string
  address: string
  port: number
}

/** The SSH hosts of the lab. */
export async function sshHostsOf(lab: string): Promise<SshHost[]> {
  const { ssh_hosts } = (await (await fetch(lab)).json()) as { ssh_hosts: { hosts: SshHost[] } }
  return ssh_hosts.hosts
}

/** Logs in as nobody of ours would: with an SSH client of its own. */
async function inSession<T>({ address, port }: SshHost, login: ConnectConfig, work: (client: Client) => Promise<T>) {
  const client = new Client()
  try {
    await new Promise((resolve, reject) => {
      client.once('error', reject).once('ready', () => resolve(undefined))
      client.connect({ host: address, port, ...login })
    })
    return await work(client)
  } finally {
    client.end()
  }
}

/** Who the host says that this key opens. */
export const whoIs = (host: SshHost, username: string, privateKey: string) =>
  inSession(
    host,
    { username, privateKey },
    (client) =>
      new Promise<string>((resolve, reject) => {
        client.exec('id -un', (error, stream) => {
          if (error) return reject(error)
          stream.once('data', (said: Buffer) => resolve(said.toString().trim()))
        })
      }),
  )

/** The lines of a user's authorized_keys, as they stand on the host. */
export const linesOf = (host: SshHost, username: string, password: string) =>
  inSession(
    host,
    { username, password },
    (client) =>
      new Promise<string[]>((resolve, reject) => {
        client.sftp((error, files) => {
          if (error) return reject(error)
          files.readFile('.ssh/authorized_keys', (failed, bytes) =>
            failed ? reject(failed) : resolve(bytes.toString().split('\n')),
          )
        })
      }),
  )
